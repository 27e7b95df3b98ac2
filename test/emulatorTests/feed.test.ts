import { ManualClock } from '../emulator/index';
import { TestClient } from './testClient';

let clock: ManualClock;
let client: TestClient;
let start: number;
beforeEach(async () => {
	clock = new ManualClock();
	start = clock.now();
	client = await TestClient.start({ clock });
});
afterEach(() => client.close());

interface Row {
	fullpath: string;
	cmd?: number;
	dir: number;
}
const compare = async (cursor: number, more = {}) =>
	(await client.file('updates', { fetch_dateline: cursor, mode: 'compare', ...more })).body;
const names = (list: Row[]): string[] => list.map((row) => row.fullpath);

async function createAt(ms: number, path: string): Promise<void> {
	clock.set(start + ms);
	await client.file('create_folder', { fullpath: path });
}

test('compare is ascending, strictly later, and ends on the same cursor', async () => {
	await createAt(1, 'a');
	await createAt(2, 'b');
	await createAt(3, 'c');
	const all = await compare(0);
	expect(names(all.list)).toEqual(['a', 'b', 'c']);
	expect(all.fetch_dateline).toBe(start + 3);
	expect(names((await compare(start + 2)).list)).toEqual(['c']);
	expect(await compare(start + 3)).toEqual({ fetch_dateline: start + 3, list: [] });
});

test('an entry stands once, at its latest operation; deleted ones have cmd 0', async () => {
	await createAt(1, 'a');
	await createAt(2, 'b');
	clock.set(start + 5);
	await client.file('add_tag', { fullpath: 'a', tag: 'x' });
	clock.set(start + 6);
	await client.file('del', { fullpath: 'b', destroy: 1 });
	const { list } = await compare(0);
	expect(list.map((row: Row) => [row.fullpath, row.cmd])).toEqual([
		['a', 1],
		['b', 0],
	]);
	expect(names((await compare(start + 5)).list)).toEqual(['b']);
});

test('mode empty is descending, earlier, without deleted entries at the start', async () => {
	await createAt(1, 'a');
	await createAt(2, 'b');
	await createAt(3, 'c');
	await client.file('del', { fullpath: 'c' });
	const first = (await client.file('updates', { fetch_dateline: 0 })).body;
	expect(names(first.list)).toEqual(['b', 'a']);
	expect(first.list[0].cmd).toBeUndefined();
	expect(first.fetch_dateline).toBe(start + 1);
	expect(names((await client.file('updates', { fetch_dateline: start + 2 })).body.list)).toEqual(['a']);
});

test('at most 100 entries; a shared millisecond is cut as the document says', async () => {
	client.emulator.seed({
		count: 250,
		folder: 'Many',
		operationMs: (index) => start - 10_000 + Math.floor(index / 150),
	});
	const first = await compare(start - 20_000);
	expect(first.list).toHaveLength(100);
	const second = await compare(first.fetch_dateline);
	expect(second.list).toHaveLength(100);
	expect(second.list[0].fullpath).toBe('Many/file-000150.txt');
});

test('dir filters, updates_count counts', async () => {
	await createAt(1, 'a');
	clock.set(start + 2);
	await client.upload('f.txt', 'f');
	expect(names((await compare(0, { dir: 1 })).list)).toEqual(['a']);
	expect(names((await compare(0, { dir: 0 })).list)).toEqual(['f.txt']);
	await client.file('del', { fullpath: 'a' });
	const bounds = { begin_dateline: start, end_dateline: start + 10 };
	expect((await client.file('updates_count', bounds)).body).toEqual({ count: 1 });
	expect((await client.file('updates_count', { ...bounds, showdel: 1 })).body).toEqual({ count: 2 });
});

test('recycle bin: list, stat, recover, delete for good', async () => {
	client.emulator.seedFile('A/B/x.txt', '12345');
	client.emulator.seedFile('y.txt', '123');
	await client.file('del', { fullpath: 'A' });
	await client.file('del', { fullpath: 'y.txt' });
	const bin = (await client.file('recycle')).body;
	expect(bin.count).toBe(2);
	expect(names(bin.list)).toEqual(['y.txt', 'A']);
	expect(bin.list[0].property).toBeUndefined();
	expect((await client.file('stat')).body).toMatchObject({
		size: 0,
		size_recycle: 8,
		count_file: 0,
		capacity: -1,
		mount_id: 2001,
	});
	expect((await client.file('info', { fullpath: 'A/B/x.txt' })).body.error_code).toBe(40402);
	expect((await client.file('recover', { fullpaths: 'A|y.txt' })).body).toEqual({});
	expect((await client.file('info', { fullpath: 'A/B/x.txt' })).status).toBe(200);
	await client.file('del', { fullpath: 'y.txt' });
	expect((await client.file('del_completely', { fullpaths: 'y.txt' })).status).toBe(200);
	expect((await client.file('recycle')).body.count).toBe(0);
	expect((await client.file('recover', { fullpaths: 'y.txt' })).body.error_code).toBe(40402);
});

test('deleting by tag within a path', async () => {
	for (const path of ['A/x.txt', 'B/y.txt']) {
		client.emulator.seedFile(path, path);
		await client.file('add_tag', { fullpath: path, tag: 'old' });
	}
	await client.file('del', { tag: 'old;other', path: 'A' });
	expect(await client.paths('A')).toEqual([]);
	expect(await client.paths('B')).toEqual(['B/y.txt']);
	await client.file('del_completely', { tag: 'old' });
	expect((await client.file('recycle')).body.count).toBe(0);
});
