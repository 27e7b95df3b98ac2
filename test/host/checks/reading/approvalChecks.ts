import assert from 'node:assert/strict';
import { join } from 'node:path';
import { waitFor } from '../../../../dev/process/waiting';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { addressIn, column, problemsOf } from '../samples/sampleRun';
import type { ReadingSite } from './readers';

const SAMPLE = 'read-receipt.json';
const FINISHED_MS = 60_000;

/** The sample, and a person who reads a file to its end, both in Chromium. */
export async function checkApproval(checks: Checks, site: ReadingSite, images: string): Promise<void> {
	await checks.check(
		'the sample: one approves, n8n is killed, the other declines, and both answers are in the report',
		async () => await approve(site, images),
		420_000,
	);
	await checks.check('a file that was read to its end is answered without a click', async () => await read(site));
}

async function approve(site: ReadingSite, images: string): Promise<void> {
	const { rest, samples, mail, emulator } = site.prepared;
	const id = await rest.start(sampleOf(samples, SAMPLE).id, 'Start');
	await mail.mailAbout('Please decide');
	await rest.waiting(id, 60_000);
	const linkOf = (to: string): string =>
		addressIn(mail.mails.find((one) => one.to.includes(to) && one.subject.includes('Please decide'))?.text ?? '');
	await site.visit(linkOf('ada.lin'), async (page, preview) => {
		await preview.getByRole('button', { name: 'Next' }).click();
		// The bar moves for a moment.
		await page.waitForTimeout(800);
		await page.screenshot({ path: join(images, 'read-receipts.png') });
		await page.getByRole('button', { name: 'Approve' }).click();
		await page.getByRole('button', { name: 'Approve anyway' }).click();
		await page.getByText('Recorded: you approved this file.').waitFor();
	});
	await rest.waiting(id, 60_000);
	await site.killAndRestart();
	const again = await (await fetch(linkOf('ada.lin'))).text();
	assert.match(again, /already answered/);
	await site.visit(linkOf('li.si'), async (page, preview) => {
		await preview.getByRole('button', { name: 'Next' }).waitFor();
		await page.getByLabel('Comment').fill('Too expensive');
		await page.getByRole('button', { name: 'Decline' }).click();
		await page.getByRole('button', { name: /^(Yes, decline|Decline anyway)$/ }).click();
		await page.getByText('Recorded: you declined this file.').waitFor();
	});
	const execution = await rest.finished(id, FINISHED_MS);
	assert.equal(execution.status, 'success', execution.error);
	assert.deepEqual(column(execution, 'Wait for both', 'outcome'), ['approved', 'declined']);
	assert.deepEqual(column(execution, 'Wait for both', 'comment'), [undefined, 'Too expensive']);
	assert.deepEqual(column(execution, 'Wait for both', 'pages_read'), [[1, 2], [1]]);
	const report = (await mail.mailAbout('not approved')).text;
	assert.match(report, /Li Si: declined on \d+ \w+ \d{4}, .*; 1 of 3 pages opened; "Too expensive"/);
	assert.equal((await fetch(addressIn(report))).status, 200);
	const thanks = await mail.mailAbout('You declined Framework agreement.pdf');
	assert.match(thanks.text, /Hello Li Si,[^]*link that you were sent is not needed any more/);
	for (const each of mail.mails) assert.deepEqual(problemsOf(each), []);
	assert.ok(emulator.requests.some(({ path, status }) => path.endsWith('/file/add_tag') && status === 200));
	await saysOver(linkOf('li.si'));
}

async function read(site: ReadingSite): Promise<void> {
	const { rest } = site.prepared;
	const { id, links } = await site.waiting(['zhang.wei'], { ask: 'read' }, {});
	await site.visit(links[0] ?? '', async (page, preview) => {
		const next = preview.getByRole('button', { name: 'Next' });
		await next.waitFor();
		while (await next.isEnabled()) await next.click();
		await waitFor(40_000, 'the receipt', async () => await page.getByText('Recorded: you have read').isVisible());
	});
	const execution = await rest.finished(id, FINISHED_MS);
	const [item] = execution.items('Wait');
	assert.deepEqual([item?.json.outcome, item?.json.viewer], ['read', 'zhang.wei']);
	assert.equal((item?.json.pages_read as number[]).length, item?.json.pages);
}

/** n8n answers by itself for an execution that is over: with a page for people, with JSON for the script of a page. */
async function saysOver(link: string): Promise<void> {
	const page = await fetch(link);
	assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
	assert.match(await page.text(), /finished already/);
	const post = await fetch(link.replace('&page=form-waiting', ''), { method: 'POST', body: '{}' });
	assert.equal(post.status, 409);
	assert.match(await post.text(), /finished already/);
}
