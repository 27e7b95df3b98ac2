import assert from 'node:assert/strict';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { addressIn, saveChanged } from './sampleRun';

/** Two polls of the trigger, and what they wait for. */
const LIMIT_MS = 240_000;

/** The sample that asks somebody for files. */
export async function checkFileRequest(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check(
		'File request: the link takes files, both people get their mails, and the link is closed',
		async () => await request(prepared),
		LIMIT_MS,
	);
}

async function request(prepared: PreparedN8n): Promise<void> {
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
