import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type PreparedN8n, SHORT_LEASE, type TestKit, withOwnN8n } from '../../../../dev/n8n/preparedN8n';
import { waitFor } from '../../../../dev/process/waiting';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import { approve, column, problemsOf, runSample } from '../samples/sampleRun';

const [SAMPLE, PERSON, FILES] = ['activity-watch.json', 4, 300];
const POLL_MS = 120_000;

/** The sample that notices mass changes: a person "encrypts" 300 files. */
export async function checkActivity(checks: Checks, kit: TestKit): Promise<void> {
	await withOwnN8n(kit, { name: 'activity', settings: SHORT_LEASE }, async ({ prepared }) => {
		await checks.check(
			'Alarm for mass changes: once it is approved, the account is disabled, links are closed, files as before',
			async () => await encrypted(prepared),
			POLL_MS * 4,
		);
	});
}

async function encrypted(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples, mail } = prepared;
	const { id } = sampleOf(samples, SAMPLE);
	const polls = () => emulator.requests.filter(({ path }) => path.endsWith('/org/log')).length;
	const nextPoll = async (): Promise<void> => {
		const before = polls();
		await waitFor(POLL_MS, 'a poll', async () => polls() > before);
	};
	await rest.publish(id);
	await nextPoll();
	const share = { resource: 'link', operation: 'create', file: byPath('Contracts/offer.txt') };
	const shared = libraryNode(prepared, 'Share', { ...share, options: { operatorId: PERSON } });
	const [link] = column(await runNodes(prepared, shared), 'Share', 'link');
	// Between two polls, so that one of them sees all of it.
	await nextPoll();
	await runSample(prepared, SAMPLE, 'Try it');

	const isAlarm = ({ subject }: { readonly subject: string }): boolean => subject.startsWith('Member 04 has changed');
	const alarm = await waitFor(POLL_MS * 2, 'the alarm', async () => mail.mails.find(isAlarm));
	assert.match(alarm.html, /300 edited, 300 renamed, 0 deleted/);
	assert.match(alarm.html, /end in \.locked/);
	assert.match(alarm.html, /Back to the place and name of then: 300\s+Earlier content: 300/);
	const entries = () => [
		...(emulator.libraries.get(emulator.library.mountId)?.tree.get('Alarm').children?.byName.values() ?? []),
	];
	const member = () => emulator.world.directory.memberById(PERSON);
	assert.equal(entries().filter(({ name }) => name.endsWith('.locked')).length, FILES);
	assert.deepEqual([member().enabled, (await fetch(String(link))).status], [true, 200]);

	await approve(prepared, await waitingExecution(prepared, id), alarm.html);
	assert.equal(member().enabled, false);
	assert.notEqual((await fetch(String(link))).status, 200);
	const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
	const restored = entries().map(({ name, filehash }) => [name, filehash]);
	const names = Array.from({ length: FILES }, (_, at) => `Report ${at + 1}.txt`);
	assert.deepEqual(
		Object.fromEntries(restored),
		Object.fromEntries(names.map((name) => [name, sha1(`The text of ${name}`)])),
	);
	const report = await mail.mailAbout('Stopped and restored: Member 04, Demo Library');
	assert.match(report.text, /account member04 is disabled, and 1 links? of Member 04/);
	for (const each of mail.mails) assert.deepEqual(problemsOf(each), [], each.subject);
	await rest.call('POST', `/rest/workflows/${id}/deactivate`);
}

/** The execution of a published workflow that waits for an answer. */
async function waitingExecution({ rest }: PreparedN8n, workflowId: string): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['waiting'] }));
	type Listed = { results: ReadonlyArray<{ id: string }> };
	return await waitFor(30_000, 'a waiting execution', async () => {
		return (await rest.call<Listed>('GET', `/rest/executions?limit=1&filter=${filter}`)).results[0]?.id;
	});
}
