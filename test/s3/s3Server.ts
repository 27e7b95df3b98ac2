import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../host/n8n/npmClient';

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
export interface S3Server {
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
export async function startS3Server(): Promise<S3Server> {
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
