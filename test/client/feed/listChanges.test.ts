import fc from 'fast-check';
import { cursorAt, type FeedPort, listChanges, type ListedChange } from '#changes/work';
import { cursorText, type FeedCursor, type FeedOrder, parseCursor } from '../../../src/protocol/wire/feedCursor';
import { oneCase, runs } from '../../support/runs';
import { FeedWorld, OPERATIONS, worldPort } from './feedWorld';

interface PiecesOptions {
	readonly between?: () => void;
	readonly onHiddenChanges?: 'stop' | 'continue';
}

/** Lists everything in pieces, each continued from the text of the last cursor; calls `between` before each piece. */
async function inPieces(
	port: FeedPort,
	from: FeedCursor,
	size: number | (() => number),
	{ between, onHiddenChanges = 'stop' }: PiecesOptions = {},
): Promise<ListedChange[]> {
	const all: ListedChange[] = [];
	for (let cursor = from; ;) {
		between?.();
		const most = typeof size === 'number' ? size : size();
		const piece: ListedChange[] = [];
		for await (const change of listChanges(port, cursor, { onHiddenChanges })) {
			piece.push(change);
			if (piece.length === most) break;
		}
		const last = piece.at(-1);
		if (!last) return all;
		all.push(...piece);
		const text = cursorText(last.cursor);
		const continued = parseCursor(text);
		// As long as `cursorText` says.
		if (!continued || text.length > 3300) throw new Error(`not a cursor: ${text}`);
		cursor = continued;
	}
}

const hashesOf = (changes: readonly ListedChange[]): unknown[] =>
	changes.flatMap((change) => ('entry' in change ? [change.entry.hash] : []));

const ORDERS: readonly FeedOrder[] = ['oldest', 'newest'];

/** The ids of a world in the order of its feed, oldest operation first. */
const hashesIn = ({ files }: FeedWorld): string[] =>
	files.toSorted((a, b) => a.opMs - b.opMs || a.seq - b.seq).map(({ hash }) => hash);

/** Twelve and a half pages of files copied at once, `perMs` in each millisecond, between other files and folders. */
function copied(perMs: number, pageSize = 100): FeedWorld {
	const world = new FeedWorld({ pageSize });
	for (let n = 0; n < 1.43 * pageSize; n++) {
		world.now += n % 3;
		world.operate(n % 5 === 0 ? 'folder' : 'create', 0);
	}
	world.fill(12.5 * pageSize, perMs);
	for (let n = 0; n < 0.3 * pageSize; n++) world.operate('folder', 0);
	return world;
}

describe.each(ORDERS)('many files copied at once, %s first', (order) => {
	test.each(oneCase([9, 10, 11], ORDERS.indexOf(order)))('in pieces of %d, with full milliseconds', async (size) => {
		const world = copied(10, 10);
		const found = hashesOf(await inPieces(worldPort(world), cursorAt(order, 0), size));
		// From now on back, two entries of one millisecond that a page separates keep their order too.
		expect(order === 'oldest' ? found : found.reverse()).toEqual(hashesIn(world));
	});

	test('one request for each page and one for its border, when not continued', async () => {
		const port = worldPort(copied(70));
		await inPieces(port, cursorAt(order, 0), Infinity);
		// 15 pages, read once in full and once after the end.
		expect(port.requests.length).toBeLessThan(2 * 16 + 10);
		// A piece that ends with a page, newest first, goes on with the next one.
		const pieces = worldPort(copied(70));
		await inPieces(pieces, cursorAt(order, 0), 100);
		expect(pieces.requests.length).toBeLessThan((order === 'oldest' ? 3 : 2) * 17);
	});
});

