import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import type { Checks } from '../checks';
import { byPath, libraryNode } from '../libraryNodes';
import type { Cluster } from './cluster';
import { WebhookRuns } from './webhookRuns';

/** With the trial of the webhook, fewer than n8n lists at once. */
const EXECUTIONS = 90;
const ENDED_MS = 240_000;

/** Prints how many executions of one request end per second with the workers at the moment. All must succeed. */
export async function checkThroughput(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const running = cluster.workers.filter(({ runs }) => runs).length;
	await checks.check(
		`${EXECUTIONS} executions at once with ${running} of two workers: all succeed`,
		async () => {
			const list = libraryNode(prepared, 'List a folder', {
				resource: 'folder',
				operation: 'getMany',
				folder: byPath('Contracts'),
				returnAll: true,
			});
			await measure(await WebhookRuns.publish(prepared, `With ${running} of two workers`, [list]), cluster);
		},
		ENDED_MS + 90_000,
	);
}

async function measure(runs: WebhookRuns, { workers }: Cluster): Promise<void> {
	const from = Date.now();
	await runs.start(EXECUTIONS);
	const ended = await runs.ended(EXECUTIONS, ENDED_MS);
	assert.deepEqual(
		ended.filter(({ status }) => status !== 'success').map(({ id }) => id),
		[],
	);
	const end = Math.max(...ended.map(({ stoppedAt = '' }) => Date.parse(stoppedAt)));
	const seconds = (end - from) / 1000;
	const ids = new Set(ended.map(({ id }) => id));
	const parts = workers
		.map((worker) => worker.executions().filter((id) => ids.has(id)).length)
		.filter((part) => part > 0);
	report(`    ${(EXECUTIONS / seconds).toFixed(1)} executions/s (${parts.join(' + ')} in ${seconds.toFixed(1)} s)`);
}
