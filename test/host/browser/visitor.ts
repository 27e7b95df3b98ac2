import axe from 'axe-core';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';

/** An address, what is done there, and how the visitor's browser is. */
export type Visit<T> = [
	url: string,
	use: (page: Page, preview: FrameLocator) => Promise<T>,
	options?: BrowserContextOptions,
];

/** Calls `use` with a new visitor, who sees the page at `url`; an empty `url` opens nothing. */
export async function visit<T>(browser: Browser, ...[url, use, options]: Visit<T>): Promise<T> {
	const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, ...options });
	try {
		const page = await context.newPage();
		page.setDefaultTimeout(40_000);
		if (url !== '') await page.goto(url);
		return await use(page, page.frameLocator('#preview'));
	} finally {
		await context.close();
	}
}

/** What axe finds, by rule and element, outside of frames: what is framed in is a page of the service. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
	// An evaluated script runs whatever the page's own policy forbids.
	await page.evaluate(axe.source);
	const run = 'axe.run({ exclude: [["iframe"]] }, { iframes: false, resultTypes: ["violations"] })';
	const { violations } = await page.evaluate<axe.AxeResults>(run);
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
