import type { IDataObject, INode } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryAdmin } from '../../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { startEmulator, type Directory, type Emulator, type EmulatorOptions } from '../../emulator';
import { reference } from '../../contract/reference';
import { createEngine, type Engine, type RunResult } from '../support/engine';

/* Synchronize Directory in the real engine against the emulator; what came of it is read from the emulator's state. */

const node = new FileLibraryAdmin();
const APPLY = { dryRun: false };
const WRITE = /\/ent\/(add|del|set)_/;
let engine: Engine;
let name: string;
let emulator: Emulator;

beforeAll(async () => {
	engine = await createEngine();
	name = engine.register(node, new FileLibraryEnterpriseApi());
});
beforeEach(async () => await start());
afterEach(async () => await emulator.close());

async function start(options: Partial<EmulatorOptions> = {}): Promise<void> {
	emulator = await startEmulator({ seedDemo: false, ...options });
}
async function restart(options: Partial<EmulatorOptions>): Promise<void> {
	await emulator.close();
	await start(options);
}

async function synchronize(
	entries: IDataObject[],
	parameters: Record<string, unknown> = {},
	nodeProps: Partial<INode> = {},
): Promise<RunResult> {
	const credentials = {
		fileLibraryEnterpriseApi: {
			baseUrl: emulator.url,
			...emulator.enterprise,
			vendorPrefix: 'svc',
			allowUnauthorizedCerts: false,
		},
	};
	return await engine.run({
		node: name,
		credentials,
		nodeProps,
		items: entries.map((json) => ({ json })),
		parameters: { resource: 'directory', operation: 'synchronize', ...parameters },
	});
}
const directory = (): Directory =>
	(emulator.world.clients.get(emulator.enterprise.clientId) as unknown as { enterprise: { directory: Directory } })
		.enterprise.directory;
const writes = (): string[] =>
	emulator.requests.filter(({ path }) => WRITE.test(path)).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
const groupsOf = (outId: string): string[] =>
	directory()
		.groupsOf(directory().memberByOutId(outId).id)
		.map((group) => group.outId)
		.sort();

/** The seeded company as a feed would describe it. */
function company(): IDataObject[] {
	const { groups, members } = directory();
	return [
		...[...groups.values()].map(({ outId, name: title, parentId }) => ({
			type: 'department',
			outId,
			name: title,
			parentOutId: parentId === 0 ? '' : directory().groupById(parentId).outId,
		})),
		...[...members.values()].map(({ id, outId, name: person, account, email, phone, title }) => {
			const at = directory()
				.groupsOf(id)
				.map((group) => group.outId);
			// The consultants nobody lists are to stay so.
			return {
				type: 'member',
				outId,
				name: person,
				account,
				email,
				phone,
				title,
				departmentOutIds: at.length ? at : null,
			};
		}),
	];
}
const FEED: IDataObject[] = [
	{ type: 'member', outId: 'n-1', name: 'Nora New', account: 'nora@example.com', departmentOutIds: ['n-dep', 'g-1'] },
	{ type: 'department', outId: 'n-sub', name: 'Sub', parentOutId: 'n-dep' },
	{ type: 'department', outId: 'n-dep', name: 'New Department', parentOutId: 'd-sales' },
	{ type: 'department', outId: 'd-platform', name: 'Platform', parentOutId: 'd-apps' },
	{ type: 'member', outId: 'u-01', name: 'Member One', departmentOutIds: 'n-sub, g-2', title: 'Lead' },
	{ type: 'member', outId: 'u-02', name: 'Member 02', departmentOutIds: [] },
];

