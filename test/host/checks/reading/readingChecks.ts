import { join } from 'node:path';
import { withBrowser } from '../../browser/browser';
import { report } from '../../process/progress';
import type { Checks } from '../checks';
import { withOwnN8n } from '../ownN8n';
import type { TestKit } from '../preparedN8n';
import { checkAnswers } from './answerChecks';
import { checkApproval } from './approvalChecks';
import { checkChain } from './chainChecks';
import { checkReadingPage } from './readingPageChecks';
import { ReadingSite } from './readingSite';
import { PAGE_PICTURES } from './readingViewChecks';

/** Pictures of the page for the docs. */
export const READING_PICTURES = ['read-receipts.png', ...PAGE_PICTURES];

/** Reading links and the wait for them, while n8n is killed and restarted. Screenshots go to `images`. */
export async function checkReading(checks: Checks, kit: TestKit): Promise<void> {
	const images = join(kit.temporary, 'images');
	await withOwnN8n(kit, { name: 'reading' }, async ({ prepared, server, start }) => {
		await withBrowser(images, async (browser) => {
			report('The reading page in Chromium');
			await checkReadingPage(checks, browser, images);
			report('Read receipts and approval');
			const site = new ReadingSite(prepared, server, start, browser);
			await checkApproval(checks, site, images);
			await checkAnswers(checks, site);
			await checkChain(checks, site);
		});
	});
}
