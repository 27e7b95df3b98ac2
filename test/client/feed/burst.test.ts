import { burstError, readBurst, cursorAt } from '#changes/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { FeedWorld, type CountBounds } from './feedWorld';
import { hashesOf, inPieces } from './pieces';
import { worldPort } from './worldPort';

/* A millisecond that fills a page: what can be read of it, and when that is known to be everything. */

/** `files` and `folders` in one millisecond `ms`, in a feed with pages of 10. */
function burstOf(files: number, folders: number, bounds: CountBounds = 'inclusive'): { world: FeedWorld; ms: number } {
	const world = new FeedWorld({ pageSize: 10, bounds });
	world.fill(1, 1);
	world.fill(files, Infinity);
	for (let n = 0; n < folders; n++) world.operate('folder', 0);
	return { world, ms: world.now };
}
const refused = new LibraryError('input', 'no such call', { status: 404, retryable: false });

describe('a service that cannot count', () => {
	const uncounted = (world: FeedWorld) => ({
		...worldPort(world),
		count: async () => {
			throw refused;
		},
	});
	test('pages that are not full show everything', async () => {
		const { world, ms } = burstOf(9, 3);
		expect(await readBurst(uncounted(world), ms)).toMatchObject({ complete: true, counted: undefined });
	});
	test('a full page may hide something: the error says so without a number', async () => {
		const { world, ms } = burstOf(10, 3);
		const burst = await readBurst(uncounted(world), ms);
		expect(burst).toMatchObject({ complete: false, counted: undefined });
		expect(burstError(burst).message).toMatch(/^More changes share/);
	});
});

test.each([
	['busy', true],
	['network', true],
	['aborted', false],
] as const)('a count that fails with %s is thrown, not taken for a missing count', async (kind, retryable) => {
	const { world, ms } = burstOf(15, 0);
	const failure = new LibraryError(kind, 'not now', { retryable });
	await expect(
		readBurst(
			{
				...worldPort(world),
				count: async () => {
					throw failure;
				},
			},
			ms,
		),
	).rejects.toBe(failure);
});

test('entries that leave the millisecond between page and count: read again, then complete', async () => {
	const { world, ms } = burstOf(12, 0);
	const port = worldPort(world);
	let reads = 0;
	const later: typeof port.later = async (cursor, kind) => {
		// Two files are changed before the second read; the remaining ones fit on a page.
		if (cursor === ms - 1 && kind === 'files' && ++reads === 2) {
			world.now++;
			world.operate('edit', 3);
			world.operate('edit', 4);
		}
		return await port.later(cursor, kind);
	};
	expect(await readBurst({ ...port, later }, ms)).toMatchObject({ complete: true });
	// All twelve that were counted before are not shown, so the next count has to agree.
	expect(reads).toBe(3);
});

test('entries that leave the millisecond between a full page and its count hide no others', async () => {
	const { world, ms } = burstOf(12, 0);
	const port = worldPort(world);
	let counts = 0;
	const count: typeof port.count = async (from, to) => {
		if (counts++ === 0) {
			world.now++;
			world.operate('edit', 3);
			world.operate('edit', 4);
		}
		return await port.count(from, to);
	};
	const { complete, entries } = await readBurst({ ...port, count }, ms);
	const there = world.files.filter(({ opMs }) => opMs === ms).map(({ hash }) => hash);
	expect([complete, entries.map(({ hash }) => hash).sort()]).toEqual([true, there.sort()]);
});

test.each([1, 7, Infinity])('a list, newest first, has each entry once, in pieces of %d', async (size) => {
	const { world } = burstOf(9, 8);
	world.now++;
	world.operate('create', 0);
	const found = hashesOf(await inPieces(worldPort(world), cursorAt('newest', 0), size));
	expect(found.sort()).toEqual(world.files.map(({ hash }) => hash).sort());
});
