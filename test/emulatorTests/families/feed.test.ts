import { ManualClock } from '../../emulator';
import { TestClient } from '../testClient';

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

test('compare is ascending and strictly later; with nothing new the cursor stays', async () => {
	await createAt(1, 'a');
	await createAt(2, 'b');
	await createAt(3, 'c');
	const all = await compare(0);
	expect(names(all.list)).toEqual(['a', 'b', 'c']);
	expect(all.fetch_dateline).toBe(start + 3);
	expect(names((await compare(start + 2)).list)).toEqual(['c']);
	expect(await compare(start + 3)).toEqual({ fetch_dateline: start + 3, list: [] });
});

test('an entry is in the feed once, at its latest operation; deleted entries have cmd 0', async () => {
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

test('the empty mode is descending and earlier, without deleted entries at the start', async () => {
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

test('at most 100 entries; the rest of a shared millisecond is skipped, as documented', async () => {
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

test('dir filters the feed; updates_count counts it', async () => {
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
