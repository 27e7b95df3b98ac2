import { burstError, readBurst } from '../../../src/client/feed/burst';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { FeedWorld, type CountBounds } from './feedModel';
import { worldPort } from './worldPort';

/* A millisecond that fills a page: what can be read of it, and when that is known to be all. */

/** `files` and `folders` in one millisecond `ms`, in a feed with pages of 10. */
function burstOf(files: number, folders: number, bounds: CountBounds = 'inclusive'): { world: FeedWorld; ms: number } {
	const world = new FeedWorld({ pageSize: 10, bounds });
	world.fill(1, 1);
	world.fill(files, Infinity);
	for (let n = 0; n < folders; n++) world.operate('folder', 0);
	return { world, ms: world.now };
}
const refused = new LibraryError('input', 'no such call', { status: 404, retryable: false });

test('files and folders have a page each; what follows proves that nothing is hidden, without counting', async () => {
	const { world, ms } = burstOf(9, 9);
	world.now++;
	world.operate('create', 0);
	world.operate('folder', 0);
	const port = worldPort(world);
	const burst = await readBurst(port, ms);
	expect(burst).toMatchObject({ ms, counted: 18, whole: true });
	expect(new Set(burst.entries.map(({ hash }) => hash)).size).toBe(18);
	expect(port.asked).not.toContain('count');
});

test.each<CountBounds>(['inclusive', 'beginExclusive', 'endExclusive'])(
	'two full pages and nothing after them: the count tells (%s)',
	async (bounds) => {
		const { world, ms } = burstOf(10, 10, bounds);
		const { entries, whole } = await readBurst(worldPort(world), ms);
		expect([entries.length, whole]).toEqual([20, true]);
	},
);

test('more than the pages hold: not whole, with the numbers', async () => {
	const { world, ms } = burstOf(15, 3);
	const burst = await readBurst(worldPort(world), ms);
	expect(burst).toMatchObject({ counted: 18, whole: false });
	expect(burst.entries).toHaveLength(13);
	expect(burstError(burst).message).toContain('18 changes');
	expect(burstError(burst).message).toContain('only 13 ');
	expect(burstError(burst)).toMatchObject({ kind: 'conflict', retryable: false });
});

describe('a service that does not count', () => {
	const uncounted = (world: FeedWorld) => ({
		...worldPort(world),
		count: async () => {
			throw refused;
		},
	});
	test('pages that are not full hold all', async () => {
		const { world, ms } = burstOf(9, 3);
		expect(await readBurst(uncounted(world), ms)).toMatchObject({ whole: true, counted: undefined });
	});
	test('a full page may hide something: that is said without a number', async () => {
		const { world, ms } = burstOf(10, 3);
		const burst = await readBurst(uncounted(world), ms);
		expect(burst).toMatchObject({ whole: false, counted: undefined });
		expect(burstError(burst).message).toMatch(/^more changes share/);
	});
});

test.each([
	['busy', true],
	['network', true],
	['aborted', false],
] as const)('a count that fails with %s is no missing count: it is thrown', async (kind, retryable) => {
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

test('entries that leave the millisecond between page and count: read again, then whole', async () => {
	const { world, ms } = burstOf(12, 0);
	const port = worldPort(world);
	let reading = 0;
	const later: typeof port.later = async (cursor, kind) => {
		// Two files are changed before the second reading; what stays fits a page.
		if (cursor === ms - 1 && kind === 'files' && ++reading === 2) {
			world.now++;
			world.operate('edit', 3);
			world.operate('edit', 4);
		}
		return await port.later(cursor, kind);
	};
	expect(await readBurst({ ...port, later }, ms)).toMatchObject({ whole: true });
	expect(reading).toBe(2);
});

test('a millisecond that stays hidden is read three times, not for ever', async () => {
	const { world, ms } = burstOf(40, 0);
	const port = worldPort(world);
	expect((await readBurst(port, ms)).whole).toBe(false);
	expect(port.asked.filter((name) => name === 'count')).toHaveLength(3);
	expect(port.asked.filter((name) => name === 'later')).toHaveLength(12);
});

test('a millisecond that has become empty is whole', async () => {
	const { world, ms } = burstOf(2, 0);
	expect(await readBurst(worldPort(world), ms + 5)).toMatchObject({ entries: [], whole: true });
});
