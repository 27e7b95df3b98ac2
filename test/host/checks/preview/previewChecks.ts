import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { accessibilityProblems } from '../../browser/visitor';
import { withBrowser } from '../../../../dev/browser/browser';
import { waitFor } from '../../../../dev/process/waiting';
import { PREVIEW_PATH, previewSample } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { checkEvents, pageOf3 } from './eventChecks';
import { checkForgedMessages } from './forgedMessageChecks';
import { DOCUMENT, PreviewSite, TRIGGER } from './previewSite';

/** Links for one viewer: what the page shows of them, and what the items contain. */
async function checkPersonalLinks(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check('a personal link shows its file and viewer, with a watermark', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT), requireViewer: true, options: { watermark: true } });
		const { link, expires_at: end } = await site.makeLink(served.url, 'zhang.wei', 'Contracts/offer.pdf');
		assert.ok(Math.abs(Date.parse(String(end)) - Date.now() - 2 * 86_400_000) < 60_000);
		await site.visit(String(link), async (page, preview) => {
			await page.getByText('Shown to zhang.wei').waitFor();
			await preview.locator('#watermark', { hasText: 'zhang.wei' }).waitFor();
			const [item] = await site.waitForItems(served, 1);
			assert.deepEqual([item?.viewer, item?.fullpath], ['zhang.wei', 'Contracts/offer.pdf']);
		});
	});
	await checks.check(
		'the sample serves its page, makes a personal link and tags the file that was read',
		async () => await readSample(site),
	);
}

async function readSample(site: PreviewSite): Promise<void> {
	const { rest, base, samples, emulator } = site.prepared;
	const { id } = previewSample(samples);
	const execution = await rest.execute(id, 'Start', 60_000);
	assert.equal(execution.status, 'success', execution.error);
	await rest.publish(id);
	const link = String(execution.items('Make a personal link')[0]?.json.link);
	assert.ok(link.startsWith(`${base}${PREVIEW_PATH}?viewer=Zhang`), link);
	await waitFor(30_000, 'the page of the sample', async () => (await fetch(link)).ok);
	await site.visit(link, async (_page, preview) => {
		for (const _turn of [1, 2]) await preview.getByRole('button', { name: 'Next' }).click();
		await waitFor(60_000, 'the tag', async () =>
			emulator.requests.some(({ path, status }) => path.endsWith('/file/add_tag') && status === 200),
		);
	});
}

/** What visitors read, written a second time. */
const WITHOUT_SCRIPT = 'Without JavaScript, the preview is shown';
const TITLE = 'Framework agreement 2026';

const VIEWS = {
	light: {},
	dark: { colorScheme: 'dark' },
	phone: { viewport: { width: 390, height: 780 } },
	zoomed: { viewport: { width: 590, height: 410 }, deviceScaleFactor: 2 },
	plain: { javaScriptEnabled: false },
} as const;

/** What visitors see, on several devices and when they are refused. Screenshots go to `images`. */
async function checkViews(checks: Checks, site: PreviewSite, images: string): Promise<void> {
	await checks.check('the page is readable in light and dark mode, on a phone and without JavaScript', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT), options: { pageTitle: TITLE } });
		const { link } = await site.makeLink(served.url, 'Zhang Wei', DOCUMENT);
		for (const [name, options] of Object.entries(VIEWS)) {
			const show = async (page: Page, preview: FrameLocator) => {
				await checkView(page, preview, name === 'plain' ? WITHOUT_SCRIPT : pageOf3(1));
				await page.screenshot({ path: join(images, `preview-${name}.png`) });
			};
			await site.visit(String(link), show, options);
		}
	});
	await checks.check('axe finds nothing on the page, in English and in Chinese', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT), options: { pageTitle: TITLE } });
		const { link } = await site.makeLink(served.url, 'Zhang Wei', DOCUMENT);
		for (const locale of ['en-US', 'zh-CN'])
			await site.visit(
				String(link),
				async (page, preview) => {
					await preview.getByRole('heading', { level: 1 }).waitFor();
					assert.deepEqual(await accessibilityProblems(page), []);
				},
				{ locale },
			);
	});
}

async function checkView(page: Page, preview: FrameLocator, text: string): Promise<void> {
	assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), TITLE);
	await preview.getByRole('heading', { level: 1 }).waitFor();
	// The header says just this; the notice is a part of its paragraph.
	await page.getByText(text, { exact: text !== WITHOUT_SCRIPT }).waitFor();
	assert.ok(
		await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
		'the page is wider than the window',
	);
}

/** The test of the trigger in the editor. */
async function checkTestEvent(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check('"Listen for test event" serves the page and ends with the first event', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT) }, false);
		await site.prepared.rest.listen(served.workflowId, TRIGGER);
		for (const _turn of [1, 2]) assert.equal((await fetch(served.testUrl)).status, 200);
		await site.visit(served.testUrl, async () => assert.equal((await site.waitForItems(served, 1)).length, 1));
		assert.equal((await fetch(served.testUrl)).status, 404);
	});
}

/** Opens pages of the Preview Trigger in Chromium and checks what starts the workflow. Screenshots go to `images`. */
export async function checkPreview(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	await withBrowser(images, async (browser) => {
		const site = new PreviewSite(prepared, browser);
		await checkEvents(checks, site);
		await checkTestEvent(checks, site);
		await checkPersonalLinks(checks, site);
		await checkViews(checks, site, images);
		await checkForgedMessages(checks, site);
	});
}
