import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { serve } from '../../process/loopbackServer';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import { pageOf3 } from './eventChecks';
import { DOCUMENT, type PreviewSite } from './previewSite';

/** A genuine event of a preview: page 2 of 3. */
const genuineEvent = () =>
	JSON.stringify({ type: 'SVC_VIEWER_EVENT', page: { current: 2, total: 3 }, time: Date.now() });

/** Longer than a genuine event takes to become an item. */
const QUIET_MS = 1500;

/** Messages that do not come from the preview, or are no events, start nothing. */
export async function checkForgedMessages(checks: Checks, site: PreviewSite): Promise<void> {
	for (const sandbox of [true, false]) {
		await checks.check(`forged messages do nothing, ${sandbox ? 'in' : 'outside'} the sandbox`, async () => {
			// A website of somebody else.
			const body = `<!doctype html><title>Stranger</title><body>${strangerScript()}</body>`;
			const stranger = await serve((_, page) => page.setHeader('content-type', 'text/html').end(body));
			await sendForgedMessages(site, stranger.origin, sandbox).finally(stranger.close);
		});
	}
}

/** A script that sends a genuine event to the parent and the opener of its page. */
function strangerScript(): string {
	const send = `to.postMessage(${JSON.stringify(genuineEvent())}, '*');`;
	return `<script>for (const to of [parent, opener]) if (to && to !== self) ${send}</script>`;
}

function frameOf(page: Page): Frame {
	const found = page.frames().find((frame) => frame.parentFrame() === page.mainFrame());
	if (!found) throw new Error('the page has no frame');
	return found;
}

async function sendForgedMessages(site: PreviewSite, stranger: string, sandbox: boolean): Promise<void> {
	const served = await site.serve({ file: byPath(DOCUMENT), options: { sandbox } });
	await site.visit(stranger, async (page) => {
		const [opened] = await Promise.all([
			page.waitForEvent('popup'),
			page.evaluate(`self.page = open(${JSON.stringify(served.url)}), true`),
		]);
		await opened.getByText(pageOf3(1), { exact: true }).waitFor();
		assert.equal(await opened.evaluate("self.origin === 'null'"), sandbox);
		const event = JSON.stringify(genuineEvent());
		// The stranger's page, which opened this one.
		await page.evaluate(`self.page.postMessage(${event}, '*')`);
		await sendFromOwnFrames(opened, event);
		// The preview's frame tries to navigate to the stranger, which the page's security rules forbid.
		await frameOf(opened).evaluate(`location.href = ${JSON.stringify(stranger)}`);
		await opened.waitForTimeout(QUIET_MS);
		assert.ok(!(await opened.locator('header').innerText()).includes('Page 2'));
	});
	assert.deepEqual(
		(await site.items(served)).map(({ page }) => page),
		[{ current: 1, total: 3 }],
	);
}

/** Sends the event from the page itself and from a second frame, and what is no event from the preview's frame. */
async function sendFromOwnFrames(page: Page, event: string): Promise<void> {
	await page.evaluate(`postMessage(${event}, '*')`);
	await page.evaluate(`document.body.appendChild(document.createElement('iframe')).id = 'second'`);
	const second = await (await page.locator('#second').elementHandle())?.contentFrame();
	await second?.evaluate(`parent.postMessage(${event}, '*')`);
	await frameOf(page).evaluate(`parent.postMessage('{', '*')`);
}
