import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../emulator';
import { startS3Server, type S3Server } from './s3Server';
import type { TransferOrder, TransferResult } from './transfer';

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
