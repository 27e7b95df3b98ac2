import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Checks } from './checks';
import { byPath, type PreviewScene } from './previewScene';
import { until } from '../process/progress';

const FILE = 'Contracts/Framework agreement.pdf';

const linkIn = async (page: Page): Promise<string | null> => await page.locator('#preview').getAttribute('src');
const newLink = async (page: Page, old: string | null): Promise<true> =>
	await until(10_000, 'a new link', async () => ((await linkIn(page)) === old ? undefined : true));

/** Links that end while a page is open. The browser's clock is moved, so nothing waits. */
export async function checkPreviewRenewal(checks: Checks, scene: PreviewScene): Promise<void> {
	const { options } = scene.stage.emulator.world;
	const life = options.linkSeconds;
	await checks.check('a link that is over when the page opens is told and renewed', async () => {
		const served = await scene.serve({ file: byPath(FILE) });
		options.linkSeconds = -1;
		try {
			await scene.visit('', async (page, preview) => {
				await page.clock.install();
				await page.goto(served.url);
				await preview.getByText('the link has expired').waitFor();
				await page.clock.fastForward(11_000);
				await page.getByText('The preview is taking longer than usual').waitFor();
				options.linkSeconds = life;
				await page.clock.fastForward(10_000);
				await preview.getByText('Page 1 of 3', { exact: true }).waitFor();
				await page.getByText('Page 1 of 3', { exact: true }).waitFor();
				assert.equal(await page.locator('#notice').isVisible(), false);
				assert.equal((await scene.itemsWhen(served, 1)).length, 1);
			});
		} finally {
			options.linkSeconds = life;
		}
	});
	await checks.check('a preview that stays away is told; Try again gets it', async () => {
		const served = await scene.serve({ file: byPath(FILE) });
		options.linkSeconds = -1;
		try {
			await scene.visit('', async (page, preview) => {
				await page.clock.install();
				await page.goto(served.url);
				const first = await linkIn(page);
				await page.clock.fastForward(21_000);
				await newLink(page, first);
				await page.clock.fastForward(21_000);
				await page.getByText('The preview could not be loaded').waitFor();
				options.linkSeconds = life;
				await page.getByRole('button', { name: 'Try again' }).click();
				await preview.getByText('Page 1 of 3', { exact: true }).waitFor();
			});
		} finally {
			options.linkSeconds = life;
		}
	});
	await checks.check(
		'a frame that is reloaded after ten minutes gets a new link; Reload preview does too',
		async () => {
			const served = await scene.serve({ file: byPath(FILE) });
			await scene.visit('', async (page, preview) => {
				await page.clock.install();
				await page.goto(served.url);
				await preview.getByText('Page 1 of 3', { exact: true }).waitFor();
				const first = await linkIn(page);
				await page.clock.fastForward(11 * 60_000);
				await page.frames()[1]?.evaluate('location.reload()');
				await newLink(page, first);
				await preview.getByText('Page 1 of 3', { exact: true }).waitFor();
				const second = await linkIn(page);
				await page.getByRole('button', { name: 'Reload preview' }).click();
				await newLink(page, second);
				await preview.getByRole('button', { name: 'Next' }).click();
				await page.getByText('Page 2 of 3', { exact: true }).waitFor();
			});
		},
	);
	await checks.check('when the service refuses, the page says so in plain words', async () => {
		const served = await scene.serve({ file: byPath(FILE) });
		await scene.visit(served.url, async (page) => {
			await page.getByText('Page 1 of 3', { exact: true }).waitFor();
			scene.stage.emulator.faults.add({
				match: '/file/preview_url',
				action: { status: 404, body: { error_code: 40402, error_msg: 'gone' } },
				times: 1,
			});
			await page.getByRole('button', { name: 'Reload preview' }).click();
			await page.getByText('File not found').waitFor();
		});
	});
}
