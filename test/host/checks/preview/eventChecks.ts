import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import { DOCUMENT, type PreviewSite } from './previewSite';

/** The events of a document, as items. */
export async function checkEvents(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check(
		'the page shows the document; each turned page is an item',
		async () => await readToTheEnd(site),
	);
}

/** Where in the document the visitor is, as the preview and the header of the page say it. */
export const pageOf3 = (current: number): string => `Page ${current} of 3`;

/** Turns the pages of a document of three, and waits for each. */
export async function turnThreePages(page: Page, preview: FrameLocator): Promise<void> {
	for (const current of [1, 2, 3]) {
		await page.getByText(pageOf3(current), { exact: true }).waitFor();
		await preview.getByText(pageOf3(current), { exact: true }).waitFor();
		if (current < 3) await preview.getByRole('button', { name: 'Next' }).click();
	}
}

async function readToTheEnd(site: PreviewSite): Promise<void> {
	const served = await site.serve({ file: byPath(DOCUMENT) });
	await site.visit(served.url, async (page, preview) => {
		assert.equal(await page.title(), 'Framework agreement.pdf');
		await turnThreePages(page, preview);
		const items = await site.waitForItems(served, 3);
		assert.deepEqual(
			items.map(({ event, finished, page: at, viewer }) => ({ event, finished, at, viewer })),
			[1, 2, 3].map((current) => ({
				event: 'page',
				finished: current === 3,
				at: { current, total: 3 },
				viewer: null,
			})),
		);
		for (const key of ['hash', 'fullpath', 'filename']) assert.equal(typeof items[0]?.[key], 'string', key);
		assert.ok(Math.abs(Date.parse(String(items[0]?.date)) - Date.now()) < 60_000);
		assert.equal(new Set(items.map(({ load_id: id }) => id)).size, 1);
	});
}
