import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import { seedFile } from '../../../emulator/demo/sampleFiles';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import { addressIn, approve, column, runSample, type SampleRow } from './sampleRun';

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

/** The samples for administrators and partners. */
export const ADMINISTRATION_SAMPLES: readonly SampleRow[] = [
	['Directory synchronization: nothing changes before the plan is approved by mail', synchronization],
	['Permissions as a table: a spreadsheet is made, an edited row is planned, nothing changes', permissionTable],
	['Onboarding of an enterprise: each click on the mailed button signs in anew', onboarding],
	['Link audit: only links that never expire are closed, and only once that is approved', audit],
	['A member leaves: nothing before the approval, everything handed over after it', leave],
];

async function audit(prepared: PreparedN8n): Promise<void> {
	const { rest, mail, samples } = prepared;
	const [permanent, temporary] = await twoLinks(prepared);
	const id = await rest.start(sampleOf(samples, 'link-audit.json').id, 'Every Monday');
	const { text } = await mail.mailAbout('Links that ask for no password');
	assert.match(text, /offer\.txt: never expires/);
	assert.match(text, /offer\.pdf: until \d+ \w+ \d{4}/);
	const { html } = await mail.mailAbout('and wait to be closed');
	assert.match(html, /To be closed when you approve:[^]*offer\.txt/);
	assert.doesNotMatch(html, /offer\.pdf/);
	assert.equal(await statusOf(permanent), 200);
	const [later] = await twoLinks(prepared);
	const execution = await approve(prepared, id, html);
	const planned = column(execution, 'Plan what to close', 'plan').flatMap((plan) => plan as Array<{ code: string }>);
	const closed = column(execution, 'Close the links', 'code');
	assert.deepEqual(
		closed,
		planned.map(({ code }) => code),
	);
	assert.deepEqual([...new Set(column(execution, 'Close the links', 'success'))], [true]);
	assert.notEqual(await statusOf(permanent), 200);
	assert.equal(await statusOf(temporary), 200);
	// Nobody has seen it in the plan.
	assert.equal(await statusOf(later), 200);
}

const statusOf = async (link: unknown): Promise<number> => (await fetch(String(link))).status;

/** Shares two files: one for ever, one for a time. */
async function twoLinks(prepared: PreparedN8n): Promise<unknown[]> {
	const create = (name: string, path: string, more: object) =>
		libraryNode(prepared, name, { resource: 'link', operation: 'create', file: byPath(path), ...more });
	const forever = create('For ever', 'Contracts/offer.txt', { expires: 'never' });
	const made = await runNodes(prepared, forever, create('For a time', 'Contracts/offer.pdf', {}));
	return ['For ever', 'For a time'].map((node) => column(made, node, 'link')[0]);
}

const [BEN, CARLA] = [103, 105];

async function leave(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples, mail } = prepared;
	const libraries = [...emulator.libraries.values()];
	const personal = (id: number) => libraries.find(({ profile }) => profile.personalOf === id);
	const [his, hers] = [personal(BEN), personal(CARLA)];
	const contracts = libraries.find(({ profile }) => profile.name === '中国销售合同');
	assert.ok(his && hers && contracts);
	const ben = { id: BEN, name: 'Ben Brown' };
	for (const path of ['Notes.txt', 'Offers/Draft.txt']) seedFile(emulator.world, his, path, `${path} of Ben`, ben);
	const [link] = await linksOfBen(prepared);
	const member = () => emulator.world.directory.memberById(BEN);

	const id = await rest.start(sampleOf(samples, 'member-leaves.json').id, 'A member leaves');
	const { html } = await mail.mailAbout('Ben Brown leaves, Carla Costa takes over');
	assert.match(html, /"From Ben Brown" of Carla Costa: 2 \(0\.1 kB\)|&quot;From Ben Brown&quot; of Carla Costa: 2/);
	assert.match(html, /中国销售合同[^]*Links to close: 1/);
	assert.deepEqual([contracts.profile.ownerId, member().enabled], [BEN, true]);
	assert.equal((await fetch(String(link))).status, 200);
	const execution = await approve(prepared, id, html);
	assert.deepEqual([contracts.profile.ownerId, member().enabled], [CARLA, false]);
	assert.equal(hers.tree.get('From Ben Brown/Offers/Draft.txt').filehash, his.tree.get('Offers/Draft.txt').filehash);
	assert.notEqual((await fetch(String(link))).status, 200);
	assert.deepEqual([...new Set(column(execution, 'What was done', 'result'))], ['done']);
	assert.equal(execution.items('CSV file')[0]?.binary?.data?.fileName, 'leaving.csv');
	const report = await mail.mailAbout('Ben Brown has left');
	assert.equal(report.to, 'kim.ode@example.com');
}

/** A link that the person who leaves has made in a library of the company. */
async function linksOfBen(prepared: PreparedN8n): Promise<unknown[]> {
	const share = libraryNode(prepared, 'Share', {
		authentication: 'enterprise',
		library: { __rl: true, mode: 'id', value: '1103' },
		resource: 'link',
		operation: 'create',
		file: byPath('Read me.txt'),
		options: { operatorId: BEN },
	});
	const credentials = { fileLibraryEnterpriseApi: prepared.credentials.fileLibraryEnterpriseApi };
	return column(await runNodes(prepared, { ...share, credentials }), 'Share', 'link');
}
