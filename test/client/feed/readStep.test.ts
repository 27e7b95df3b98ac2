import {
	type FeedPort,
	readChangesByPage,
	type ReadOptions,
	type ReadResult,
	stateAfter,
	type FeedState,
} from '#changes/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { entryOf, listedPort, printOf, type Listed } from './listedPort';
import { readChanges } from './readAll';

/* One read of the feed, request by request: where it ends, what it returns then, and the state that is to be saved. */

const OPTIONS: ReadOptions = { now: () => 0, overlapMs: 1, limit: 100, expired: () => false, onHiddenChanges: 'stop' };
const listOf = (...times: number[]): Listed[] => times.map((ms, at) => [ms, `h${at}`]);
const MANY = listOf(...Array.from({ length: 9 }, (_, at) => 2001 + at));

async function read(list: readonly Listed[], state: FeedState, more: Partial<ReadOptions> = {}, port?: FeedPort) {
	const listed = listedPort(list);
	const result = await readChanges(port ?? listed, state, { ...OPTIONS, ...more });
	return { ...result, hashes: result.changes.map(({ entry }) => entry.hash), asked: listed.asked };
}

/** A port that fails from its n-th request for a page on. */
function failingAt(nth: number, failure: Error): FeedPort {
	const port = listedPort(MANY);
	const later: FeedPort['later'] = async (cursor) =>
		port.asked.length + 1 >= nth ? await Promise.reject(failure) : await port.later(cursor);
	return { ...port, later };
}

describe('where a read ends', () => {
	test('at the end of the feed: nothing more', async () => {
		const { hashes, more, state, asked } = await read(listOf(2001, 2002), stateAfter(2000));
		expect([hashes, more, state.cursor]).toEqual([['h0', 'h1'], false, 2002]);
		// Nothing is read before the first cursor; then the millisecond of the new one, and what follows it.
		expect(asked).toEqual(['later 2000', 'later 2001', 'later 2002']);
	});

	test('after the page with which the time is used up, but not before the first one', async () => {
		const { hashes, more, state } = await read(MANY, stateAfter(2000), { expired: () => true });
		expect([hashes, more, state.cursor, state.cursorUnchecked]).toEqual([['h0', 'h1', 'h2'], true, 2003, true]);
	});

	test.each([
		[1, ['h0'], 2],
		[3, ['h0', 'h1', 'h2'], 0],
		[4, ['h0', 'h1', 'h2', 'h3'], 1],
	])('with the limit of %i; what is left waits', async (limit, hashes, waiting) => {
		const result = await read(MANY, stateAfter(2000), { limit });
		expect([result.hashes, result.more]).toEqual([hashes, true]);
		const all = await read(MANY, result.state, { limit: waiting });
		expect(all.hashes).toEqual(MANY.slice(limit, limit + waiting).map(([, hash]) => hash));
	});

	test('waiting changes come first, and may be all', async () => {
		const undelivered = ['x', 'y', 'z'].map((hash) => ({ entry: entryOf(hash), after: 1 }));
		const state = { ...stateAfter(2000), undelivered };
		const some = await read(MANY, state, { limit: 2 });
		expect([some.hashes, some.asked, some.more]).toEqual([['x', 'y'], [], true]);
		expect(some.state.undelivered.map(({ entry }) => entry.hash)).toEqual(['z']);
		expect((await read(listOf(2001), state)).hashes).toEqual(['x', 'y', 'z', 'h0']);
	});

	test('everything in pages: each repeats only the millisecond in which the one before ended', async () => {
		const { hashes, asked } = await read(MANY, stateAfter(2000));
		expect(hashes).toEqual(MANY.map(([, hash]) => hash));
		expect(asked).toEqual([
			...['later 2000', 'later 2002', 'later 2004', 'later 2006'],
			...['later 2008', 'later 2008', 'later 2009'],
		]);
	});
});

describe('in pieces', () => {
	const pieces = async (port = listedPort(MANY)): Promise<Array<ReadResult & { asked: number }>> => {
		const all = [];
		for await (const piece of readChangesByPage(port, stateAfter(2000), OPTIONS))
			all.push({ ...piece, asked: port.asked.length });
		return all;
	};
	const hashesOf = (reads: ReadResult[]) => reads.flatMap(({ changes }) => changes.map(({ entry }) => entry.hash));

	test('of one page each; no more is asked for until a piece is taken than the page that follows it', async () => {
		const shown = (await pieces()).map(({ asked, changes, state }) => [asked, changes.length, state.cursor]);
		expect(shown).toEqual([
			...[0, 2, 3, 4, 5].map((asked, at) => [asked, at === 0 ? 0 : 2, 2000 + 2 * at]),
			[5, 1, 2009],
			[7, 0, 2009],
		]);
	});

	test('each with the state after it: whoever stops there goes on with the rest', async () => {
		const all = await pieces();
		for (const [at, { state }] of all.entries()) {
			const rest = await read(MANY, state);
			expect([...hashesOf(all.slice(0, at + 1)), ...rest.hashes]).toEqual(MANY.map(([, hash]) => hash));
		}
	});
});

