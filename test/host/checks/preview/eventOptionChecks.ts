import assert from 'node:assert/strict';
import type { Checks } from '../checks';
import { pageOf3 } from './pageTexts';
import { byPath, DOCUMENT, type PreviewSite, type ServedPage, TRIGGER } from './previewSite';

/** The options that decide which events start the workflow, and the test of the trigger in the editor. */
export async function checkEventOptions(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check(
		'with Only Finished, the last page is the only item; with a throttle, the first and the last',
		async () => {
			const finished = await site.serve({ file: byPath(DOCUMENT), options: { onlyFinished: true } });
			await readBackAndForth(site, finished, 1);
			const throttled = await site.serve({ file: byPath(DOCUMENT), options: { throttle: 600 } });
			await readBackAndForth(site, throttled, 2);
			assert.deepEqual(await pagesOf(site, finished), [3]);
			// The page sends the newest event of the pause when the visitor leaves; the trigger still throttles.
			assert.deepEqual(await pagesOf(site, throttled), [1, 3]);
		},
	);
	await checks.check('"Listen for test event" serves the page and ends with the first event', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT) }, false);
		await site.prepared.rest.listen(served.workflowId, TRIGGER);
		for (const _turn of [1, 2]) assert.equal((await fetch(served.testUrl)).status, 200);
		await site.visit(served.testUrl, async () => assert.equal((await site.waitForItems(served, 1)).length, 1));
		assert.equal((await fetch(served.testUrl)).status, 404);
	});
}

async function readBackAndForth(site: PreviewSite, served: ServedPage, items: number): Promise<void> {
	await site.visit(served.url, async (page, preview) => {
		for (const name of ['Next', 'Next', 'Previous', 'Next']) await preview.getByRole('button', { name }).click();
		await page.getByText(pageOf3(3), { exact: true }).waitFor();
		await site.waitForItems(served, items);
	});
}

const pagesOf = async (site: PreviewSite, served: ServedPage): Promise<number[]> =>
	(await site.items(served)).map(({ page }) => (page as { current: number }).current);