describe.each(ORDERS)('more changes in one millisecond than the feed can show, %s first', (order) => {
	const burst = (pageSize = 100) => copied(1.5 * pageSize, pageSize);

	test('an error says how many there are and how many are shown', async () => {
		await expect(inPieces(worldPort(burst()), cursorAt(order, 0), 50)).rejects.toMatchObject({
			kind: 'conflict',
			message: expect.stringMatching(
				/^150 changes share the millisecond \d+ .*shows only 100 of them$/,
			) as string,
		});
	});

	test.each([
		[1, 10],
		[64, 100],
		[Infinity, 100],
	])('or they are reported once, all else is listed, in pieces of %d, with pages of %d', async (size, pageSize) => {
		const world = burst(pageSize);
		const changes = await inPieces(worldPort(world), cursorAt(order, 0), size, { onHiddenChanges: 'continue' });
		const hidden = changes.flatMap((change) => ('hidden' in change ? [change.hidden] : []));
		const counts = hidden.map(({ shown, counted }) => [shown, counted]);
		expect(counts).toEqual(Array(8).fill([pageSize, 1.5 * pageSize]));
		expect(new Set(hidden.map(({ ms }) => ms)).size).toBe(8);
		const found = hashesOf(changes);
		expect(new Set(found).size).toBe(found.length);
		expect(found).toHaveLength(hashesIn(world).length - 4 * pageSize);
	});
});

test('newest first, while the library changes: nothing twice, nothing missing that stayed as it was', async () => {
	const operation = fc.record({ kind: fc.constantFrom(...OPERATIONS), pick: fc.nat(30), wait: fc.nat(1) });
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 2, max: 6 }),
			fc.array(operation, { maxLength: 30 }),
			fc.array(operation, { maxLength: 30 }),
			fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
			async (pageSize, before, during, sizes) => {
				const world = new FeedWorld({ pageSize });
				const operate = (each?: (typeof before)[number]): void => {
					if (!each) return;
					world.now += each.wait;
					world.operate(each.kind, each.pick, { most: pageSize });
				};
				before.forEach(operate);
				const versions = new Map(world.files.map((file) => [file, file.version]));
				let [at, piece] = [0, 0];
				const size = () => sizes[piece++ % sizes.length] ?? 1;
				const between = (): void => operate(during[at++]);
				const found = hashesOf(await inPieces(worldPort(world), cursorAt('newest', 0), size, { between }));
				const stayed = [...versions].flatMap(([file, version]) =>
					file.version === version && !file.deleted ? [file.hash] : [],
				);
				for (const hash of stayed)
					expect([hash, found.filter((each) => each === hash).length]).toEqual([hash, 1]);
			},
		),
		{ numRuns: runs(250) },
	);
});

test.each([1, 2, Infinity])('what is dated ahead comes last and once, in pieces of %d', async (size) => {
	const world = new FeedWorld({ pageSize: 3 });
	const day = 86_400_000;
	for (const lateMs of [0, -day, -day, 0, 0]) world.operate('create', 0, { lateMs });
	const first = await inPieces(worldPort(world), cursorAt('oldest', 0), size);
	expect(hashesOf(first)).toEqual(['h0', 'h3', 'h4', 'h1', 'h2']);
	expect(first.map((change) => 'isAhead' in change)).toEqual([false, false, false, true, true]);
	// What happens until then follows, before their time has come and after it.
	const from = first.at(-1)?.cursor ?? cursorAt('oldest', 0);
	world.now += 5_000;
	world.operate('create', 0);
	const second = await inPieces(worldPort(world), from, size);
	expect(hashesOf(second)).toEqual(['h5']);
	world.now += 2 * day;
	world.operate('create', 0);
	const third = await inPieces(worldPort(world), second.at(-1)?.cursor ?? from, size);
	expect(hashesOf(third)).toEqual(['h6']);
	expect(third.at(-1)?.cursor.ahead ?? []).toEqual([]);
});

test.each(ORDERS)('a feed that repeats its page without end, %s first: an error, not an endless run', async (order) => {
	const world = copied(10);
	const { entries } = await worldPort(world).later(0);
	const port = {
		...worldPort(world),
		later: async (cursor: number) => ({ entries, until: cursor + 5 }),
		newest: async (before = 9_000_000_000_000) => ({ entries, until: before - 5 }),
	};
	await expect(inPieces(port, cursorAt(order, 0), Infinity)).rejects.toMatchObject({
		kind: 'protocol',
		operation: 'libraryFileUpdates',
		message: expect.stringMatching(/has no end/) as string,
		hint: expect.stringContaining('With Limit') as string,
	});
});
