import assert from 'node:assert/strict';
import { report } from '../../process/progress';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { binaryId } from './binaryData';
import type { Cluster } from './cluster';
import { startContentServer } from './contentServer';
import { downloadNode, fetchNode, uploadNode } from './libraryNodes';
import { WebhookRuns } from './webhookRuns';

/** Millions of bytes. `QUEUE_FILE_MB` asks for another size: n8n takes at most 512 MB in this mode by default. */
const MEGABYTES = Number(process.env.QUEUE_FILE_MB ?? 64);
const FILE = 'large.bin';
const SAMPLE_MS = 100;
const ENDED_MS = 240_000;

/** Uploads and downloads a large file in binary mode `database`, and prints the memory that the worker takes. */
export async function checkLargeFile(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const content = await startContentServer(MEGABYTES);
	try {
		await checks.check(
			`${MEGABYTES} MB are uploaded from binary data and downloaded into them`,
			async () => {
				const runs = await WebhookRuns.publish(prepared, 'A large file', [
					fetchNode(content.url),
					uploadNode(prepared, FILE),
					downloadNode(prepared, FILE),
				]);
				const [before, most] = await withPeaks(cluster, async () => {
					await runs.start();
					await runs.ended(1, ENDED_MS);
				});
				const [{ id } = { id: '' }] = await runs.all();
				const execution = await runs.read(id);
				assert.equal(execution.status, 'success', execution.error);
				assert.equal(execution.items('Upload')[0]?.json.filehash, content.sha1);
				assert.match(execution.items('Download')[0]?.binary?.data?.id ?? '', binaryId(prepared.n8n));
				const worker = cluster.workers.findIndex((one) => one.executions().includes(id));
				report(`    memory of the worker (RSS): ${before[worker]} MB before, at most ${most[worker]} MB`);
			},
			ENDED_MS + 60_000,
		);
	} finally {
		await content.close();
	}
}

/** The memory of each worker in MB before `task`, and the most while it ran. */
async function withPeaks({ workers }: Cluster, task: () => Promise<void>): Promise<[number[], number[]]> {
	const memory = (): number[] => workers.map((worker) => worker.memory() ?? 0);
	const before = memory();
	let most = before;
	const watch = setInterval(() => {
		const now = memory();
		most = most.map((value, n) => Math.max(value, now[n] ?? 0));
	}, SAMPLE_MS);
	try {
		await task();
	} finally {
		clearInterval(watch);
	}
	return [before, most];
}
