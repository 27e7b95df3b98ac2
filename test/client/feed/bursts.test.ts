import {
	burstError,
	readBurst,
	hiddenText,
	type Burst,
	type FeedKind,
	type FeedPage,
	type FeedPort,
	type FeedState,
} from '#changes/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import type { CountBounds } from './feedWorld';
import { errorOf } from '../../support/ports';
import { listedPort, page } from './listedPort';
import { feedReader, HistoryPlayer } from './historyPlayer';
import { history, planned, UNDISTURBED } from './history';

/* A millisecond that fills a page: what can be read of it, and when that is known to be everything. */

interface Kinds {
	readonly files: FeedPage;
	readonly folders?: FeedPage;
	/** What lies beyond the millisecond, of both kinds. */
	readonly beyond?: FeedPage;
	/** The answer to counting. */
	readonly count?: number | LibraryError;
	readonly kind?: FeedKind;
}

/** Reads millisecond 50 of a port that answers these pages, of at most three entries. */
async function read({ files, folders, beyond, count = 0, kind }: Kinds) {
	const later: FeedPort['later'] = async (at, each) =>
		at === 50 ? (beyond ?? page(50)) : ((each === 'files' ? files : folders) ?? page(50));
	const port: FeedPort = {
		...listedPort([]),
		later,
		count: async () => (typeof count === 'number' ? count : await Promise.reject(count)),
	};
	const burst = await readBurst(kind ? { ...port, kind } : port, 50);
	return { ...burst, hashes: burst.entries.map(({ hash }) => hash) };
}

const FULL = page(50, 'a', 'b', 'c');

test('a service that cannot count: a full page may hide something, and the error has no number', async () => {
	const count = new LibraryError('input', 'no such call', { status: 404, retryable: false });
	const burst = await read({ files: FULL, count });
	expect(burst).toMatchObject({ complete: false, counted: undefined });
	expect(burstError(burst).message).toMatch(/^More changes share/);
	expect(await read({ files: page(50, 'a', 'b'), count })).toMatchObject({ complete: true });
});

test.each([
	['busy', true],
	['network', true],
	['aborted', false],
] as const)('a count that fails with %s is thrown, not taken for a missing count', async (kind, retryable) => {
	const count = new LibraryError(kind, 'not now', { retryable });
	expect(await errorOf(read({ files: FULL, count }))).toBe(count);
});

test('of one kind, the other one is counted, but not answered', async () => {
	const given = { files: FULL, folders: page(51, 'd', 'z'), beyond: page(51, 'z') };
	const folders = await read({ ...given, kind: 'folders' });
	expect(folders).toMatchObject({ hashes: ['d'], shown: 4, counted: 4, complete: true });
	const files = await read({ ...given, kind: 'files', count: 4 });
	expect(files).toMatchObject({ hashes: ['a', 'b', 'c'], shown: 4, counted: 4, complete: true });
});

test('a service that ignores the kind: each entry once', async () => {
	const shown = { hashes: ['a', 'b', 'c'], shown: 3, complete: true };
	expect(await read({ files: FULL, folders: FULL, count: 3 })).toMatchObject(shown);
});

test('the error has the numbers and the time', () => {
	const burst: Burst = { ms: 1_700_000_000_123, entries: [], shown: 100, seen: [], counted: 150, complete: false };
	expect(burstError(burst)).toMatchObject({
		kind: 'conflict',
		retryable: false,
		operation: 'libraryFileUpdates',
		message:
			'150 changes share the millisecond 1700000000123 (2023-11-14T22:13:20.123Z), ' +
			'but the updates feed shows only 100 of them',
		hint: expect.stringContaining('Report and Continue') as string,
	});
	expect(burstError({ ...burst, counted: undefined }).message).toMatch(/^More changes share/);
	const text = 'changes share the millisecond 7; the updates feed showed 2 of them.';
	expect(hiddenText({ ms: 7, shown: 2, counted: 3 })).toBe(`3 ${text}`);
	expect(hiddenText({ ms: 7, shown: 2, counted: undefined })).toBe(`More ${text}`);
});

describe('a millisecond with more than a page', () => {
	/** A player that hasn't polled yet, and the millisecond with `count` operations, every fifth on a folder. */
	async function burst(
		count: number,
		bounds: CountBounds,
	): Promise<{ player: HistoryPlayer<FeedState>; ms: number }> {
		const player = new HistoryPlayer(feedReader, history({ bounds }), Infinity);
		player.operate(planned('create'));
		await player.activate();
		player.operate(planned('create'));
		player.operate(planned('folder'));
		player.world.now += 1;
		for (let n = 0; n < count; n++) player.operate(planned(n % 5 === 0 ? 'folder' : 'create', { wait: 0 }));
		const ms = player.world.now;
		player.operate(planned('create', { wait: 500 }));
		return { player, ms };
	}
	const bounds = ['inclusive', 'beginExclusive', 'endExclusive'] as const;
	test.each(bounds.flatMap((each) => [99, 100, 101, 120].map((count) => [count, each] as const)))(
		'%i in one: all arrive (count bounds %s)',
		async (count, each) => {
			// 120 are 24 folders and 96 files: each kind has a page of its own.
			const { player } = await burst(count, each);
			await player.pollUntilQuiet();
			expect(player.oracle.changesReported).toBe(count + 3);
		},
	);
	test.each(bounds)('130 in one: stops with the numbers, never loops (count bounds %s)', async (each) => {
		const { player, ms } = await burst(130, each);
		const error = await player.pollUntilQuiet().catch((cause: unknown) => cause);
		expect(error).toMatchObject({ name: 'LibraryError' });
		// Exclusive bounds can only be asked for a range around the millisecond.
		expect((error as Error).message).toContain(String(ms));
		if (each === 'inclusive') expect((error as Error).message).toContain('130');
		expect((error as Error).message).toMatch(/shows only \d+/);
		const before = player.requests;
		await expect(player.poll(UNDISTURBED)).rejects.toMatchObject({ name: 'LibraryError' });
		expect(player.requests - before).toBeLessThan(30);
	});
});
