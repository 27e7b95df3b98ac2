import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { pause, waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { READING } from './readingPageObject';
import { visitReading, type Visit } from './readingVisits';

/** Longer than a post takes. */
const QUIET_MS = 700;

/** What n8n learns of a reader of a real viewer; what counts as read: test/pages/reading.test.ts. */
export async function checkPagesRead(checks: Checks, browser: Browser): Promise<void> {
	await checks.check(
		'every page was opened: it is posted once, and the page says that it is recorded',
		async () => await visitReading(browser, {}, readToTheEnd),
	);
	await checks.check(
		'what was read survives a reload, and what n8n knows is not asked for again',
		async () => await visitReading(browser, {}, reload),
	);
	await checks.check('a reader who leaves is reported at once', async () => {
		await visitReading(browser, {}, async ({ server, reader, page }) => {
			await waitFor(30_000, 'the first page', async () => server.of('progress').length === 1);
			await reader.turnPages(1);
			await page.goto('about:blank');
			await waitFor(15_000, 'the second page', async () => server.of('progress').length === 2);
			assert.deepEqual(server.of('progress')[1]?.pages, [1, 2]);
		});
	});
}

async function readToTheEnd({ server, reader, page }: Visit): Promise<void> {
	await reader.waitForQuestion(READING.readQuestion);
	await reader.missing.getByText('Not opened yet: pages 2–3.').waitFor();
	await reader.turnPages(1);
	await page.getByText('2 of 3 pages opened', { exact: true }).waitFor();
	assert.deepEqual(server.of('finished'), []);
	await reader.turnPages(1);
	await reader.waitForQuestion(READING.finished);
	await reader.preview.getByRole('button', { name: 'Previous' }).click();
	await pause(QUIET_MS);
	assert.deepEqual(server.of('finished'), [
		{ kind: 'finished', token: 'first', pages: [1, 2, 3], total: 3, content: 'c1' },
	]);
	const [{ time, ...first } = { time: 0 }] = server.of('progress');
	assert.deepEqual(first, { kind: 'progress', token: 'first', pages: [1], total: 3, current: 1, content: 'c1' });
	assert.ok(Math.abs(time - Date.now()) < 60_000);
}

async function reload({ server, reader, page }: Visit): Promise<void> {
	await reader.turnPages(1);
	await page.getByText('2 of 3 pages opened', { exact: true }).waitFor();
	// The page keeps what was read within half a second.
	await waitFor(15_000, 'the pages in the address', async () => page.url().endsWith('#opened=1-2/3/c1'));
	await page.reload();
	await page.getByText('2 of 3 pages opened', { exact: true }).waitFor();
	// A new tab knows nothing, unless n8n does.
	server.data = { read: { pages: [3], total: 3 } };
	await page.goto('about:blank');
	await reader.open(server.url);
	await reader.missing.getByText('Not opened yet: page 2.').waitFor();
	await reader.turnPages(1);
	await reader.waitForQuestion(READING.finished);
}
