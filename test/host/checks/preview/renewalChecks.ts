import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { byPath } from '../libraryNodes';
import { BUTTON, EXPIRED_PREVIEW, NOTICE, pageOf3, REFUSED } from './pageTexts';
import { DOCUMENT, type PreviewSite, type ServedPage } from './previewSite';

/** Preview links that expire while a page is open. The browser's clock is moved, so nothing waits. */
export async function checkRenewal(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check('a link that has expired when the page opens is reported and renewed', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT) });
		await whileLinksExpireAtOnce(site, async (endFault) => await renewAtStart(site, served, endFault));
	});
	await checks.check(
		'a frame that is reloaded after ten minutes gets a new link; Reload preview gets one too',
		async () => {
			const served = await site.serve({ file: byPath(DOCUMENT) });
			await site.visit('', async (page, preview) => await reload(page, preview, served.url));
		},
	);
	await checks.check('when the service refuses a new link, the page says so in plain words', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT) });
		await site.visit(served.url, async (page) => {
			await page.getByText(pageOf3(1), { exact: true }).waitFor();
			site.prepared.emulator.faults.add({
				match: '/file/preview_url',
				action: { status: 404, body: { error_code: 40402, error_msg: 'gone' } },
				times: 1,
			});
			await page.getByRole('button', { name: BUTTON.reload }).click();
			await page.getByText(REFUSED.missing).waitFor();
		});
	});
}

const linkIn = async (page: Page): Promise<string | null> => await page.locator('#preview').getAttribute('src');

async function waitForNewLink(page: Page, old: string | null): Promise<void> {
	await waitFor(30_000, 'a new preview link', async () => (await linkIn(page)) !== old);
}

/** Calls `task` while the emulator issues links that have already expired, until `task` calls `endFault`. */
async function whileLinksExpireAtOnce(site: PreviewSite, task: (endFault: () => void) => Promise<void>): Promise<void> {
	const { options } = site.prepared.emulator.world;
	const { linkSeconds } = options;
	const endFault = () => {
		options.linkSeconds = linkSeconds;
	};
	options.linkSeconds = -1;
	try {
		await task(endFault);
	} finally {
		endFault();
	}
}

async function renewAtStart(site: PreviewSite, served: ServedPage, endFault: () => void): Promise<void> {
	await site.visit('', async (page, preview) => {
		await page.clock.install();
		await page.goto(served.url);
		await preview.getByText(EXPIRED_PREVIEW).waitFor();
		await page.clock.fastForward(11_000);
		await page.getByText(NOTICE.slow).waitFor();
		endFault();
		await page.clock.fastForward(10_000);
		await preview.getByText(pageOf3(1), { exact: true }).waitFor();
		await page.getByText(pageOf3(1), { exact: true }).waitFor();
		assert.equal(await page.locator('#notice').isVisible(), false);
		assert.equal((await site.waitForItems(served, 1)).length, 1);
	});
}

async function reload(page: Page, preview: FrameLocator, url: string): Promise<void> {
	await page.clock.install();
	await page.goto(url);
	await preview.getByText(pageOf3(1), { exact: true }).waitFor();
	const first = await linkIn(page);
	await page.clock.fastForward(11 * 60_000);
	await page.frames()[1]?.evaluate('location.reload()');
	await waitForNewLink(page, first);
	await preview.getByText(pageOf3(1), { exact: true }).waitFor();
	const second = await linkIn(page);
	await page.getByRole('button', { name: BUTTON.reload }).click();
	await waitForNewLink(page, second);
	await preview.getByRole('button', { name: 'Next' }).click();
	await page.getByText(pageOf3(2), { exact: true }).waitFor();
}
