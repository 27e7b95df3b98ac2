import { recentChanges } from '#changes/work';
import type { FeedEntry } from '#changes/plan';
import { FeedWorld, worldPort } from './feedWorld';

/* What a test of the trigger finds: the latest changes, up to ten pages back. */

const all = { limit: 100, accept: () => true, expired: () => false };
const named =
	(name: string) =>
	(entry: FeedEntry): boolean =>
		entry.filename === name;
const hashes = (changes: ReadonlyArray<{ entry: FeedEntry }>): unknown[] => changes.map(({ entry }) => entry.hash);

/** A world of `count` files, h0 first, one in each millisecond. */
function worldOf(count: number, pageSize = 100): FeedWorld {
	const world = new FeedWorld({ pageSize });
	world.fill(count, 1);
	return world;
}

test('oldest first, each once, at most the limit, and the limit keeps the latest', async () => {
	const found = await recentChanges(worldPort(worldOf(30)), { ...all, limit: 3 });
	expect(hashes(found.changes)).toEqual(['h27', 'h28', 'h29']);
	expect(found.examined).toBe(30);
});

test('further back, up to ten pages, when nothing matches', async () => {
	// Ten pages of ten: h100 to h199 of 200.
	for (const [name, found] of [
		['e165', ['h165']],
		['e100', ['h100']],
		['e99', []],
	] as const) {
		const port = worldPort(worldOf(200, 10));
		const { changes, examined } = await recentChanges(port, { ...all, accept: named(name) });
		expect([name, hashes(changes)]).toEqual([name, found]);
		expect(examined).toBe(name === 'e165' ? 40 : 100);
		expect(port.requests.filter((request) => request === 'newest').length).toBe(name === 'e165' ? 4 : 10);
	}
});

test('the beginning of the feed ends the search, and so does the time', async () => {
	const found = await recentChanges(worldPort(worldOf(25, 10)), { ...all, accept: named('nobody') });
	expect([found.changes, found.examined]).toEqual([[], 25]);
	const port = worldPort(worldOf(200, 10));
	await recentChanges(port, { ...all, accept: () => false, expired: () => true });
	expect(port.requests.filter((name) => name === 'newest')).toHaveLength(1);
});

test('a burst that hides changes is reported, but not counted as examined', async () => {
	const world = worldOf(1, 10);
	world.fill(50, 50);
	world.fill(1, 1);
	const { changes, examined } = await recentChanges(worldPort(world), { ...all, accept: named('nobody') });
	expect(changes.map(({ hidden }) => hidden)).toEqual([{ ms: world.now - 1, shown: 10, counted: 50 }]);
	// Of the 52 entries, what the burst shows, and the one behind it.
	expect(examined).toBe(11);
});
