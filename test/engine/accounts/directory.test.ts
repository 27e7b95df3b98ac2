import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';
import { withoutNulls } from '../../support/withoutNulls';
import { useWorld } from '../support/world';

/* Synchronize Directory: the plan, its result, its failures, and the ways to describe a directory. */

const sync = useWorld(new Synchronization());

const FEED: IDataObject[] = [
	{ type: 'member', outId: 'n-1', name: 'Nora New', account: 'nora@example.com', departmentOutIds: ['n-dep', 'g-1'] },
	{ type: 'department', outId: 'n-sub', name: 'Sub', parentOutId: 'n-dep' },
	{ type: 'department', outId: 'n-dep', name: 'New Department', parentOutId: 'd-sales' },
	{ type: 'department', outId: 'd-platform', name: 'Platform', parentOutId: 'd-apps' },
	{ type: 'member', outId: 'u-01', name: 'Member One', departmentOutIds: 'n-sub, g-2', title: 'Lead' },
	{ type: 'member', outId: 'u-02', name: 'Member 02', departmentOutIds: [] },
];

test('a dry run is the default: it returns each change with the item that asked for it', async () => {
	const { changes, error } = await sync.run(FEED, { planOutput: 'changes' });
	expect(error).toBeUndefined();
	const told = changes.map(({ json, pairedItem }) => {
		const { action, type, out_id: outId, group_out_id: department = null } = json;
		return [action, type, outId, department, pairedItem];
	});
	expect(told).toEqual([
		['create', 'department', 'n-dep', null, { item: 2 }],
		// Of the departments at one depth, those that are there already come first.
		['move', 'department', 'd-platform', null, { item: 3 }],
		['create', 'department', 'n-sub', null, { item: 1 }],
		['create', 'member', 'n-1', null, { item: 0 }],
		['update', 'member', 'u-01', null, { item: 4 }],
		['join', 'member', 'u-01', 'n-sub', { item: 4 }],
		['join', 'member', 'u-01', 'g-2', { item: 4 }],
		['join', 'member', 'u-02', '', { item: 5 }],
		['leave', 'member', 'u-01', 'g-1', { item: 4 }],
		['leave', 'member', 'u-02', 'g-1', { item: 5 }],
	]);
	for (const { json } of changes) expect(json.status).toBe('planned');
	expect(changes[4]?.json.differences).toEqual({
		name: { from: 'Member 01', to: 'Member One' },
		title: { from: '', to: 'Lead' },
	});
	const { summary } = await sync.run(FEED);
	expect(summary.plan).toEqual(withoutNulls(changes.map(({ json }) => json)));
	expect(summary).toMatchObject({
		status: 'planned',
		dry_run: true,
		blocked: false,
		changes: 10,
		by_action: { create: 3, move: 1, update: 1, join: 3, leave: 2 },
		deletions: 0,
		members: { create: 1, update: 1, join: 3, leave: 2, delete: 0, disable: 0 },
		departments: { create: 2, move: 1, delete: 0 },
		described: { members: 3, departments: 3 },
	});
	expect(sync.emulator.requests.length).toBeGreaterThan(0);
	expect(sync.writes()).toEqual([]);
});

test('applied, the directory is as described; a second run changes nothing', async () => {
	const { changes, summary, error } = await sync.run(FEED, APPLY);
	expect(error).toBeUndefined();
	expect(changes).toHaveLength(10);
	expect(summary).toMatchObject({ dry_run: false, status: 'done', changes: 10, done: 10, failed: 0 });
	expect(new Set(changes.map(({ json }) => json.status))).toEqual(new Set(['done']));
	const { directory } = sync;
	expect(directory.groupByPath('Sales/New Department/Sub').outId).toBe('n-sub');
	expect(directory.groupByPath('Research and Development/应用开发部/Platform').outId).toBe('d-platform');
	const nora = { name: 'Nora New', account: 'nora@example.com', enabled: true };
	expect(directory.memberByOutId('n-1')).toMatchObject(nora);
	expect(sync.departmentsOf('n-1')).toEqual(['g-1', 'n-dep']);
	const one = { name: 'Member One', account: 'member01', email: 'member01@example.com', title: 'Lead' };
	expect(directory.memberByOutId('u-01')).toMatchObject(one);
	expect(sync.departmentsOf('u-01')).toEqual(['g-2', 'n-sub']);
	expect(sync.departmentsOf('u-02')).toEqual([]);
	expect(directory.topLevel.has(directory.memberByOutId('u-02').id)).toBe(true);
	expect(directory.members.size).toBe(201);

	const before = sync.writes().length;
	const again = await sync.run(FEED, APPLY);
	expect(again.error).toBeUndefined();
	expect(again.changes).toEqual([]);
	expect(again.summary).toMatchObject({ status: 'nothing_to_do', changes: 0, done: 0 });
	expect(sync.writes()).toHaveLength(before);
});