test('a dry run is the default, shows each change with the item that asked for it, and writes nothing', async () => {
	const { items, error } = await synchronize(FEED);
	expect(error).toBeUndefined();
	expect(
		items.map(({ json, pairedItem }) => [
			json['action'],
			json['kind'],
			json['outId'],
			json['department'] ?? null,
			json['status'],
			(pairedItem as { item: number }).item,
		]),
	).toEqual([
		['create', 'department', 'n-dep', null, 'planned', 2],
		['create', 'department', 'n-sub', null, 'planned', 1],
		['move', 'department', 'd-platform', null, 'planned', 3],
		['create', 'member', 'n-1', null, 'planned', 0],
		['update', 'member', 'u-01', null, 'planned', 4],
		['join', 'member', 'u-01', 'n-sub', 'planned', 4],
		['join', 'member', 'u-01', 'g-2', 'planned', 4],
		['join', 'member', 'u-02', '', 'planned', 5],
		['leave', 'member', 'u-01', 'g-1', 'planned', 4],
		['leave', 'member', 'u-02', 'g-1', 'planned', 5],
	]);
	expect(items[4]?.json['differences']).toEqual({
		name: { from: 'Member 01', to: 'Member One' },
		title: { from: '', to: 'Lead' },
	});
	expect(emulator.requests.length).toBeGreaterThan(0);
	expect(writes()).toEqual([]);
});

test('applied, the directory is as described; a second run changes nothing', async () => {
	const { items, error } = await synchronize(FEED, APPLY);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(10);
	expect(new Set(items.map(({ json }) => json['status']))).toEqual(new Set(['done']));
	expect(directory().groupByPath('Sales/New Department/Sub').outId).toBe('n-sub');
	expect(directory().groupByPath('Research and Development/应用开发部/Platform').outId).toBe('d-platform');
	expect(directory().memberByOutId('n-1')).toMatchObject({
		name: 'Nora New',
		account: 'nora@example.com',
		enabled: true,
	});
	expect(groupsOf('n-1')).toEqual(['g-1', 'n-dep']);
	expect(directory().memberByOutId('u-01')).toMatchObject({
		name: 'Member One',
		account: 'member01',
		email: 'member01@example.com',
		title: 'Lead',
	});
	expect(groupsOf('u-01')).toEqual(['g-2', 'n-sub']);
	expect(groupsOf('u-02')).toEqual([]);
	expect(directory().topLevel.has(directory().memberByOutId('u-02').id)).toBe(true);
	expect(directory().members.size).toBe(201);

	const before = writes().length;
	const again = await synchronize(FEED, APPLY);
	expect(again.error).toBeUndefined();
	expect(again.items).toEqual([]);
	expect(writes()).toHaveLength(before);
});

test('a feed of the whole company as it is changes nothing, with deletions allowed too', async () => {
	const { items, error } = await synchronize(company(), {
		...APPLY,
		options: { deleteMissingMembers: true, deleteMissingDepartments: true, deletionLimit: 0 },
	});
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
	expect(writes()).toEqual([]);
});

describe('deletions', () => {
	const some = (left: number): IDataObject[] =>
		company().filter(
			({ type, outId }) =>
				type === 'department' || Number(String(outId).slice(2)) <= left || String(outId).startsWith('u-'),
		);

	test('nothing is deleted unless asked for', async () => {
		expect((await synchronize(some(20), APPLY)).items).toEqual([]);
		expect(directory().members.size).toBe(200);
	});

	test.each([[true], [false]])('a broken feed is stopped before anything is sent (dry run %p)', async (dryRun) => {
		const feed = [...some(2), { type: 'department', outId: 'n', name: 'N' }];
		const { error, items } = await synchronize(feed, { dryRun, options: { deleteMissingMembers: true } });
		// 198 of the 200 seeded members are listed, 22 are in the feed.
		expect(error?.message).toMatch(/would delete 176 of 198 members; limit 10 %/);
		expect(items).toEqual([]);
		expect(writes()).toEqual([]);
		expect(directory().members.size).toBe(200);
	});

	test('within the limit those who are missing go, members and departments', async () => {
		const feed = some(170).filter(({ outId }) => outId !== 'd-service');
		const taken = feed.map((entry) =>
			Array.isArray(entry['departmentOutIds'])
				? { ...entry, departmentOutIds: entry['departmentOutIds'].filter((outId) => outId !== 'd-service') }
				: entry,
		);
		const { items, error } = await synchronize(taken as IDataObject[], {
			...APPLY,
			options: { deleteMissingMembers: true, deleteMissingDepartments: true },
		});
		expect(error).toBeUndefined();
		expect(items.filter(({ json }) => json['action'] === 'delete' && json['kind'] === 'member')).toHaveLength(8);
		expect(items.at(-1)?.json).toMatchObject({
			action: 'delete',
			kind: 'department',
			outId: 'd-service',
			status: 'done',
		});
		expect(directory().members.size).toBe(192);
		expect(directory().findGroup('d-service')).toBeUndefined();
		expect(directory().groups.size).toBe(16);
	});
});