describe('a failure', () => {
	const lost = new LibraryError('network', 'lost');

	test('of the first request is thrown', async () => {
		expect(await errorOf(read([], stateAfter(2000), {}, failingAt(1, lost)))).toBe(lost);
	});

	test('after changes were found ends the read with them', async () => {
		const state = { ...stateAfter(2000), undelivered: [{ entry: entryOf('x'), after: 1 }] };
		const result = await read([], state, {}, failingAt(1, lost));
		expect([result.hashes, result.more, result.state]).toEqual([['x'], true, stateAfter(2000)]);
	});

	test.each([new LibraryError('aborted', 'cancelled'), new TypeError('a mistake of ours')])(
		'$message is thrown although changes were found',
		async (failure) => {
			const state = { ...stateAfter(2000), undelivered: [{ entry: entryOf('x'), after: 1 }] };
			expect(await errorOf(read([], state, {}, failingAt(1, failure)))).toBe(failure);
		},
	);
});

describe('from now on', () => {
	const STARTING: FeedState = { ...stateAfter(2000), skippingExisting: true };

	test('what is there is processed and not reported, up to the end', async () => {
		const { hashes, state, more } = await read(MANY, STARTING, { limit: 1 });
		expect([hashes, more, state.cursor]).toEqual([[], false, 2009]);
		expect(state).not.toHaveProperty('skippingExisting');
	});

	test('a read that ends before goes on skipping', async () => {
		const { hashes, state, more } = await read(MANY, STARTING, { expired: () => true });
		expect([hashes, more, state.cursor, state.skippingExisting]).toEqual([[], true, 2003, true]);
		expect(state.processed).toHaveLength(1);
	});

	test('bursts of that time are no error', async () => {
		const { hashes, state } = await read(listOf(2001, 2001, 2001, 2001, 2002), STARTING);
		expect([hashes, state.cursor]).toEqual([[], 2002]);
	});

	test('an empty library: the state is another one, since the beginning is over', async () => {
		expect((await read([], STARTING)).state).toStrictEqual(stateAfter(2000));
	});
});

describe('a read without changes', () => {
	const QUIET: FeedState = { ...stateAfter(2001), processed: [{ until: 2001, fingerprints: printOf('h0') }] };

	test('answers the saved state itself, so that nobody has to save it', async () => {
		expect((await read(listOf(2001), { ...QUIET, knownAfter: 2000 })).state).toEqual({
			...QUIET,
			knownAfter: 2000,
		});
		const saved = { ...QUIET, knownAfter: 2000 };
		const { state, changes, more } = await read(listOf(2001), saved);
		expect(state).toBe(saved);
		expect([changes, more]).toEqual([[], false]);
	});

	test('but a checked one where something had to be checked', async () => {
		const saved: FeedState = { ...QUIET, knownAfter: 2000, cursorUnchecked: true };
		expect((await read(listOf(2001), saved)).state).not.toHaveProperty('cursorUnchecked');
	});

	test('and one without what waited', async () => {
		const saved = { ...QUIET, knownAfter: 2000, undelivered: [{ entry: entryOf('x'), after: 1 }] };
		const { state, hashes } = await read(listOf(2001), saved);
		expect([hashes, state.undelivered]).toEqual([['x'], []]);
	});

	test('does not ask for what is needed only for changes', async () => {
		const prepare = jest.fn(async () => undefined);
		await read(listOf(2001), { ...QUIET, knownAfter: 2000 }, { prepare });
		expect(prepare).not.toHaveBeenCalled();
		await read(listOf(2001, 2002), { ...QUIET, knownAfter: 2000 }, { prepare });
		expect(prepare).toHaveBeenCalled();
	});
});

describe('more in one millisecond than the feed shows', () => {
	const BURST = listOf(2001, 2001, 2001, 2001, 2002);

	test('stops after what it shows, with the numbers', async () => {
		const { hashes, state } = await read(BURST, stateAfter(2000));
		expect([hashes, state.cursor]).toEqual([['h0', 'h1', 'h2'], 2001]);
		expect(await errorOf(read(BURST, state))).toMatchObject({
			kind: 'conflict',
			message: expect.stringMatching(/^4 changes share the millisecond 2001 .* only 3 of them$/) as string,
		});
	});

	test('or reports them once, and goes on', async () => {
		const onHiddenChanges = 'continue';
		const { changes, state } = await read(BURST, stateAfter(2000), { onHiddenChanges });
		const hidden = { entry: {}, after: 2000, hidden: { ms: 2001, shown: 3, counted: 4 } };
		expect(changes.filter((change) => change.hidden)).toEqual([hidden]);
		expect(changes.map(({ entry }) => entry.hash)).toEqual(['h0', 'h1', 'h2', undefined, 'h4']);
		expect((await read(BURST, state, { onHiddenChanges })).changes).toEqual([]);
	});
});
