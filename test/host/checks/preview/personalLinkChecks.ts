import assert from 'node:assert/strict';
import { waitFor } from '../../process/waiting';
import { PREVIEW_PATH, previewSample } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { pageOf3, shownTo } from './pageTexts';
import { byPath, DOCUMENT, type PreviewSite } from './previewSite';

const HTML = '<img src=x onerror="document.title=1"><script>document.title=2<';

/** Links for one viewer: what the page shows of them, and what the items contain. */
export async function checkPersonalLinks(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check('a personal link shows its file and viewer, with a watermark', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT), requireViewer: true, watermark: true });
		const { link, expires } = await site.makeLink(served.url, 'zhang.wei', 'Contracts/offer.pdf', { validFor: 2 });
		assert.ok(Math.abs(Date.parse(String(expires)) - Date.now() - 7_200_000) < 60_000);
		await site.visit(String(link), async (page, preview) => {
			await page.getByText(shownTo('zhang.wei')).waitFor();
			await preview.locator('#watermark', { hasText: 'zhang.wei' }).waitFor();
			const [item] = await site.waitForItems(served, 1);
			assert.deepEqual([item?.viewer, item?.fullpath], ['zhang.wei', 'Contracts/offer.pdf']);
		});
	});
	await checks.check(
		'the sample serves its page, makes a personal link and tags the file that was read',
		async () => await readSample(site),
	);
	await checks.check(
		'HTML in the names of the file, the viewer and the page is shown as text',
		async () => await showHtmlNames(site),
	);
}

async function readSample(site: PreviewSite): Promise<void> {
	const { rest, base, samples, emulator } = site.prepared;
	const { id } = previewSample(samples);
	const execution = await rest.execute(id, 'Start', 60_000);
	assert.equal(execution.status, 'success', execution.error);
	await rest.publish(id);
	const link = String(execution.items('Make a personal link')[0]?.json.link);
	assert.ok(link.startsWith(`${base}${PREVIEW_PATH}?viewer=Zhang`), link);
	await waitFor(30_000, 'the page of the sample', async () => (await fetch(link)).ok);
	await site.visit(link, async (_page, preview) => {
		for (const _turn of [1, 2]) await preview.getByRole('button', { name: 'Next' }).click();
		await waitFor(60_000, 'the tag', async () =>
			emulator.requests.some(({ path, status }) => path.endsWith('/file/add_tag') && status === 200),
		);
	});
}

async function showHtmlNames(site: PreviewSite): Promise<void> {
	const viewer = `</script><script>document.title=3</script>${HTML}`;
	const [filename, title] = [`${HTML}.txt`, `${HTML}title`];
	site.prepared.emulator.seedFile(`Training/${filename}`, 'text');
	const served = await site.serve({ file: byPath(DOCUMENT), watermark: true, options: { pageTitle: title } });
	const { link } = await site.makeLink(served.url, viewer, `Training/${filename}`);
	await site.visit(String(link), async (page, preview) => {
		await page.getByText(pageOf3(1), { exact: true }).waitFor();
		assert.equal(await page.title(), title);
		assert.ok((await page.locator('header').innerText()).includes(shownTo(viewer)));
		assert.equal(await preview.locator('#watermark').innerText(), viewer);
		assert.equal(await page.locator('img').count(), 0);
		const [item] = await site.waitForItems(served, 1);
		assert.deepEqual([item?.viewer, item?.filename], [viewer, filename]);
	});
}
