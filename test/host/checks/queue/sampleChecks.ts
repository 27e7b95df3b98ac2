import assert from 'node:assert/strict';
import { report } from '../../process/progress';
import { waitFor } from '../../process/waiting';
import { PREVIEW_PATH, previewSample, sampleOf } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { Readers } from '../reading/readers';
import { checkSample } from '../samples/firstFileChecks';
import { checkAnalytics, checkPlainSamples } from '../samples/sampleChecks';
import { addressIn, column, runSample } from '../samples/sampleRun';
import { binaryId } from './binaryData';
import type { Cluster } from './cluster';
import { listExecutions } from './executionList';

/** Runs every sample of the folder `workflows`; all executions must be the workers', and each worker must have some. */
export async function checkSamplesOnWorkers(
	checks: Checks,
	prepared: PreparedN8n,
	cluster: Cluster,
	images: string,
): Promise<void> {
	await checkFirstFile(checks, prepared);
	await checkPlainSamples(checks, prepared);
	await checks.check('Watch a library: the editor shows the latest changes', async () => {
		const execution = await runSample(prepared, 'watch-library.json', 'Library changes');
		assert.ok(execution.items('What happened').length > 0);
	});
	await checks.check('Approve a contract: a worker goes on after each answer', async () => await approve(prepared));
	await checks.check('Preview page: the webhook process serves it', async () => await previewPage(prepared));
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

async function approve(prepared: PreparedN8n): Promise<void> {
	const { rest, samples, mail } = prepared;
	const readers = new Readers(prepared);
	const id = await rest.start(sampleOf(samples, 'read-receipt.json').id, 'Start');
	await rest.waiting(id, 60_000);
	const links = ['ada.lin', 'li.si'].map((to) =>
		addressIn(mail.mails.find((one) => one.to.includes(to) && one.subject.includes('Please decide'))?.text ?? ''),
	);
	for (const link of links) {
		await rest.waiting(id, 60_000);
		await readers.decide(link, 'approve');
	}
	const execution = await rest.finished(id, 60_000);
	assert.equal(execution.status, 'success', execution.error);
	assert.deepEqual(column(execution, 'Wait for both', 'outcome'), ['approved', 'approved']);
}

async function previewPage({ rest, base, samples }: PreparedN8n): Promise<void> {
	await rest.publish(previewSample(samples).id);
	const page = await waitFor(30_000, 'the page', async () => {
		const answer = await fetch(base + PREVIEW_PATH);
		return answer.ok && (await answer.text());
	});
	assert.match(page, /id="preview"/);
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
