import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { accessibilityProblems } from '../../browser/visitor';
import type { Checks } from '../checks';
import type { ReadingPageData } from './readingServer';
import { type ReadingVisit, visitReading } from './readingVisits';

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

/** A title that is not the name of the file. */
const SHOWN = { title: 'Framework agreement 2026', filename: 'Framework agreement.pdf' };

const LONG = 'x'.repeat(200);
const STRANGE: ReadonlyArray<Partial<ReadingPageData>> = [
	{ title: LONG, filename: `${LONG}.pdf`, viewer: LONG },
	{ title: 'חוזה מסגרת', filename: 'חוזה מסגרת.pdf', viewer: 'דוד לוי' },
	{ title: '<img src=x>', filename: '</script><b>.pdf', viewer: '<b>' },
];

/** What readers see, on several devices. Screenshots go to `images`. */
export async function checkReadingViews(checks: Checks, browser: Browser, images: string): Promise<void> {
	await checks.check('the page is readable in light and dark mode and on a phone', async () => {
		for (const ask of ['read', 'approve'] as const)
			for (const [name, context] of Object.entries(VIEWS))
				await visitReading(browser, { data: { ...SHOWN, ask }, context }, async (visit) => {
					await visit.preview.getByRole('button', { name: 'Next' }).click();
					await visit.page.getByText('2 of 3 pages opened', { exact: true }).waitFor();
					await checkWidth(visit);
					if (name !== 'phone' && name !== 'zoomed') await checkHeight(visit);
					// The bar moves for a moment.
					await visit.page.waitForTimeout(800);
					await visit.page.screenshot({ path: join(images, `reading-${ask}-${name}.png`) });
				});
	});
	await checks.check('long names, names from right to left and HTML in names fit and stay text', async () => {
		for (const data of STRANGE)
			await visitReading(
				browser,
				{ data: { ...data, ask: 'approve' }, context: VIEWS.phone ?? {} },
				async (visit) => {
					assert.equal(await visit.page.getByRole('heading', { level: 1 }).textContent(), data.title);
					assert.equal(await visit.page.locator('footer bdi').textContent(), data.viewer);
					await checkWidth(visit);
				},
			);
	});
	await checks.check('axe finds nothing, in English and in Chinese, before and in the question', async () => {
		for (const [locale, decline] of Object.entries(LANGUAGES))
			for (const context of Object.values(VIEWS))
				await visitReading(
					browser,
					{ data: { ...SHOWN, ask: 'approve' }, context: { ...context, locale } },
					async (visit) => await checkAccess(visit, locale, decline),
				);
	});
	await checkOtherViews(checks, browser, images);
}

/** The page is in the language of its visitor, and nobody is kept out; that it asks once more changes neither. */
async function checkAccess(visit: ReadingVisit, locale: string, decline: string): Promise<void> {
	const { page } = visit;
	assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
	assert.deepEqual(await accessibilityProblems(page), []);
	await page.getByRole('button', { name: decline }).first().click();
	assert.deepEqual(await accessibilityProblems(page), []);
	await checkWidth(visit);
	// That axe looks at all: a picture without words is found.
	await page.evaluate('document.body.append(document.createElement("img"))');
	assert.match((await accessibilityProblems(page)).join(), /^image-alt/);
}

async function checkOtherViews(checks: Checks, browser: Browser, images: string): Promise<void> {
	await checks.check('without JavaScript the page says that nothing is recorded', async () => {
		const context = { javaScriptEnabled: false };
		await visitReading(browser, { data: { ask: 'approve' }, context }, async ({ page }) => {
			// Written a second time: a change of the wording must be made here too.
			await page.getByText('Without it you can see the file, but nothing is recorded.').waitFor();
			assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
			await page.screenshot({ path: join(images, 'reading-plain.png') });
		});
	});
}

/** What is asked is in sight without scrolling. */
async function checkHeight({ page }: ReadingVisit): Promise<void> {
	const asked = page.locator('#askTitle, #choices button');
	for (const element of await asked.all()) {
		const { y = Infinity, height = 0 } = (await element.boundingBox()) ?? {};
		assert.ok(y + height <= (page.viewportSize()?.height ?? 0), 'the question is below the fold');
	}
}

async function checkWidth({ page }: ReadingVisit): Promise<void> {
	assert.ok(
		await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
		'the page is wider than the window',
	);
}