describe('failures', () => {
	const people = Array.from({ length: 6 }, (_, n) => ({
		type: 'member',
		outId: `x-${n}`,
		name: `X ${n}`,
		account: `x${n}@example.com`,
		departmentOutIds: ['x-dep'],
	}));
	const feed = [{ type: 'department', outId: 'x-dep', name: 'X' }, ...people];
	const refuse = (path: string, after: number) =>
		emulator.faults.add({
			match: path,
			after,
			action: { status: 403, body: { error_code: 40301, error_msg: 'no right to do this' } },
		});

	test('a failure tells what was done already, and which item it was; the next run goes on', async () => {
		refuse('add_sync_member', 2);
		const { error } = await synchronize(feed, { ...APPLY, options: { concurrency: 1 } });
		expect(error?.message).toMatch(/failed to create member "x-2"; 3 of 7 changes were done and stay.*\[Item 3\]/);
		expect(error?.context).toMatchObject({ itemIndex: 3 });
		expect(directory().findMember('outId', 'x-3')).toBeUndefined();
		const next = await synchronize(feed, APPLY);
		expect(next.items.map(({ json }) => json['outId'])).toEqual(['x-2', 'x-3', 'x-4', 'x-5']);
	});

	test('with Continue On Fail the others are changed, and the failed one says why', async () => {
		refuse('add_sync_member', 2);
		const { items, error } = await synchronize(
			feed,
			{ ...APPLY, options: { concurrency: 1 } },
			{ onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json['status'])).toEqual([
			'done',
			'done',
			'done',
			'failed',
			'done',
			'done',
			'done',
		]);
		expect(JSON.stringify(items[3]?.json)).toMatch(/x-2.*\[Item 3\]/);
		expect(items[3]?.pairedItem).toEqual({ item: 3 });
		expect(directory().findMember('outId', 'x-5')).toBeDefined();
	});

	test('with an error output the failed one is there', async () => {
		refuse('add_sync_member', 2);
		const { outputs } = await synchronize(
			feed,
			{ ...APPLY, options: { concurrency: 1 } },
			{ onError: 'continueErrorOutput' },
		);
		expect(outputs[0]).toHaveLength(6);
		expect(outputs[1]).toMatchObject([
			{ json: { error: expect.stringMatching(/failed to create member "x-2".*\[Item 3\]/) as string } },
		]);
	});

	test('no department is deleted after a failure: what could not be moved out would go with it', async () => {
		const options = { deleteMissingDepartments: true, deletionLimit: 100 };
		const left = company()
			.filter(({ type, outId }) => type === 'department' && outId !== 'd-rnd')
			.map((entry) => (entry['parentOutId'] === 'd-rnd' ? { ...entry, parentOutId: '' } : entry));
		refuse('add_sync_group', 0);
		const { items } = await synchronize(left, { ...APPLY, options }, { onError: 'continueRegularOutput' });
		expect(
			items.filter(({ json }) => json['status'] === 'failed').map(({ json }) => [json['action'], json['outId']]),
		).toEqual([
			['move', 'd-platform'],
			['delete', 'd-rnd'],
		]);
		expect(directory().groups.size).toBe(17);
		await synchronize(left, { ...APPLY, options });
		expect(directory().groups.size).toBe(16);
		expect(directory().groupByPath('Platform').outId).toBe('d-platform');
	});

	test.each<[string, IDataObject[], RegExp, number]>([
		[
			'an unknown parent',
			[...feed, { type: 'department', outId: 'y', name: 'Y', parentOutId: 'nowhere' }],
			/Parent: there is no department "nowhere".*\[Item 7\]/,
			7,
		],
		['a missing type', [feed[0] as IDataObject, {}], /Type: is required.*\[Item 1\]/, 1],
	])('%s stops everything, with the item that is wrong', async (_what, wrong, message, item) => {
		expect((await synchronize(wrong, APPLY)).error?.message).toMatch(message);
		const { items } = await synchronize(wrong, APPLY, { onError: 'continueRegularOutput' });
		expect(items).toHaveLength(1);
		expect(items[0]?.pairedItem).toEqual({ item });
		expect(writes()).toEqual([]);
	});
});

