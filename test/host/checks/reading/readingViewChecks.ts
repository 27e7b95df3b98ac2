import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { accessibilityProblems } from '../../browser/visitor';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import type { ReadingSite } from './readers';

const VIEWS: Readonly<Record<string, BrowserContextOptions>> = {
	light: {},
	dark: { colorScheme: 'dark' },
	phone: { viewport: { width: 360, height: 740 } },
	landscape: { viewport: { width: 740, height: 360 } },
	/** A window of 1180 × 820 at 200 %. */
	zoomed: { viewport: { width: 590, height: 410 }, deviceScaleFactor: 2 },
};
/** The words of the button that declines, in each language. */
const LANGUAGES = { 'en-US': 'Decline', 'zh-CN': '拒绝' } as const;
/** Screenshots that docs/read-receipts.md shows. */
export const PAGE_PICTURES = ['reading-approve-dark.png', 'reading-read-phone.png'];

/** What a page shows. */
interface Shown {
	readonly ask: 'read' | 'approve';
	readonly filename?: string;
	readonly viewer?: string;
}

const FILE = 'Framework agreement.pdf';
const LONG = 'x'.repeat(200);
const STRANGE = [
	{ filename: `${LONG}.pdf`, viewer: LONG },
	{ filename: 'חוזה מסגרת.pdf', viewer: 'דוד לוי' },
	{ filename: '<img src=x><script>".pdf', viewer: '<b>' },
];

/** Waits for a reader of such a page, in an execution of its own; returns the link. */
async function linkTo(site: ReadingSite, { ask, filename = FILE, viewer = 'Zhang Wei' }: Shown): Promise<string> {
	const path = `Shown/${filename}`;
	site.prepared.emulator.seedFile(path, 'stands for a document');
	const { links } = await site.waiting([viewer], { ask, file: byPath(path) }, {});
	return links[0] ?? '';
}

/** Visits a page; errors of its script fail the check. */
async function visitPage(
	site: ReadingSite,
	link: string,
	options: BrowserContextOptions,
	use: (page: Page, preview: FrameLocator) => Promise<void>,
): Promise<void> {
	const errors: Error[] = [];
	const opened = async (page: Page, preview: FrameLocator): Promise<void> => {
		page.on('pageerror', (error) => errors.push(error));
		await page.goto(link);
		await use(page, preview);
	};
	await site.visit('', opened, options);
	assert.deepEqual(errors, []);
}

/** What readers see of pages that n8n serves, on several devices. Screenshots go to `images`. */
export async function checkReadingViews(checks: Checks, site: ReadingSite, images: string): Promise<void> {
	await checks.check('the page is readable in light and dark mode and on a phone', async () => {
		for (const ask of ['read', 'approve'] as const) {
			const link = await linkTo(site, { ask });
			for (const [name, options] of Object.entries(VIEWS))
				await visitPage(site, link, options, async (page, preview) => {
					await preview.getByRole('button', { name: 'Next' }).click();
					await page.getByText('2 of 3 pages opened', { exact: true }).waitFor();
					await checkWidth(page);
					if (name !== 'phone' && name !== 'zoomed') await checkHeight(page);
					// The bar moves for a moment.
					await page.waitForTimeout(800);
					await page.screenshot({ path: join(images, `reading-${ask}-${name}.png`) });
				});
		}
	});
	await checks.check('long names, names from right to left and HTML in names fit and stay text', async () => {
		for (const shown of STRANGE)
			await visitPage(site, await linkTo(site, { ...shown, ask: 'approve' }), VIEWS.phone ?? {}, async (page) => {
				assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), shown.filename);
				assert.equal(await page.locator('footer bdi').textContent(), shown.viewer);
				await checkWidth(page);
			});
	});
	await checks.check('axe finds nothing, in English and in Chinese, before and in the question', async () => {
		const link = await linkTo(site, { ask: 'approve' });
		for (const [locale, decline] of Object.entries(LANGUAGES))
			for (const options of Object.values(VIEWS))
				await visitPage(
					site,
					link,
					{ ...options, locale },
					async (page) => await checkAccess(page, locale, decline),
				);
	});
	await checks.check('without JavaScript the page says that nothing is recorded', async () => {
		await visitPage(site, await linkTo(site, { ask: 'approve' }), { javaScriptEnabled: false }, async (page) => {
			// Written a second time: a change of the wording must be made here too.
			await page.getByText('Without it you can see the file, but nothing is recorded.').waitFor();
			assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
		});
	});
}

/** The page is in the language of its visitor, and nobody is kept out; that it asks once more changes neither. */
async function checkAccess(page: Page, locale: string, decline: string): Promise<void> {
	assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
	assert.deepEqual(await accessibilityProblems(page), []);
	await page.getByRole('button', { name: decline }).first().click();
	assert.deepEqual(await accessibilityProblems(page), []);
	await checkWidth(page);
	// That axe looks at all: a picture without words is found.
	await page.evaluate('document.body.append(document.createElement("img"))');
	assert.match((await accessibilityProblems(page)).join(), /^image-alt/);
}

/** What is asked is in sight without scrolling. */
async function checkHeight(page: Page): Promise<void> {
	const asked = page.locator('#askTitle, #choices button');
	for (const element of await asked.all()) {
		const { y = Infinity, height = 0 } = (await element.boundingBox()) ?? {};
		assert.ok(y + height <= (page.viewportSize()?.height ?? 0), 'the question is below the fold');
	}
}

async function checkWidth(page: Page): Promise<void> {
	assert.ok(
		await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
		'the page is wider than the window',
	);
}
