import type { IDataObject } from 'n8n-workflow';
import { reference } from '../../contract/reference';
import { APPLY, Synchronization } from './synchronization';
import { until } from '../../support/until';
import { withoutNulls } from '../../support/withoutNulls';

/* Synchronize Directory: the plan, its result, and the ways to describe a directory. */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
beforeEach(async () => await sync.restart());
afterAll(async () => await sync.close());

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
	expect(
		changes.map(({ json: { action, type, out_id: outId, group_out_id: department, status }, pairedItem }) => [
			action,
			type,
			outId,
			department ?? null,
			status,
			pairedItem,
		]),
	).toEqual([
		['create', 'department', 'n-dep', null, 'planned', { item: 2 }],
		// Of the departments at one depth, those that are there already come first.
		['move', 'department', 'd-platform', null, 'planned', { item: 3 }],
		['create', 'department', 'n-sub', null, 'planned', { item: 1 }],
		['create', 'member', 'n-1', null, 'planned', { item: 0 }],
		['update', 'member', 'u-01', null, 'planned', { item: 4 }],
		['join', 'member', 'u-01', 'n-sub', 'planned', { item: 4 }],
		['join', 'member', 'u-01', 'g-2', 'planned', { item: 4 }],
		['join', 'member', 'u-02', '', 'planned', { item: 5 }],
		['leave', 'member', 'u-01', 'g-1', 'planned', { item: 4 }],
		['leave', 'member', 'u-02', 'g-1', 'planned', { item: 5 }],
	]);
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
	expect(directory.memberByOutId('n-1')).toMatchObject({
		name: 'Nora New',
		account: 'nora@example.com',
		enabled: true,
	});
	expect(sync.departmentsOf('n-1')).toEqual(['g-1', 'n-dep']);
	expect(directory.memberByOutId('u-01')).toMatchObject({
		name: 'Member One',
		account: 'member01',
		email: 'member01@example.com',
		title: 'Lead',
	});
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

test('a feed of the whole company as it is changes nothing, even with deletions allowed', async () => {
	const { changes, error } = await sync.run(sync.company(), {
		...APPLY,
		options: { missingMembers: 'delete', deleteMissingDepartments: true, deletionLimit: 0 },
	});
	expect(error).toBeUndefined();
	expect(changes).toEqual([]);
	expect(sync.writes()).toEqual([]);
});

test('a new member that the account limit disables comes with a warning', async () => {
	await sync.restart({ memberLimit: 5 });
	const { changes } = await sync.run(
		[{ type: 'member', outId: 'n-1', name: 'N', account: 'n@example.com', departmentOutIds: '' }],
		APPLY,
	);
	expect(changes.map(({ json }) => json)).toMatchObject([
		{ action: 'create', status: 'done', warning: expect.stringMatching(/disabled.*account limit/) as string },
	]);
});

describe('the description of the directory', () => {
	const entry = { art: 'department', nummer: 4711, bezeichnung: 'Einkauf' };
	const fieldNames = { type: 'art', outId: 'nummer', name: 'bezeichnung' };

	test('may use fields of other names', async () => {
		expect((await sync.run([entry], { ...APPLY, fieldNames })).changes).toHaveLength(1);
		expect(sync.directory.groupByOutId('4711').name).toBe('Einkauf');
	});

	test('may be a list in the form in place of the items', async () => {
		const { changes } = await sync.run([{ any: 1 }, { any: 2 }], {
			source: 'json',
			directory: JSON.stringify([{ ...entry, nummer: 4712 }]),
			fieldNames,
			planOutput: 'changes',
		});
		expect(changes.map(({ json, pairedItem }) => [json.out_id, pairedItem])).toEqual([['4712', { item: 0 }]]);
	});

	test.each([
		['[{"type":"robot"}]', /Directory, row 1, Type: "robot"/],
		['[7]', /Directory, row 1 must be an object/],
		['{}', /Directory must be a list/],
	])('is refused when the list is %s', async (directory, message) => {
		expect((await sync.run([{}], { source: 'json', directory })).error?.message).toMatch(message);
	});
});

test.each([
	[1, 1, 1],
	[5, 2, 5],
])('concurrency %p: %p to %p members are changed at the same time', async (concurrency, least, most) => {
	await sync.restart();
	const { faults, requests } = sync.emulator;
	// A creation waits until as many as are wanted are under way.
	faults.choose = async ({ path }) => {
		const isUnderWay = (): boolean => requests.some(({ underWay }) => underWay >= least);
		if (path.endsWith('add_sync_member')) await until(isUnderWay);
		return undefined;
	};
	const feed = Array.from({ length: 20 }, (_, n) => ({
		type: 'member',
		outId: `x-${n}`,
		name: `X ${n}`,
		account: `x${n}@example.com`,
	}));
	await sync.run(feed, { ...APPLY, options: { concurrency } });
	const creations = sync.emulator.requests.filter(({ path }) => path.endsWith('add_sync_member'));
	expect(creations).toHaveLength(20);
	const together = Math.max(...creations.map(({ underWay }) => underWay));
	expect(together).toBeGreaterThanOrEqual(least);
	expect(together).toBeLessThanOrEqual(most);
});

test('the example of the reference needs no particular input and writes nothing', async () => {
	const entry = reference().find(({ id }) => id === 'directorySynchronize');
	const { resource: _resource, operation: _operation, ...example } = entry?.example ?? {};
	const { changes, error } = await sync.run([{}], example);
	expect(error).toBeUndefined();
	expect(changes.map(({ json }) => [json.action, json.out_id, json.status])).toEqual([
		['create', 'dept-95', 'planned'],
		['create', 'emp-0950', 'planned'],
	]);
	expect(sync.writes()).toEqual([]);
});
