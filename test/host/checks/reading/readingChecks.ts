import assert from 'node:assert/strict';
import { join } from 'node:path';
import { withBrowser } from '../../../../dev/browser/browser';
import { type TestKit, withOwnN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import type { Checks } from '../checks';
import { column } from '../samples/sampleRun';
import { checkApproval } from './approvalChecks';
import { ReadingSite } from './readers';
import { checkReadingViews, PAGE_PICTURES } from './readingViewChecks';

const FINISHED_MS = 60_000;
async function timeOut(site: ReadingSite): Promise<void> {
	const { id, links } = await site.waiting(['a', 'b'], {}, { timeLimit: 1, timeLimitUnit: 'minutes' });
	await site.decide(links[0] ?? '', 'approve');
	await site.prepared.rest.waiting(id, FINISHED_MS);
	await site.killAndRestart();
	const execution = await site.prepared.rest.finished(id, 240_000);
	assert.equal(execution.status, 'success', execution.error);
	assert.deepEqual(column(execution, 'Wait', 'outcome'), ['approved', 'timed_out']);
}

/** Pictures of the page for the docs. */
export const READING_PICTURES = ['read-receipts.png', ...PAGE_PICTURES];

/** Reading links and the wait for them, while n8n is killed and restarted. Screenshots go to `images`. */
export async function checkReading(checks: Checks, kit: TestKit): Promise<void> {
	const images = join(kit.temporary, 'images');
	await withOwnN8n(kit, { name: 'reading' }, async ({ prepared, server, start }) => {
		await withBrowser(images, async (browser) => {
			const site = new ReadingSite(prepared, server, start, browser);
			report('The reading page in Chromium');
			await checkReadingViews(checks, site, images);
			report('Read receipts and approval');
			await checkApproval(checks, site, images);
			await checks.check(
				'when the time is over, the execution goes on, also after n8n was killed',
				async () => await timeOut(site),
				420_000,
			);
		});
	});
}
