import type { FeedPort } from '../../../src/client/feed/port';
import { readChanges } from '../../../src/client/feed/readChanges';
import { type ReadOptions, stateAfter, type FeedState } from '../../../src/client/feed/state';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { FeedWorld } from './feedWorld';
import { listedPort, printOf, type Listed } from './listedPort';
import { worldPort } from './worldPort';

/* What becomes of a read that fails, finds hidden changes, or begins behind what exists. */

const OPTIONS: ReadOptions = {
	now: () => 0,
	overlapMs: 10,
	limit: 10,
	expired: () => false,
	onHiddenChanges: 'continue',
};
const ENTRIES: readonly Listed[] = [1, 2, 3, 4, 5].map((ms) => [1000 + ms, `h${ms}`]);

/** Reads pages of three entries; the request for what is later than `at` fails. */
const failingAt = async (at: number, failure: Error) => {
	const port = listedPort(ENTRIES);
	const later: typeof port.later = async (cursor, kind) => {
		if (cursor >= at) throw failure;
		return await port.later(cursor, kind);
	};
	// Three are wanted of the first page, so that the second one is asked for apart.
	return await readChanges({ ...port, later }, stateAfter(1000), { ...OPTIONS, overlapMs: 1 });
};

test('a failure after some changes were found: these are returned, and there is more', async () => {
	const { changes, more, state } = await failingAt(1003, new LibraryError('busy', 'not now'));
	expect(changes.map(({ entry }) => entry.hash)).toEqual(['h1', 'h2']);
	expect([more, state.cursor]).toEqual([true, 1002]);
});

test.each([new LibraryError('aborted', 'cancelled'), new TypeError('a mistake of ours')])(
	'$message is thrown, whatever was found',
	async (failure) => {
		expect(await errorOf(failingAt(1003, failure))).toBe(failure);
	},
);

test('what exists is skipped, and so is what the feed hides of it', async () => {
	const world = new FeedWorld({ pageSize: 10 });
	world.fill(50, 50);
	world.fill(1, 1);
	const saved: FeedState = { ...stateAfter(0), skippingExisting: true };
	const { changes, more, state } = await readChanges(worldPort(world), saved, { ...OPTIONS, overlapMs: 1 });
	expect([changes, more]).toEqual([[], false]);
	expect(state).not.toHaveProperty('skippingExisting');
});

test('hidden changes are reported once, also where all that is shown was processed', async () => {
	const burst: readonly Listed[] = ['a', 'b', 'c', 'd', 'e'].map((hash) => [1000, hash]);
	const shown = ['a', 'b', 'c'].map((hash) => printOf(hash));
	const saved: FeedState = {
		...stateAfter(1000),
		knownAfter: 900,
		processed: [{ until: 1000, fingerprints: shown }],
	};
	const first = await readChanges(listedPort(burst), saved, OPTIONS);
	expect(first.changes.map(({ hidden }) => hidden)).toEqual([{ ms: 1000, shown: 3, counted: 5 }]);
	expect(first.state.knownAfter).toBe(1000);
	expect((await readChanges(listedPort(burst), first.state, OPTIONS)).changes).toEqual([]);
});

test('one read may return more changes than a call has room for as arguments', async () => {
	const entries = Array.from({ length: 130_000 }, (_, n) => ({ hash: `h${n}` }));
	const port: FeedPort = {
		pageSize: entries.length + 1,
		later: async (cursor) => (cursor < 5 ? { entries, until: 5 } : { entries: [], until: cursor }),
		newest: async () => ({ entries: [], until: 0 }),
		count: async () => 0,
	};
	const options = {
		now: () => 0,
		overlapMs: 1,
		limit: Infinity,
		expired: () => false,
		onHiddenChanges: 'stop',
	} as const;
	expect((await readChanges(port, stateAfter(1), options)).changes).toHaveLength(entries.length);
});
