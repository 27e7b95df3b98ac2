import type { FeedPort } from '../../../src/client/feed/port';
import { readChanges } from '../../../src/client/feed/readChanges';
import { type ReadOptions, stateAfter, type FeedState } from '../../../src/client/feed/state';
import { listedPort, printOf, type Listed } from './listedPort';

/* What becomes of a read that fails, finds hidden changes, or begins behind what exists. */

const OPTIONS: ReadOptions = {
	now: () => 0,
	overlapMs: 10,
	limit: 10,
	expired: () => false,
	onHiddenChanges: 'continue',
};

test('hidden changes are reported once, also where all that is shown was processed', async () => {
	const burst: readonly Listed[] = ['a', 'b', 'c', 'd', 'e'].map((hash) => [1000, hash]);
	const shown = ['a', 'b', 'c'].map((hash) => printOf(hash));
	const saved: FeedState = {
		...stateAfter(1000),
		knownAfter: 900,
		processed: [{ until: 1000, fingerprints: shown.join('') }],
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
