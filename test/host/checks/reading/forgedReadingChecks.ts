import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { pause } from '../../process/waiting';
import type { Checks } from '../checks';
import { READING } from './readingPageObject';
import { visitReading, type Visit } from './readingVisits';

/** Longer than a genuine event takes to be posted. */
const QUIET_MS = 700;

const eventOf = (current: number) =>
	JSON.stringify(JSON.stringify({ type: 'SVC_VIEWER_EVENT', page: { current, total: 3 }, time: Date.now() }));

/** Messages from anywhere but the preview read nothing, in n8n's sandbox and outside of it. */
export async function checkForgedReading(checks: Checks, browser: Browser): Promise<void> {
	for (const sandbox of [true, false])
		await checks.check(
			`pages that the preview did not show do not count, ${sandbox ? 'in' : 'outside'} the sandbox`,
			async () => await visitReading(browser, { sandbox }, async (visit) => await forge(visit, sandbox)),
		);
}

/** The page itself, a second frame in it and the page that opened it all claim that pages 2 and 3 were shown. */
async function forge({ server, reader, page }: Visit, sandbox: boolean): Promise<void> {
	assert.equal(await page.evaluate("self.origin === 'null'"), sandbox);
	const opened = await openFromStranger(page, server.url);
	await opened.getByText('1 of 3 pages opened', { exact: true }).waitFor();
	for (const current of [2, 3]) {
		await page.evaluate(`postMessage(${eventOf(current)}, '*')`);
		await page.evaluate(`self.other.postMessage(${eventOf(current)}, '*')`);
	}
	await page.evaluate(`document.body.appendChild(document.createElement('iframe')).id = 'second'`);
	const second = await (await page.locator('#second').elementHandle())?.contentFrame();
	for (const current of [2, 3]) await second?.evaluate(`parent.postMessage(${eventOf(current)}, '*')`);
	const invalid = ['{', 'null', '{"type":"SVC_VIEWER_EVENT","page":{"current":4,"total":3},"time":1}'];
	for (const text of invalid) await page.frames()[1]?.evaluate(`parent.postMessage(${JSON.stringify(text)}, '*')`);
	await pause(QUIET_MS);
	await opened.getByText('1 of 3 pages opened', { exact: true }).waitFor();
	await reader.missing.getByText('Not opened yet: pages 2–3.').waitFor();
	await reader.waitForQuestion(READING.readQuestion);
	assert.deepEqual(server.of('finished'), []);
}

async function openFromStranger(page: Page, url: string): Promise<Page> {
	const [opened] = await Promise.all([
		page.waitForEvent('popup'),
		page.evaluate(`self.other = open(${JSON.stringify(url)}), true`),
	]);
	return opened;
}
