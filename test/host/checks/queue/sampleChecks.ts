import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { checkAgent } from '../agent/agentChecks';
import type { Checks } from '../checks';
import { checkSample } from '../samples/firstFileChecks';
import { checkAnalytics, checkPlainSamples } from '../samples/sampleChecks';
import { binaryId, type Cluster } from './cluster';
import { listExecutions } from './webhookRuns';

/** Runs the samples, but for pages and waits (webhookProcessChecks.ts), on workers only; each must have some. */
export async function checkSamplesOnWorkers(
	checks: Checks,
	prepared: PreparedN8n,
	cluster: Cluster,
	images: string,
): Promise<void> {
	await checkFirstFile(checks, prepared);
	await checkPlainSamples(checks, prepared);
	await checkAgent(checks, prepared);
	await checkAnalytics(checks, prepared, images);
	await checks.check('workers executed all of it, and each did its part', async () => {
		await executedByWorkers(prepared, cluster);
	});
}

async function checkFirstFile(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const execution = await checkSample(checks, prepared);
	await checks.check('its binary data are where queue mode keeps them', async () => {
		assert.match(execution?.items('Download the file')[0]?.binary?.data?.id ?? '', binaryId(prepared.n8n));
	});
}

async function executedByWorkers({ rest }: PreparedN8n, { workers }: Cluster): Promise<void> {
	const parts = workers.map((worker) => new Set(worker.executions()));
	const ended = (await listExecutions(rest)).filter(({ status }) => status === 'success').map(({ id }) => id);
	assert.ok(ended.length >= 20, `only ${ended.length} executions`);
	assert.deepEqual(
		ended.filter((id) => !parts.some((part) => part.has(id))),
		[],
		'executions that no worker has started',
	);
	report(`    executions of the workers: ${parts.map(({ size }) => size).join(' and ')}`);
	for (const part of parts) assert.ok(part.size > 0, 'a worker had nothing to do');
}
