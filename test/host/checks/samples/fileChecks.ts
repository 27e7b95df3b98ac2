import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { waitFor } from '../../../../dev/process/waiting';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import { detailsOf } from '../../../emulator/store/library/entry';
import { deleteEntry } from '../../../emulator/store/library/write';
import { addressIn, approve, column, runChanged, runSample, type SampleRow, saveChanged } from './sampleRun';

const LONG_AGO = Date.UTC(2019, 0, 2, 12);

async function attachments(prepared: PreparedN8n): Promise<void> {
	const execution = await runSample(prepared, 'mail-attachments.json', 'New mail');
	assert.deepEqual(column(execution, 'Store the attachments', 'fullpath'), [
		'Mail attachments/Offer 2026-118.txt',
		'Mail attachments/Prices.csv',
	]);
	const mail = await prepared.mail.mailAbout('New in the library: Prices.csv');
	assert.equal(mail.to, 'office@example.com');
	assert.equal((await fetch(addressIn(mail.text))).status, 200);
}

async function contract(prepared: PreparedN8n): Promise<void> {
	prepared.emulator.seedFile('Contracts/Frame 2027.txt', 'A new contract');
	const execution = await runSample(prepared, 'new-contract.json', 'New contract');
	assert.ok(column(execution, 'New contract', 'fullpath').length > 1);
	assert.deepEqual(column(execution, 'Make a link', 'fullpath'), ['Contracts/Frame 2027.txt']);
	const mail = await prepared.mail.mailAbout('New contract: Frame 2027.txt');
	assert.equal((await fetch(addressIn(mail.text))).status, 200);
}

async function duplicates(prepared: PreparedN8n): Promise<void> {
	for (const path of ['Duplicates/one.bin', 'Duplicates/Old/other name.bin', 'Backup/Duplicates/one.bin'])
		prepared.emulator.seedFile(path, Buffer.alloc(40_000_000, 3));
	for (const path of ['Duplicates/small.txt', 'Duplicates/small too.txt'])
		prepared.emulator.seedFile(path, 'The same few words');
	const execution = await runSample(prepared, 'find-duplicates.json', 'Every month');
	const groups = execution.items('Most wasted first');
	assert.deepEqual(
		groups.map(({ json }) => [json.wasted, (json.files as string[]).toSorted()]),
		[[40_000_000, ['Duplicates/Old/other name.bin', 'Duplicates/one.bin']]],
	);
	const { text } = await prepared.mail.mailAbout('40 MB in files that exist more than once');
	assert.match(text, /40 MB could be free in all[^]*40 MB could be free:\n- Duplicates\/.*\n- Duplicates/);
}

/** As the note of the sample says: nothing at first, a mail with 0 percent. */
async function quota(prepared: PreparedN8n): Promise<void> {
	const execution = await runSample(prepared, 'quota-alert.json', 'Every morning');
	assert.equal(execution.items('Space').length, 1);
	assert.deepEqual(execution.items('Nearly full?'), []);
	await runChanged(prepared, 'quota-alert.json', 'Every morning', [['"value":90,', '"value":0,']]);
	const { text } = await prepared.mail.mailAbout('Demo Library is 0% full');
	assert.match(text, /Demo Library has [\d.]+ GB left: [\d.]+ MB of [\d.]+ GB are used by \d+ files/);
}

async function prune(prepared: PreparedN8n): Promise<void> {
	const path = 'Reports/Old/2019.txt';
	const { emulator } = prepared;
	emulator.seed({ count: 3, folder: 'Reports/Old', name: (at) => `${2019 + at}.txt`, operationMs: () => LONG_AGO });
	const library = emulator.libraries.get(emulator.library.mountId);
	assert.ok(library);
	detailsOf(library.tree.get('Reports/Old/2021.txt')).tags.add('hold');
	const id = await prepared.rest.start(sampleOf(prepared.samples, 'prune-old-files.json').id, 'Every month');
	const { html } = await prepared.mail.mailAbout('2 files unchanged for 365 days wait for your approval');
	assert.match(html, /Reports\/Old\/2019\.txt \(0\.1 kB, changed 2 January 2019\)/);
	assert.doesNotMatch(html, /2021\.txt/);
	// Somebody takes one of them away before the mail is answered.
	deleteEntry(library, library.tree.get('Reports/Old/2020.txt'), false, { id: 1, name: 'Kim' });
	const execution = await approve(prepared, id, html);
	const deleted = column(execution, 'To the recycle bin', 'fullpath');
	assert.deepEqual(deleted, [path]);
	assert.deepEqual(
		column(execution, 'To the recycle bin', 'permanently'),
		deleted.map(() => false),
	);
}

/** The samples that work with files. */
export const FILE_SAMPLES: readonly SampleRow[] = [
	['Mail attachments: both are stored and shared, a mail without any is ignored', attachments],
	['New contract: tagged, readable for the management, linked, announced', contract],
	['Find duplicate files: by content, whatever they are called', duplicates],
	['Warn before a library is full: by the share that is chosen', quota],
	['Delete old files: what was listed goes to the recycle bin, what is on hold stays', prune],
];

/** Two polls of the trigger, and what they wait for. */
export const LIMIT_MS = 240_000;

/** The link takes files, both people get their mails, and the link is closed. */
export async function requestFiles(prepared: PreparedN8n): Promise<void> {
	const { rest, mail } = prepared;
	// As the note says: all of it within a minute or two.
	const id = await saveChanged(prepared, 'file-request.json', [
		['"Within how many days?":7', '"Within how many days?":0.001'],
	]);
	await rest.publish(id);
	const execution = await rest.start(id, 'File request');
	const asked = await mail.mailAbout('Kim Ode asks you for files: Tax documents 2026');
	assert.equal(asked.to, 'ada.lin@customer.example');
	assert.match(asked.text, /Please send the files by \d+ \w+ \d{4}, \d\d:\d\d/);
	const link = addressIn(asked.text);
	await mail.mailAbout('Reminder: Kim Ode asks you for files');
	assert.equal((await fetch(`${link}/upload?name=tax.pdf`, { method: 'PUT', body: 'A tax form' })).status, 200);
	const finished = await rest.finished(execution, LIMIT_MS);
	assert.equal(finished.status, 'success', finished.error);
	const report = await mail.mailAbout('Files have come: Tax documents 2026');
	assert.equal(report.to, 'kim.ode@example.com');
	assert.match(report.text, /Requests\/Tax documents 2026, Ada Lin:\s+tax\.pdf \(0\.1 kB\)/);
	assert.notEqual((await fetch(link)).status, 200);
	const isThanks = ({ subject }: { readonly subject: string }): boolean => subject.startsWith('Thank you for: Tax');
	const thanks = await waitFor(LIMIT_MS, 'the thank-you', async () => mail.mails.find(isThanks));
	assert.equal(thanks.to, 'ada.lin@customer.example');
	assert.match(thanks.text, /tax\.pdf/);
}
