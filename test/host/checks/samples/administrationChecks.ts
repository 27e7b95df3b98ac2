import assert from 'node:assert/strict';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { approve } from './approval';
import { addressIn, column, runSample } from './sampleRun';

/** The samples for administrators and partners. */
export async function checkAdministration(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check('Directory synchronization: nothing changes before the plan is approved by mail', async () => {
		await synchronization(prepared);
	});
	await checks.check(
		'Permissions as a table: a spreadsheet is made, an edited row is planned, nothing changes',
		async () => {
			await permissionTable(prepared);
		},
	);
	await checks.check('Onboarding of an enterprise: each click on the mailed button signs in anew', async () => {
		await onboarding(prepared);
	});
}

async function synchronization(prepared: PreparedN8n): Promise<void> {
	const { rest, samples, mail, emulator } = prepared;
	const changes = () =>
		emulator.requests.filter(({ path, status }) => /\/ent\/(add|del|set)_/.test(path) && status === 200).length;
	const before = changes();
	const sample = sampleOf(samples, 'directory-sync.json').id;
	const id = await rest.start(sample, 'Every night');
	const { html } = await mail.mailAbout('changes that wait for approval');
	assert.match(html, /To be changed when you approve:[^]*Robin Field/);
	assert.equal(changes(), before);
	const execution = await approve(prepared, id, html);
	const summary = execution.items('Carry out the changes').at(-1)?.json;
	assert.deepEqual([summary?.status, summary?.failed], ['done', 0]);
	assert.ok(changes() > before);
}

async function permissionTable(prepared: PreparedN8n): Promise<void> {
	const writes = () =>
		prepared.emulator.requests.filter(({ path }) => /set_permission|del_permission/.test(path)).length;
	const before = writes();
	const execution = await runSample(prepared, 'permission-table.json', 'Start');
	assert.ok(column(execution, 'Read the table', 'fullpath').includes('Contracts/Signed'));
	const changes = execution.items('Plan the changes');
	assert.deepEqual(
		changes.map(({ json }) => [json.fullpath, json.type, json.group_id, json.status]),
		[['Contracts', 'department', 2, 'planned']],
	);
	assert.equal(execution.items('Spreadsheet')[0]?.binary?.data?.fileName, 'permissions.csv');
	assert.deepEqual(column(execution, 'Report', 'line'), ['Contracts, Department 2: granted now: Add File']);
	assert.equal(writes(), before);
}

async function onboarding(prepared: PreparedN8n): Promise<void> {
	const { rest, samples, mail } = prepared;
	const id = await rest.start(sampleOf(samples, 'partner-onboarding.json').id, 'New customer');
	const { to, text } = await mail.mailAbout('Welcome, Example Ltd');
	assert.equal(to, 'ada.lin@customer.example');
	assert.match(text, /Kind regards\nKim Ode/);
	const button = addressIn(text);
	const consoles = [];
	for (const _click of ['first', 'second']) {
		await rest.waiting(id, 60_000);
		const answer = await fetch(button, { redirect: 'manual' });
		consoles.push(answer.headers.get('location') ?? '');
		assert.equal((await fetch(consoles.at(-1) ?? '')).status, 200);
	}
	assert.equal(new Set(consoles).size, 2);
	await rest.waiting(id, 60_000);
	// What the mail says is the only way in.
	assert.equal((await fetch(button.replace(/key=\w+/, 'key=another'), { redirect: 'manual' })).status, 403);
}
