import { join } from 'node:path';
import { startEmulator } from '../../../emulator';
import { withBrowser } from '../../browser/browser';
import type { N8nServer } from '../../n8n/n8nServer';
import { startN8n } from '../../n8n/n8nServer';
import { installNodes } from '../../n8n/packagedNodes';
import { freePort } from '../../process/freePort';
import { report, step } from '../../process/progress';
import type { Checks } from '../checks';
import type { TestKit } from '../preparedN8n';
import { prepareN8n } from '../preparedN8n';
import { checkAnswers } from './answerChecks';
import { checkApproval } from './approvalChecks';
import { checkChain } from './chainChecks';
import { checkReadingPage } from './readingPageChecks';
import { ReadingSite } from './readingSite';
import { PAGE_PICTURES } from './readingViewChecks';

/** Pictures of the page for the docs. */
export const READING_PICTURES = ['read-receipts.png', ...PAGE_PICTURES];

/** Reading links and the wait for them, while n8n is killed and restarted. Screenshots go to `images`. */
export async function checkReading(checks: Checks, { n8n, tarball, temporary }: TestKit): Promise<void> {
	const folder = join(temporary, 'reading');
	await step('Installing the package into another n8n', async () => await installNodes(tarball, folder));
	const [emulator, port] = [await startEmulator({ seedDemo: true }), await freePort()];
	const options = { n8n, userFolder: folder, logFolder: join(temporary, 'logs', 'reading') };
	const start = async (): Promise<N8nServer> => await step('Starting n8n', async () => await startN8n(port, options));
	const images = join(temporary, 'images');
	try {
		const server = await start();
		const prepared = await prepareN8n(server.base, emulator, n8n, folder);
		await withBrowser(images, async (browser) => {
			report('The reading page in Chromium');
			await checkReadingPage(checks, browser, images);
			report('Read receipts and approval');
			const site = new ReadingSite(prepared, server, start, browser);
			await checkApproval(checks, site, images);
			await checkAnswers(checks, site);
			await checkChain(checks, site);
		});
	} finally {
		await emulator.close();
	}
}
