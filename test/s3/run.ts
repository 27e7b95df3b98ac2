import { fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../emulator';
import { npm } from '../host/n8n/npmClient';
import { type TransferOrder, type TransferResult } from './transfer';

/** The S3 server of the measurement: no dependency of this project, but installed into the user's cache folder. */
const S3RVER = 's3rver@3.7.1';
const INSTALL_MS = 5 * 60_000;
/** The access of s3rver, which takes no other. */
const ACCESS = 'S3RVER';
const BUCKET = 'n8n';

interface S3rver {
	run(): Promise<{ port: number }>;
	close(): Promise<void>;
}
type S3rverClass = new (options: object) => S3rver;

/** A running S3 server. */
interface S3Server {
	/** n8n's environment variables for it. */
	readonly settings: Readonly<Record<string, string>>;
	close(): Promise<void>;
}

async function installed(): Promise<string> {
	const root = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-file-library');
	const folder = join(root, S3RVER.replace('@', '-'));
	if (existsSync(folder)) return folder;
	const partial = `${folder}.${process.pid}.partial`;
	mkdirSync(partial, { recursive: true });
	writeFileSync(join(partial, 'package.json'), '{"private":true}');
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const where = { cwd: partial, logFile: join(partial, 'install.log'), timeoutMs: INSTALL_MS };
	await npm(['install', S3RVER, ...quiet], where);
	renameSync(partial, folder);
	return folder;
}

/** Starts an S3 server with an empty bucket on a free port of this machine; `close` removes its files. */
async function startS3Server(): Promise<S3Server> {
	const load = createRequire(join(await installed(), 'package.json'));
	const S3rver: S3rverClass = load('s3rver');
	const directory = mkdtempSync(join(tmpdir(), 'file-library-s3-'));
	const buckets = [{ name: BUCKET, configs: [] }];
	const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: buckets });
	const { port } = await server.run();
	const prefix = 'N8N_EXTERNAL_STORAGE_S3_';
	return {
		settings: {
			[`${prefix}HOST`]: `127.0.0.1:${port}`,
			[`${prefix}PROTOCOL`]: 'http',
			[`${prefix}BUCKET_NAME`]: BUCKET,
			[`${prefix}BUCKET_REGION`]: 'us-east-1',
			[`${prefix}ACCESS_KEY`]: ACCESS,
			[`${prefix}ACCESS_SECRET`]: ACCESS,
			[`${prefix}FORCE_PATH_STYLE`]: 'true',
		},
		close: async () => {
			await server.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

const USAGE = `npm run test:s3 -- [options]

Uploads and downloads a file whose binary data are in an S3 server of this machine, by n8n's engine and n8n's own S3
client, and prints the memory that takes. n8n itself starts in this mode with a licence only.

  --size MB   a size in millions of bytes; may be repeated (default: 64 and 256)
  --help      show this text`;

async function transferred(server: S3Server, order: TransferOrder): Promise<TransferResult> {
	const child = fork(join(__dirname, 'transfer.ts'), [JSON.stringify(order)], {
		execArgv: ['--import', 'tsx', '--expose-gc'],
		env: { ...process.env, ...server.settings },
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => resolve(message as TransferResult));
		child.once('exit', (code) => reject(new Error(`the ${order.kind} ended with code ${code}`)));
	});
}

const line = (kind: string, { seconds, peak }: TransferResult): string =>
	`  ${kind.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s  ${peak.toFixed(0).padStart(6)} MB of memory`;

async function measure(sizes: readonly number[]): Promise<void> {
	const server = await startS3Server();
	try {
		for (const megabytes of sizes) {
			// A service of its own: content that it has already would be uploaded without a byte.
			const emulator = await startEmulator();
			const order = { url: emulator.url, megabytes };
			try {
				process.stdout.write(`${megabytes} MB\n`);
				const { item } = await transferred(server, { ...order, kind: 'store' });
				process.stdout.write(
					`${line('upload', await transferred(server, { ...order, kind: 'upload', item }))}\n`,
				);
				process.stdout.write(
					`${line('download', await transferred(server, { ...order, kind: 'download' }))}\n`,
				);
			} finally {
				await emulator.close();
			}
		}
	} finally {
		await server.close();
	}
}

const { values } = parseArgs({
	options: { size: { type: 'string', multiple: true, default: [] }, help: { type: 'boolean', default: false } },
});
if (values.help) process.stdout.write(`${USAGE}\n`);
else
	measure(values.size.length > 0 ? values.size.map(Number) : [64, 256]).then(
		() => process.exit(0),
		(error: unknown) => {
			process.stderr.write(`${String(error)}\n`);
			process.exit(1);
		},
	);
