import assert from 'node:assert/strict';
import { join } from 'node:path';
import { withBrowser } from '../browser/browser';
import type { Checks } from './checks';
import { checkPreviewForgery } from './previewForgeryChecks';
import { checkPreviewRenewal } from './previewRenewalChecks';
import { byPath, PreviewScene, TRIGGER } from './previewScene';
import { until } from '../process/progress';
import { PREVIEW_PATH, previewSample } from '../sampleWorkflow';
import type { Stage } from '../stage';

const FILE = 'Contracts/Framework agreement.pdf';

/** The page of the Preview Trigger in Chromium, and what arrives in the workflow. Pictures go to `images`. */
export async function checkPreview(checks: Checks, stage: Stage, images: string): Promise<void> {
	await withBrowser(images, async (browser) => {
		const scene = new PreviewScene(stage, browser);
		await checkEvents(checks, scene);
		await checkViews(checks, scene, images);
		await checkPreviewForgery(checks, scene);
		await checkPreviewRenewal(checks, scene);
	});
}

async function checkEvents(checks: Checks, scene: PreviewScene): Promise<void> {
	await checks.check('the page shows the document; each turned page is an item', async () => {
		const served = await scene.serve({ file: byPath(FILE) });
		await scene.visit(served.url, async (page, preview) => {
			assert.equal(await page.title(), 'Framework agreement.pdf');
			for (const text of ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']) {
				await page.getByText(text, { exact: true }).waitFor();
				await preview.getByText(text, { exact: true }).waitFor();
				if (text !== 'Page 3 of 3') await preview.getByRole('button', { name: 'Next' }).click();
			}
			const items = await scene.itemsWhen(served, 3);
			assert.deepEqual(
				items.map(({ event, finished, page: at, viewer }) => ({ event, finished, at, viewer })),
				[1, 2, 3].map((current) => ({
					event: 'page',
					finished: current === 3,
					at: { current, total: 3 },
					viewer: null,
				})),
			);
			assert.deepEqual(Object.keys(items[0]?.file ?? {}), ['hash', 'fullpath', 'filename']);
			assert.ok(Math.abs(Date.parse(String(items[0]?.time)) - Date.now()) < 60_000);
			assert.equal(new Set(items.map(({ loadId }) => loadId)).size, 1);
		});
	});
	await checks.check('a personal link shows its file and viewer, with watermark', async () => {
		const served = await scene.serve({ file: byPath(FILE), requireViewer: true, watermark: true });
		const { link, expires } = await scene.link(served.url, 'zhang.wei', 'Contracts/offer.pdf', { validFor: 2 });
		assert.ok(Math.abs(Date.parse(String(expires)) - Date.now() - 7_200_000) < 60_000);
		await scene.visit(String(link), async (page, preview) => {
			await page.getByText('Shown to zhang.wei').waitFor();
			await preview.locator('#watermark', { hasText: 'zhang.wei' }).waitFor();
			const [item] = await scene.itemsWhen(served, 1);
			assert.deepEqual(
				[item?.viewer, (item?.file as { fullpath: string }).fullpath],
				['zhang.wei', 'Contracts/offer.pdf'],
			);
		});
	});
	await checks.check(
		'annotations are shown, and the page works under another address of n8n than its own',
		async () => {
			const served = await scene.serve({
				file: byPath('Contracts/offer.pdf'),
				annotation: 'display',
				annotator: { __rl: true, mode: 'id', value: '1' },
			});
			await scene.visit(served.url.replace('//localhost', '//127.0.0.1'), async (_page, preview) => {
				await preview.locator('#annotations').waitFor();
				assert.equal((await scene.itemsWhen(served, 1))[0]?.event, 'page');
			});
		},
	);
	await checks.check('a video reports its start, every five seconds and its end', async () => {
		scene.stage.emulator.seedFile('Training/Tour.mp4', 'stands for a video');
		const served = await scene.serve({ file: byPath('Training/Tour.mp4') });
		await scene.visit(served.url, async (_page, preview) => {
			await preview.getByRole('button', { name: 'Play' }).click();
			const items = await scene.itemsWhen(served, 4);
			const said = items.map(({ event, progress, finished }) => [
				event,
				(progress as { current: number }).current,
				finished,
			]);
			assert.deepEqual(
				said.sort((a, b) => Number(a[1]) - Number(b[1])),
				[
					['progress', 0, false],
					['progress', 5, false],
					['progress', 10, false],
					['progress', 12.5, true],
				],
			);
		});
	});
	await checks.check(
		'with Only Finished, the last page is the only item; with a throttle, the first and the last',
		async () => {
			const finished = await scene.serve({ file: byPath(FILE), options: { onlyFinished: true } });
			const throttled = await scene.serve({ file: byPath(FILE), options: { throttle: 600 } });
			for (const served of [finished, throttled]) {
				await scene.visit(served.url, async (page, preview) => {
					for (const name of ['Next', 'Next', 'Previous', 'Next'])
						await preview.getByRole('button', { name }).click();
					await page.getByText('Page 3 of 3', { exact: true }).waitFor();
					await scene.itemsWhen(served, served === finished ? 1 : 2);
				});
			}
			const pages = async (served: typeof finished) =>
				(await scene.items(served)).map(({ page }) => (page as { current: number }).current);
			assert.deepEqual(await pages(finished), [3]);
			// The newest event of the pause goes out when the visitor leaves; the trigger holds the throttle all the same.
			assert.deepEqual(await pages(throttled), [1, 3]);
		},
	);
	await checks.check('"Listen for test event" serves the page and ends with the first event', async () => {
		const served = await scene.serve({ file: byPath(FILE) }, false);
		await scene.stage.rest.listen(served.workflowId, TRIGGER);
		for (const _turn of [1, 2]) assert.equal((await fetch(served.testUrl)).status, 200);
		await scene.visit(served.testUrl, async () => assert.equal((await scene.itemsWhen(served, 1)).length, 1));
		assert.equal((await fetch(served.testUrl)).status, 404);
	});
}

