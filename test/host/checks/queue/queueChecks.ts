import { join } from 'node:path';
import { startEmulator } from '../../../emulator';
import { report, step } from '../../process/progress';
import { queuePrograms } from '../../process/queuePrograms';
import type { Checks } from '../checks';
import type { PreparedN8n, TestKit } from '../preparedN8n';
import { prepareN8n } from '../preparedN8n';
import { Cluster } from './cluster';
import { checkKilledMachine, checkKilledWorker } from './killedWorkerChecks';
import { WatchedByMain } from './killedMainChecks';
import { checkLargeFile } from './largeFileChecks';
import { checkSamplesOnWorkers } from './sampleChecks';
import { checkThroughput } from './throughput';
import { checkTokens } from './tokenChecks';
import { checkWebhookProcess } from './webhookProcessChecks';

/**
 * n8n's queue mode: a main process, two workers and a webhook process over Redis and Postgres. Where these programs
 * are missing, it prints that and checks nothing.
 */
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
	const emulator = await startEmulator({ seedDemo: true });
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
	await checkSamplesOnWorkers(checks, prepared, cluster, images);
	await checkWebhookProcess(checks, prepared, cluster, images);
	await checkTokens(checks, prepared, cluster);
	await checkThroughput(checks, prepared, cluster);
	await checkLargeFile(checks, prepared, cluster);
	const watched = await WatchedByMain.publish(prepared, cluster);
	await checkKilledWorker(checks, prepared, cluster);
	await step('Starting another worker', async () => await cluster.startWorker());
	await checkKilledMachine(checks, prepared, cluster, async () => await watched.check(checks));
}
