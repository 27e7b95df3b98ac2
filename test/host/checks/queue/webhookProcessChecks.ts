import assert from 'node:assert/strict';
import { withBrowser } from '../../../../dev/browser/browser';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import { turnThreePages } from '../preview/eventChecks';
import { DOCUMENT, PreviewSite } from '../preview/previewSite';
import { Readers } from '../reading/readers';
import { column } from '../samples/sampleRun';
import type { Cluster } from './cluster';

/** The pages and waits of the nodes where a webhook process serves them, and workers execute what they start. */
export async function checkWebhookProcess(
	checks: Checks,
	prepared: PreparedN8n,
	cluster: Cluster,
	images: string,
): Promise<void> {
	await withBrowser(images, async (browser) => {
		const site = new PreviewSite(prepared, browser);
		await checks.check(
			'the webhook process serves the page and takes its events; workers get the items',
			async () => {
				await readPage(site, cluster);
			},
		);
	});
	await checks.check('two people approve: the webhook process takes the answers, workers go on', async () => {
		await approveThroughWebhookProcess(new Readers(prepared), cluster);
	});
}

async function readPage(site: PreviewSite, { mainAddress, workers }: Cluster): Promise<void> {
	const served = await site.serve({ file: byPath(DOCUMENT) });
	// The main process has no production webhooks here: whatever answers at the proxy is the webhook process.
	const path = new URL(served.url).pathname;
	assert.match(await (await fetch(mainAddress + path)).text(), /Cannot GET|not registered|<!DOCTYPE/i);
	assert.doesNotMatch(await (await fetch(mainAddress + path)).text(), /id="preview"/);
	await site.visit(served.url, async (page, preview) => {
		await turnThreePages(page, preview);
		const items = await site.waitForItems(served, 3);
		assert.deepEqual(
			items.map(({ event, finished }) => [event, finished]),
			[
				['page', false],
				['page', false],
				['page', true],
			],
		);
	});
	const executed = await site.prepared.rest.executions(served.workflowId);
	const started = new Set(workers.flatMap((worker) => worker.executions()));
	assert.ok(executed.length > 0 && executed.every(({ id }) => started.has(id)));
}

async function approveThroughWebhookProcess(readers: Readers, cluster: Cluster): Promise<void> {
	const { rest } = readers.prepared;
	const { id, links } = await readers.waiting(['a', 'b'], {}, {});
	for (const link of links) assert.ok(link.startsWith(cluster.base), link);
	const [first = '', second = ''] = links;
	await readers.decide(first, 'approve');
	await rest.waiting(id, 30_000);
	await readers.decide(second, 'decline');
	const execution = await rest.finished(id, 30_000);
	assert.equal(execution.status, 'success', execution.error);
	assert.deepEqual(column(execution, 'Wait', 'outcome'), ['approved', 'declined']);
	const runs = await waitFor(10_000, 'the logs of the workers', async () => {
		const found = cluster.workers.flatMap((worker) => worker.executions()).filter((one) => one === id).length;
		return found >= 3 && found;
	});
	assert.equal(runs, 3, 'workers ran it from the start and after each answer');
}