async function checkViews(checks: Checks, scene: PreviewScene, images: string): Promise<void> {
	await checks.check(
		'the sample serves its page, makes a personal link and tags the file that was read',
		async () => {
			const { rest, base, samples, emulator } = scene.stage;
			const { id } = previewSample(samples);
			const made = await rest.execute(id, 'Start', 30_000);
			assert.equal(made.status, 'success', made.error);
			await rest.publish(id);
			const link = String(made.items('Make a personal link')[0]?.json.link);
			assert.ok(link.startsWith(`${base}${PREVIEW_PATH}?viewer=Zhang`), link);
			await until(10_000, 'The sample page', async () => ((await fetch(link)).ok ? true : undefined));
			await scene.visit(link, async (_page, preview) => {
				for (const _turn of [1, 2]) await preview.getByRole('button', { name: 'Next' }).click();
				await until(20_000, 'The tag', async () =>
					emulator.requests.some(({ path, status }) => path.endsWith('/file/add_tag') && status === 200)
						? true
						: undefined,
				);
			});
		},
	);
	await checks.check('the page reads well in light, dark, on a phone and without script', async () => {
		const served = await scene.serve({ file: byPath(FILE), options: { pageTitle: 'Framework agreement 2026' } });
		const { link } = await scene.link(served.url, 'Zhang Wei', FILE);
		const views = {
			light: {},
			dark: { colorScheme: 'dark' },
			phone: { viewport: { width: 390, height: 780 } },
			plain: { javaScriptEnabled: false },
		} as const;
		for (const [name, options] of Object.entries(views)) {
			await scene.visit(
				String(link),
				async (page, preview) => {
					assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Framework agreement 2026');
					await preview.getByRole('heading', { level: 1 }).waitFor();
					if (name === 'plain') await page.getByText('Without JavaScript, the preview is shown').waitFor();
					else await page.getByText('Page 1 of 3', { exact: true }).waitFor();
					assert.ok(
						await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
						`${name}: wider than the window`,
					);
					await page.screenshot({ path: join(images, `preview-${name}.png`) });
				},
				options,
			);
		}
	});
	await checks.check(
		'a file that is gone, one without preview and a refused visitor get a page with the right status',
		async () => {
			scene.stage.emulator.seedFile('Training/archive.zip', 'zip');
			const cases = [
				[await scene.serve({ file: byPath('Contracts/none.pdf') }), 404, 'File not found'],
				[await scene.serve({ file: byPath('Training/archive.zip') }), 415, 'This file has no preview'],
				[await scene.serve({ file: byPath('Contracts') }), 404, 'File not found'],
				[
					await scene.serve({ file: byPath(FILE), requireViewer: true }),
					403,
					'This page requires a personal link',
				],
			] as const;
			for (const [served, status, heading] of cases) {
				await scene.visit('', async (page) => {
					assert.equal((await page.goto(served.url))?.status(), status);
					await page.getByRole('heading', { name: heading }).waitFor();
					await page.screenshot({ path: join(images, `refused-${status}.png`) });
				});
				assert.deepEqual(await scene.items(served), []);
			}
		},
	);
}
