import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds in a page, by the name of its rule and the element. What is framed in is a page of the service, and no
 * matter of ours.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
	// An evaluated script runs whatever the page's own policy forbids.
	await page.evaluate(axe.source);
	const run = 'axe.run({ exclude: [["iframe"]] }, { iframes: false, resultTypes: ["violations"] })';
	const { violations } = await page.evaluate<axe.AxeResults>(run);
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
