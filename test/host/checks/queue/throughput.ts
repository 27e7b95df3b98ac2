import assert from 'node:assert/strict';
import { report } from '../../process/progress';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import type { Cluster } from './cluster';
import { libraryNode } from './libraryNodes';
import { WebhookRuns } from './webhookRuns';

const EXECUTIONS = 100;
const ENDED_MS = 240_000;

/** Counts executions per second with the workers that run at the moment. */
export class Throughput {
	private total = 0;

	private constructor(
		private readonly runs: WebhookRuns,
		private readonly cluster: Cluster,
	) {}

	/** Publishes a workflow of one request to the service. */
	static async publish(prepared: PreparedN8n, cluster: Cluster): Promise<Throughput> {
		const list = libraryNode(prepared, 'List a folder', {
			resource: 'folder',
			operation: 'getMany',
			folder: { __rl: true, mode: 'path', value: 'Contracts' },
			returnAll: true,
		});
		return new Throughput(await WebhookRuns.publish(prepared, 'Throughput', [list]), cluster);
	}

	/** Starts many executions at once and prints how many end per second. All must succeed. */
	async check(checks: Checks): Promise<void> {
		const running = this.cluster.workers.filter(({ runs }) => runs).length;
		await checks.check(
			`${EXECUTIONS} executions with ${running} of two workers: all succeed`,
			async () => await this.measure(),
			ENDED_MS + 30_000,
		);
	}

	private async measure(): Promise<void> {
		this.total += EXECUTIONS;
		const from = Date.now();
		await this.runs.start(EXECUTIONS);
		await this.runs.ended(this.total, ENDED_MS);
		const latest = (await this.runs.all()).slice(-EXECUTIONS);
		assert.deepEqual(
			latest.filter(({ status }) => status !== 'success').map(({ id }) => id),
			[],
		);
		const end = Math.max(...latest.map(({ stoppedAt = '' }) => Date.parse(stoppedAt)));
		const seconds = (end - from) / 1000;
		const ids = new Set(latest.map(({ id }) => id));
		const parts = this.cluster.workers
			.map((worker) => worker.executions().filter((id) => ids.has(id)).length)
			.filter((part) => part > 0);
		report(
			`    ${(EXECUTIONS / seconds).toFixed(1)} executions/s (${parts.join(' + ')} in ${seconds.toFixed(1)} s)`,
		);
	}
}
