import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type PreparedN8n, prepareN8n, type TestKit } from '../../../../dev/n8n/preparedN8n';
import { DEMO_CAPACITY } from '../../../../dev/process/emulatorProcess';
import { report, step } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import { startEmulator } from '../../../emulator';
import { queuePrograms } from '../../process/programs';
import type { Checks } from '../checks';
import { downloadNode, fetchNode, uploadNode } from '../libraryNodes';
import { checkMcpOnWorkers } from '../mcp/mcpQueueChecks';
import {
	arriveOnce,
	changeLibrary,
	killBetweenPolls,
	killDuringPoll,
	nextPoll,
	publishWatch,
	type Recorder,
	startRecorder,
	type Watch,
} from '../trigger/watchedLibrary';
import { binaryId, Cluster } from './cluster';
import { startContentServer } from './contentServer';
import { checkKilledJobs } from './killedJobsChecks';
import { checkKilledMachine, checkKilledWorker } from './killedWorkerChecks';
import { checkSamplesOnWorkers } from './sampleChecks';
import { checkThroughput } from './throughput';
import { checkTokens } from './tokenChecks';
import { checkWebhookProcess } from './webhookProcessChecks';
import { WebhookRuns } from './webhookRuns';

const CHANGES = 300;

/** Kills the main process between two polls and during one. Every change must arrive exactly once. */
async function crash({ emulator }: PreparedN8n, cluster: Cluster, recorder: Recorder): Promise<void> {
	// What other checks have changed since the first poll has to arrive before.
	await nextPoll(emulator);
	recorder.values.length = 0;
	const changes: string[] = [];
	const watch: Watch = { emulator, recorder, start: async () => await cluster.startMain() };
	const changing = changeLibrary(emulator, changes, CHANGES);
	await waitFor(60_000, 'changes', async () => changes.length > CHANGES / 3);
	await killBetweenPolls(watch, cluster.mainServer, changes);
	await killDuringPoll(watch, changes);
	await cluster.startMain();
	await changing;
	assert.equal(changes.length, CHANGES);
	await arriveOnce(changes, recorder);
}

/** Millions of bytes. `QUEUE_FILE_MB` asks for another size: n8n takes at most 512 MB in this mode by default. */
const MEGABYTES = Number(process.env.QUEUE_FILE_MB ?? 64);
const FILE = 'large.bin';
const SAMPLE_MS = 100;
const ENDED_MS = 240_000;

/** Uploads and downloads a large file in binary mode `database`, and prints the memory that the worker takes. */
async function checkLargeFile(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
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

/** Main process, two workers and a webhook process over Redis and Postgres. Where these are missing, it prints that. */
export async function checkQueueMode(checks: Checks, kit: TestKit): Promise<void> {
	const programs = await step(
		'Looking for Redis and Postgres',
		async (showDetail) => await queuePrograms(showDetail, join(kit.temporary, 'logs', 'queue')),
	);
	if (typeof programs === 'string') {
		report(`  queue mode skipped: ${programs}`);
		return;
	}
	const cluster = await Cluster.start(kit, programs);
	// An emulator of its own: content that is already stored would be uploaded without chunks.
	const emulator = await startEmulator({ seedDemo: true, capacity: DEMO_CAPACITY });
	try {
		const prepared = await prepareN8n(cluster.base, emulator, kit.n8n, cluster.folder);
		await checkCluster(checks, prepared, cluster, join(kit.temporary, 'images'));
	} finally {
		await emulator.close();
		await cluster.closeProxy();
	}
}

async function checkCluster(checks: Checks, prepared: PreparedN8n, cluster: Cluster, images: string): Promise<void> {
	report('Queue mode: main process, two workers, webhook process');
	const memory = cluster.workers.map((worker) => worker.memory() ?? '?').join(' and ');
	report(`  memory of the idle workers (RSS): ${memory} MB`);
	await checkMcpOnWorkers(checks, prepared, cluster);
	await checkSamplesOnWorkers(checks, prepared, cluster, images);
	await checkWebhookProcess(checks, prepared, cluster, images);
	await checkTokens(checks, prepared, cluster);
	await checkThroughput(checks, prepared, cluster);
	await checkLargeFile(checks, prepared, cluster);
	const recorder = await startRecorder();
	// The folder is no change of the check itself. n8n polls at its next full minute, while other checks run.
	prepared.emulator.seedFile('Watched/before.txt', 'before');
	await publishWatch(prepared, recorder.url);
	await checkKilledWorker(checks, prepared, cluster);
	await step('Starting another worker', async () => await cluster.startWorker());
	await checkKilledMachine(checks, prepared, cluster, async () => {
		await checks.check(
			`${CHANGES} changes while the main process is killed twice: all arrive, none twice`,
			async () => await crash(prepared, cluster, recorder),
			600_000,
		);
	});
	await recorder.close();
	await checkKilledJobs(checks, prepared, cluster);
}
