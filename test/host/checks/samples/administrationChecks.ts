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
	await checks.check('Onboarding of an enterprise: it is created, and the customer gets a sign-in link', async () => {
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
	assert.match(html, /Robin Field/);
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
		[['Contracts', 'department', 1, 'planned']],
	);
	assert.equal(execution.items('Spreadsheet')[0]?.binary?.data?.fileName, 'permissions.csv');
	assert.match(String(column(execution, 'Report', 'line')[0]), /^Contracts, .+: granted nothing → ls/);
	assert.equal(writes(), before);
}

async function onboarding(prepared: PreparedN8n): Promise<void> {
	const execution = await runSample(prepared, 'partner-onboarding.json', 'New customer');
	assert.deepEqual(column(execution, 'Create the enterprise', 'out_id'), ['customer-210']);
	const { to, text } = await prepared.mail.mailAbout('Welcome, Example Ltd');
	assert.equal(to, 'ada.lin@customer.example');
	assert.equal((await fetch(addressIn(text))).status, 200);
}
