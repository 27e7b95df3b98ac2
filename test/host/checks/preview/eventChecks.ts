import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { by } from '../../../support/nodeParameters';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import { pageOf3 } from './pageTexts';
import { DOCUMENT, type PreviewSite } from './previewSite';

/** The events of documents and media, as items. */
export async function checkEvents(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check(
		'the page shows the document; each turned page is an item',
		async () => await readToTheEnd(site),
	);
	await checks.check(
		'annotations are shown, and the page works under another address of n8n than its own',
		async () => {
			const served = await site.serve({
				file: byPath('Contracts/offer.pdf'),
				options: { annotation: 'display', annotator: by('id', '1') },
			});
			await site.visit(served.url.replace('//localhost', '//127.0.0.1'), async (_page, preview) => {
				await preview.locator('#annotations').waitFor();
				assert.equal((await site.waitForItems(served, 1))[0]?.event, 'page');
			});
		},
	);
	await checks.check('a video reports its start, every five seconds and its end', async () => await playVideo(site));
}

async function turnThreePages(page: Page, preview: FrameLocator): Promise<void> {
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

async function playVideo(site: PreviewSite): Promise<void> {
	site.prepared.emulator.seedFile('Training/Tour.mp4', 'stands for a video');
	const served = await site.serve({ file: byPath('Training/Tour.mp4') });
	await site.visit(served.url, async (_page, preview) => {
		await preview.getByRole('button', { name: 'Play' }).click();
		const items = await site.waitForItems(served, 4);
		const reported = items.map(({ event, progress, finished }) => [
			event,
			(progress as { current: number }).current,
			finished,
		]);
		assert.deepEqual(
			reported.sort((a, b) => Number(a[1]) - Number(b[1])),
			[
				['progress', 0, false],
				['progress', 5, false],
				['progress', 10, false],
				['progress', 12.5, true],
			],
		);
	});
}
