import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Checks } from '../checks';
import { NOTICE, pageOf3, REFUSED } from './pageTexts';
import { byPath, DOCUMENT, type PreviewSite } from './previewSite';

const TITLE = 'Framework agreement 2026';

const VIEWS = {
	light: {},
	dark: { colorScheme: 'dark' },
	phone: { viewport: { width: 390, height: 780 } },
	plain: { javaScriptEnabled: false },
} as const;

/** What visitors see, on several devices and when they are refused. Screenshots go to `images`. */
export async function checkViews(checks: Checks, site: PreviewSite, images: string): Promise<void> {
	await checks.check('the page is readable in light and dark mode, on a phone and without JavaScript', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT), options: { pageTitle: TITLE } });
		const { link } = await site.makeLink(served.url, 'Zhang Wei', DOCUMENT);
		for (const [name, options] of Object.entries(VIEWS)) {
			const show = async (page: Page, preview: FrameLocator) => {
				await checkView(page, preview, name === 'plain' ? NOTICE.withoutScript : pageOf3(1));
				await page.screenshot({ path: join(images, `preview-${name}.png`) });
			};
			await site.visit(String(link), show, options);
		}
	});
	await checks.check(
		'a missing file, a file without a preview and a visitor without a link get a page with the right status',
		async () => await visitRefused(site, images),
	);
}

async function checkView(page: Page, preview: FrameLocator, text: string): Promise<void> {
	assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), TITLE);
	await preview.getByRole('heading', { level: 1 }).waitFor();
	// The header says just this; the notice is a part of its paragraph.
	await page.getByText(text, { exact: text !== NOTICE.withoutScript }).waitFor();
	assert.ok(
		await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
		'the page is wider than the window',
	);
}

async function visitRefused(site: PreviewSite, images: string): Promise<void> {
	site.prepared.emulator.seedFile('Training/archive.zip', 'zip');
	const cases = [
		[await site.serve({ file: byPath('Contracts/none.pdf') }), 404, REFUSED.missing],
		[await site.serve({ file: byPath('Training/archive.zip') }), 415, REFUSED.noPreview],
		[await site.serve({ file: byPath('Contracts') }), 404, REFUSED.missing],
		[await site.serve({ file: byPath(DOCUMENT), requireViewer: true }), 403, REFUSED.anonymous],
	] as const;
	for (const [served, status, heading] of cases) {
		await site.visit('', async (page) => {
			assert.equal((await page.goto(served.url))?.status(), status);
			await page.getByRole('heading', { name: heading }).waitFor();
			await page.screenshot({ path: join(images, `refused-${status}.png`) });
		});
		assert.deepEqual(await site.items(served), []);
	}
}
