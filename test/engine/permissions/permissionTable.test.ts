import { department, member, said, TableBench, type Row } from './tableBench';
import { useWorld } from '../support/world';
import { by } from '../support/library';

const bench = useWorld(new TableBench());
beforeEach(async () => await bench.folders('Table', 'Table/Inside', 'Table/Closed'));

const give: TableBench['give'] = async (...given) => await bench.give(...given);

test('a table has a row for each folder and person, with where the permissions come from', async () => {
	await give('Table', member(14), { grant: ['ls', 'dl'], deny: ['rm'] });
	const rows = await bench.table(['Table', 'Table/Inside'], [member(14), department(4)]);
	expect(rows).toEqual([
		{
			fullpath: 'Table',
			hash: expect.any(String) as string,
			type: 'member',
			member_id: 14,
			group_id: null,
			granted_names: ['View', 'Download or Open File'],
			granted: ['ls', 'dl'],
			denied: ['rm'],
			source: 'direct',
			source_fullpath: 'Table',
			inherit: true,
			as_read: 'granted ls,dl; denied rm; inherit yes',
		},
		expect.objectContaining({ type: 'department', group_id: 4, granted: [], source: 'unknown' }),
		expect.objectContaining({
			fullpath: 'Table/Inside',
			member_id: 14,
			granted: ['ls', 'dl'],
			source: 'inherited',
			source_fullpath: 'Table',
		}),
		expect.objectContaining({ fullpath: 'Table/Inside', group_id: 4 }),
	]);
});

test('with the credential of the enterprise rows have names and roles of the library', async () => {
	const rows = await bench.table(['Table'], [member(1)], bench.enterprise);
	const role = { role_id: 1, role: 'Administrator', source: 'library_role' };
	expect(rows).toEqual([expect.objectContaining({ name: expect.any(String) as string, ...role })]);
});

test('a dry run shows what the run then does, and a second run does nothing', async () => {
	await give('Table', member(14), { grant: ['ls', 'dl'] });
	const rows = await bench.table(['Table'], [member(14), member(9), department(4)]);
	const edited: Row[] = rows.map((row) => ({ ...row, granted: ['ls', 'pv'], denied: ['rm'] }));
	const planned = await bench.apply(edited, { dryRun: true });
	expect(planned.writes).toBe(0);
	expect(planned.changes[0]).toMatchObject({
		action: 'set',
		type: 'department',
		group_id: 4,
		status: 'planned',
		differences: { granted: { from: [], to: ['ls', 'pv'] }, denied: { from: [], to: ['rm'] } },
	});
	const done = await bench.apply(edited);
	expect(done.changes.map((change) => ({ ...change, status: 'planned' }))).toEqual(planned.changes);
	// One request for the department and one for both members.
	expect(done.writes).toBe(2);
	expect((await bench.table(['Table'], [member(14), member(9), department(4)])).map(said)).toEqual(edited.map(said));
	expect(await bench.apply(edited)).toMatchObject({ changes: [], writes: 0 });
});

test('one item per change, each paired with the row that asked for it', async () => {
	const rows: Row[] = [
		{ fullpath: 'Table', granted: 'ls', member_id: 15, inherit: true },
		{ fullpath: 'Table/Inside', member_id: 14, granted: 'ls' },
	];
	const { items } = await bench.apply(rows, { dryRun: true, planOutput: 'changes' });
	const planned = { action: 'set', type: 'member', status: 'planned' };
	expect(items).toMatchObject([
		{ json: { ...planned, fullpath: 'Table' }, pairedItem: { item: 0 } },
		{ json: { ...planned, fullpath: 'Table/Inside' }, pairedItem: { item: 1 } },
	]);
	const { summary } = await bench.apply(rows);
	expect(summary).toMatchObject({ status: 'done', dry_run: false, by_action: { set: 2 }, deletions: 0, done: 2 });
});

test('folders and people cost a bounded number of requests', async () => {
	const count = 4;
	const folders = Array.from({ length: count }, (_, at) => `Big/F${at}`);
	await bench.folders('Big', ...folders);
	// 20 members and 3 persons, 5 departments and 12 of the company.
	const people = [
		...Array.from({ length: 23 }, (_, at) => member(at < 20 ? at + 1 : at + 81)),
		...Array.from({ length: 17 }, (_, at) => department(at < 5 ? at + 1 : at + 96)),
	];
	expect(people).toHaveLength(40);
	const from = bench.served.length;
	const rows = await bench.table(folders, people);
	const reading = bench.served.length - from;
	expect(rows).toHaveLength(count * people.length);
	// One for each row, two for each folder, one for the folder above all of them and two above that one.
	expect(reading).toBeLessThanOrEqual(rows.length + 2 * count + 5);
	const edited = rows.map((row) => ({ ...row, granted: ['ls', 'cd', 'pv'], denied: [] }));
	const again = bench.served.length;
	const { summary, writes } = await bench.apply(edited);
	const applying = bench.served.length - again;
	expect(summary).toMatchObject({ failed: 0 });
	// Members of one folder share requests as far as the same is sent.
	expect(writes).toBeLessThanOrEqual(count * 8);
	expect(applying).toBeLessThanOrEqual(4 * rows.length);
});

test('Set Many refuses the root before anything is sent; Set takes it (H09)', async () => {
	const who = { subjects: { rows: [member(14)] }, give: 'permissions', grant: ['ls'] };
	const files = { rows: [{ file: by('path', 'Contracts') }, { file: by('path', '/') }] };
	const from = bench.served.length;
	const many = bench.does('permission', 'setMany', { files, ...who, type: '0' });
	await expect(many).rejects.toThrow();
	expect(bench.served).toHaveLength(from);
	expect(await bench.does('permission', 'set', { file: by('path', '/'), ...who })).toHaveLength(1);
});

test('permissions to unset, also among the options, where earlier versions had them', async () => {
	const status = async (more: object) => {
		const who = { subjects: { rows: [member(14)] }, give: 'permissions', grant: ['ls'] };
		await bench.does('permission', 'set', { file: by('path', 'Table'), ...who, ...more });
		const sent = JSON.parse(bench.emulator.requests.at(-1)?.params.permissions ?? '') as { permission: object };
		return sent.permission;
	};
	expect(await status({ unset: ['w'] })).toEqual({ role_id: 0, ls: 1, w: 0 });
	expect(await status({ options: { unset: ['w', 'rm'] } })).toEqual({ role_id: 0, ls: 1, w: 0, rm: 0 });
	expect(await status({ unset: ['w'], options: { unset: ['rm'] } })).toEqual({ role_id: 0, ls: 1, w: 0 });
});
