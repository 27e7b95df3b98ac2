import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { waitFor } from '../../../../dev/process/waiting';
import { MANUAL_TRIGGER } from '../../n8n/workflow';
import type { Checks } from '../checks';
import { libraryNode, runNodes } from '../libraryNodes';
import { Readers } from '../reading/readers';
import { addressIn, column, saveChanged } from './sampleRun';

const MAILED_MS = 180_000;

/** The sample that reminds people, and the operation that closes a link, from another workflow. */
export async function checkReminder(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check(
		'Remind who has not answered: another mail, but for a person whose link was closed',
		async () => await remind(prepared),
		MAILED_MS * 2,
	);
}

async function remind(prepared: PreparedN8n): Promise<void> {
	const { rest, mail } = prepared;
	const short = await saveChanged(prepared, 'reading-reminder.json', [
		['"timeLimit":3', '"timeLimit":1'],
		['"days"', '"minutes"'],
	]);
	const id = await rest.start(short, MANUAL_TRIGGER.name);
	const waiting = await rest.waiting(id, 60_000);
	const [, link] = column(waiting, 'Get a personal link', 'link').map(String);
	const close = { resource: 'file', operation: 'closeReadingLink', link };
	const closed = await runNodes(prepared, libraryNode(prepared, 'Close it', close));
	assert.deepEqual(column(closed, 'Close it', 'closed'), [true]);
	const page = await fetch(link ?? '');
	assert.deepEqual([page.status, /was closed/.test(await page.text())], [410, true]);

	const isReminder = ({ subject }: { readonly subject: string }): boolean =>
		subject.startsWith('Reminder: Please read');
	const reminder = await waitFor(MAILED_MS, 'a reminder', async () => mail.mails.find(isReminder));
	assert.match(
		reminder.text,
		/Hello Ada Lin,[^]*You have not opened it yet\.[^]*Please read it by \d+ \w+ \d{4}, \d\d:\d\d/,
	);
	const report = await mail.mailAbout('Framework agreement.pdf: read by 0 of 2');
	assert.match(report.text, /\nAda Lin: has not read it yet\nLi Si: the link was closed\n/);
	await rest.waiting(id, 60_000);
	const readers = new Readers(prepared);
	const address = addressIn(reminder.text);
	const read = { kind: 'finished', token: await readers.token(address), pages: [1], total: 1 };
	assert.equal((await readers.post(address, read)).state, 'accepted');
	const execution = await rest.finished(id, 60_000);
	assert.equal(execution.status, 'success', execution.error);
	assert.deepEqual(column(execution, 'Wait three days', 'outcome'), ['read']);
	const last = await mail.mailAbout('Framework agreement.pdf: read by 1 of 2');
	assert.match(last.text, /\nAda Lin: has read it on \d+ \w+ \d{4}, .*\nLi Si: the link was closed\n/);
}