test('a member whom the account limit disables is told', async () => {
	await restart({ memberLimit: 5 });
	const { items } = await synchronize(
		[{ type: 'member', outId: 'n-1', name: 'N', account: 'n@example.com', departmentOutIds: '' }],
		APPLY,
	);
	expect(items.map(({ json }) => json)).toMatchObject([
		{ action: 'create', status: 'done', warning: expect.stringMatching(/disabled.*account limit/) as string },
	]);
});

test('fields of other names, and a list in the form in place of the items', async () => {
	const entry = { art: 'department', nummer: 4711, bezeichnung: 'Einkauf' };
	const fieldNames = { type: 'art', outId: 'nummer', name: 'bezeichnung' };
	expect((await synchronize([entry], { ...APPLY, fieldNames })).items).toHaveLength(1);
	expect(directory().groupByOutId('4711').name).toBe('Einkauf');
	const { items } = await synchronize([{ any: 1 }, { any: 2 }], {
		source: 'json',
		directory: JSON.stringify([{ ...entry, nummer: 4712 }]),
		fieldNames,
	});
	expect(items.map(({ json, pairedItem }) => [json['outId'], pairedItem])).toEqual([['4712', { item: 0 }]]);
	expect((await synchronize([{}], { source: 'json', directory: '[{"type":"robot"}]' })).error?.message).toMatch(
		/Directory 1, Type: "robot"/,
	);
	expect((await synchronize([{}], { source: 'json', directory: '{}' })).error?.message).toMatch(
		/Directory: must be a list/,
	);
});

test.each([
	[1, 1, 1],
	[5, 2, 5],
])('concurrency %p: members are worked on over %p to %p connections', async (concurrency, least, most) => {
	await restart({ latencyMs: 20 });
	const feed = Array.from({ length: 20 }, (_, n) => ({
		type: 'member',
		outId: `x-${n}`,
		name: `X ${n}`,
		account: `x${n}@example.com`,
	}));
	await synchronize(feed, { ...APPLY, options: { concurrency } });
	const used = new Set(
		emulator.requests.filter(({ path }) => path.endsWith('add_sync_member')).map(({ connection }) => connection),
	).size;
	expect(used).toBeGreaterThanOrEqual(least);
	expect(used).toBeLessThanOrEqual(most);
});

test('the example of the reference needs no particular input and writes nothing', async () => {
	const {
		resource: _resource,
		operation: _operation,
		...example
	} = reference().find(({ id }) => id === 'directorySynchronize')?.example ?? {};
	const { items, error } = await synchronize([{}], example);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json['action'], json['outId'], json['status']])).toEqual([
		['create', 'dept-95', 'planned'],
		['create', 'emp-0950', 'planned'],
	]);
	expect(writes()).toEqual([]);
});