describe('the description of the directory', () => {
	const entry = { art: 'department', nummer: 4711, bezeichnung: 'Einkauf' };
	const fieldNames = { type: 'art', outId: 'nummer', name: 'bezeichnung' };

	test('may use fields of other names', async () => {
		expect((await sync.run([entry], { ...APPLY, fieldNames })).changes).toHaveLength(1);
		expect(sync.directory.groupByOutId('4711').name).toBe('Einkauf');
	});

	test('may be a list in the form in place of the items', async () => {
		const directory = JSON.stringify([{ ...entry, nummer: 4712 }]);
		const form = { source: 'json', directory, fieldNames, planOutput: 'changes' };
		const { changes } = await sync.run([{ any: 1 }, { any: 2 }], form);
		expect(changes.map(({ json, pairedItem }) => [json.out_id, pairedItem])).toEqual([['4712', { item: 0 }]]);
	});
});

const NEW_DEPARTMENT = { type: 'department', outId: 'x-dep', name: 'X' };
const CREWS = [
	NEW_DEPARTMENT,
	...Array.from({ length: 6 }, (_, n) => {
		const names = { outId: `x-${n}`, name: `X ${n}`, account: `x${n}@example.com` };
		return { type: 'member', ...names, departmentOutIds: ['x-dep'] };
	}),
];
const ONE_BY_ONE = { ...APPLY, options: { concurrency: 1 } };

test('a failure reports which change and item it was and how many were made; the next run makes the rest', async () => {
	const action = { status: 403, body: { error_code: 40301, error_msg: 'no right to do this' } };
	sync.emulator.faults.add({ match: 'add_sync_member', after: 2, action });
	const { error } = await sync.run(CREWS, ONE_BY_ONE);
	const said = /failed to create member "x-2"; 3 of 7 changes had already been made and were not undone/;
	expect(error?.message).toMatch(said);
	expect(error?.context).toMatchObject({ itemIndex: 3 });
	expect(error?.context?.data).toMatchObject({
		done: [
			{ action: 'create', type: 'department', out_id: 'x-dep', status: 'done' },
			{ action: 'create', type: 'member', out_id: 'x-0', account: 'x0@example.com', group_paths: ['X'] },
			{ action: 'create', type: 'member', out_id: 'x-1', status: 'done' },
		],
		failed: [
			{ action: 'create', out_id: 'x-2', status: 'failed', error: expect.stringContaining('x-2') as string },
		],
		not_attempted: 3,
	});
	expect(sync.directory.findMember('outId', 'x-3')).toBeUndefined();
	const next = await sync.run(CREWS, APPLY);
	expect(next.changes.map(({ json }) => json.out_id)).toEqual(['x-2', 'x-3', 'x-4', 'x-5']);
});

const NEW = { type: 'member', outId: 'n-1', name: 'Nora', account: 'nora@example.com' };

test('fields that mean nothing are named, and those of the other type too', async () => {
	const entries = [
		{ ...NEW, departmentIds: ['d-sales'], mobile: '1' },
		{ type: 'department', outId: 'x', name: 'X', mobile: '2', email: 'x@example.com', title: '' },
	];
	const { hints, summary } = await sync.run(entries);
	expect(summary.unknown_fields).toEqual({ mobile: 2, departmentIds: 1, email: 1 });
	expect(hints).toEqual([
		expect.stringMatching(/"mobile" \(2 entries\), "departmentIds" \(1 entry\), "email" \(1 entry\)/),
		'Planned, not made: create 1 department, create 1 member',
	]);
});

test('a name under Field Names that no entry has is named too', async () => {
	const { hints } = await sync.run([NEW], { fieldNames: { title: 'jobTitle' } });
	expect(hints[0]).toBe('No entry of the input has the field "jobTitle", which Field Names refers to');
});
