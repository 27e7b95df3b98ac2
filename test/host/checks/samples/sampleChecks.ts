import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { withBrowser } from '../../../../dev/browser/browser';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import type { PreparedN8n, TestKit } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import { PreviewSite } from '../preview/previewSite';
import { ADMINISTRATION_SAMPLES } from './administrationChecks';
import { FILE_SAMPLES, LIMIT_MS, requestFiles } from './fileChecks';
import { takePictures, takePlanPicture } from './pictures';
import { approve, column, problemsOf, runSample, type SampleRow } from './sampleRun';

const SAMPLE = 'mirror-folder.json';
const START = 'Every night';
const ENDED = 'Contracts/Rent 2027.txt';

async function nightlyCopy(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples, mail } = prepared;
	emulator.seedFile(ENDED, 'A contract that ends soon');
	const bytes = () => emulator.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
	const before = bytes();
	const first = await runSample(prepared, SAMPLE, START);
	const [made] = column(first, 'Make the copy', 'plan');
	assert.ok(JSON.stringify(made).includes(`"Backup/${ENDED}"`));
	assert.equal(bytes(), before);
	assert.match(
		(await mail.mailAbout('Backup of contracts')).text,
		/Folders: \d+ new[^]*Files: \d+ new[^]*No content had to be sent/,
	);
	assert.deepEqual((await runSample(prepared, SAMPLE, START)).items('Anything to change?'), []);

	const deletion = { resource: 'file', operation: 'delete', file: byPath(ENDED) };
	await runNodes(prepared, libraryNode(prepared, 'Delete it', deletion));
	const id = await rest.start(sampleOf(samples, SAMPLE).id, START);
	const { html } = await mail.mailAbout('deletions that wait for approval');
	assert.match(html, /Rent 2027/);
	const last = (await approve(prepared, id, html)).items('Make the copy')[0]?.json;
	assert.deepEqual([last?.status, last?.done, last?.failed], ['done', 1, 0]);
}

const FILE = 'preview-analytics.json';

/** The sample that counts how far people read. */
async function checkPreviewAnalytics(checks: Checks, prepared: PreparedN8n, browser: Browser): Promise<void> {
	await checks.check('Preview analytics: pages that were turned are rows, and Monday has a report', async () => {
		const { rest, base, samples, mail } = prepared;
		const { id } = sampleOf(samples, FILE);
		await rest.publish(id);
		const address = `${base}/webhook/offer-preview`;
		await waitFor(30_000, 'the page of the sample', async () => (await fetch(address)).ok);
		await new PreviewSite(prepared, browser).visit(address, async (_page, preview) => {
			await preview.getByRole('button', { name: 'Next' }).click();
			await waitFor(60_000, 'two rows', async () => {
				const rows = (await rest.executions(id)).flatMap((execution) => execution.items('Add a row'));
				return rows.length >= 2;
			});
		});
		await runSample(prepared, FILE, 'Every Monday');
		assert.match((await mail.mailAbout('Who read what')).text, /Contracts\/offer\.pdf, page 2 of \d+/);
	});
}

async function restored(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples, mail } = prepared;
	const library = emulator.libraries.get(emulator.library.mountId);
	const hashOf = (path: string) => library?.tree.find(path)?.filehash;
	const paths = ['Reports/Price list.csv', 'Reports/2026/January.txt'];
	const before = paths.map(hashOf);
	const id = await rest.start(sampleOf(samples, 'restore-to-time.json').id, 'Try it');
	const { html } = await mail.mailAbout('Reports as it was at');
	assert.match(html, /Back from the recycle bin: 1\s+Earlier content: 1/);
	assert.deepEqual(hashOf('Reports/2026/January.txt'), undefined);
	assert.notEqual(hashOf('Reports/Price list.csv'), before[0]);
	const requests = emulator.requests.length;
	await approve(prepared, id, html);
	assert.deepEqual(paths.map(hashOf), before);
	const sent = emulator.requests.slice(requests).filter(({ path }) => /upload_|download_url/.test(path));
	assert.deepEqual(sent, []);
	await mail.mailAbout('Restored: Reports, 2 changes');
}

/** Runs the samples that need nothing but the emulator and a mail server of this machine. */
export async function checkPlainSamples(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const earlier = prepared.mail.mails.length;
	const rows: readonly SampleRow[] = [
		...FILE_SAMPLES,
		...ADMINISTRATION_SAMPLES,
		['Restore a folder to a time: what was overwritten and deleted is back, once approved', restored],
		['Nightly copy of a folder: made without a byte, made once, deletions by approval', nightlyCopy],
	];
	for (const [promise, check] of rows) await checks.check(promise, async () => await check(prepared));
	await checks.check('each mail is one that a person would send', async () => {
		for (const mail of prepared.mail.mails.slice(earlier)) assert.deepEqual(problemsOf(mail), [], mail.subject);
	});
}

/** Runs the sample that writes the pages that were read into a data table. */
export async function checkAnalytics(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	if (isN8n1(prepared.n8n)) {
		report('  Preview analytics skipped: this n8n cannot create a data table in a workflow');
		return;
	}
	await withBrowser(images, async (browser) => await checkPreviewAnalytics(checks, prepared, browser));
}

/** Runs each sample of `workflows`, pictures go to `images`; the short form leaves out what needs a browser. */
export async function checkSamples(
	checks: Checks,
	prepared: PreparedN8n,
	images: string,
	{ short }: TestKit,
): Promise<void> {
	await checkPlainSamples(checks, prepared);
	if (short) return;
	const requested = 'File request: the link takes files, both people get their mails, and the link is closed';
	await checks.check(requested, async () => await requestFiles(prepared), LIMIT_MS);
	await checkAnalytics(checks, prepared, images);
	await withBrowser(images, async (browser) => {
		await checks.check(
			'the editor draws the samples',
			async () => await takePictures(prepared, browser, images),
			300_000,
		);
		await checks.check(
			'the editor shows the plan of a restoration',
			async () => await takePlanPicture(prepared, browser, images),
			120_000,
		);
	});
}
