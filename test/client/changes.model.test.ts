import fc from 'fast-check';
import { readChanges } from '../../src/client/changes';
import { startFeed, type FeedState } from '../../src/client/feedState';
import type { Entry } from '../../src/client/page';
import { Player, STATE_BOUND, histories, type History, type Reader } from './feedHistory';
import type { CountBounds } from './feedModel';

/*
 * The trigger's reading of the feed against random histories of a library: nothing missed, nothing twice. The feed is written
 * from the document (feedModel), what must come is decided apart from the reader (feedJudge), and feedHistory plays both: restarts
 * before every poll, lost requests, crashes before saving, limits, budgets, operations between two requests of a poll.
 */
const feed: Reader<FeedState> = {
	start: async (port, start) => await startFeed(port, start),
	read: async (port, state, options) => await readChanges(port, state, options),
};
/** The obvious way: the answered time is the cursor. It must not pass. */
const naive: Reader<{ cursor: number }> = {
	start: async (port, start) => ({ cursor: start.from === 'now' ? (await port.newest()).until : start.from === 'date' ? start.ms : 0 }),
	read: async (port, { cursor }, { overlapMs }) => {
		const { entries, until } = await port.later(overlapMs > 1 ? cursor - overlapMs : cursor);
		return { state: { cursor: until }, changes: entries.map((entry) => ({ entry })), more: until > cursor };
	},
};

const small = fc.integer({ min: 3, max: 10 });
const exact = { late: fc.constant(0), overlap: fc.constantFrom(1, 1000, 5000, 60_000) };
const never = { late: fc.constant(0), overlap: fc.constant(1) };
const late = { late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })), overlap: fc.constantFrom(5000, 8000, 60_000) };
const runs = (numRuns: number) => ({ numRuns, ...(process.env['FEED_SEED'] ? { seed: Number(process.env['FEED_SEED']) } : {}) });

async function check<S>(reader: Reader<S>, all: fc.Arbitrary<History>, numRuns: number): Promise<number> {
	let given = 0;
	await fc.assert(fc.asyncProperty(all, async (history) => {
		const player = new Player(reader, history);
		await player.play();
		given += player.judge.changesGiven;
	}), runs(numRuns));
	return given;
}

describe('random histories: 0 missed, 0 repeated', () => {
	test('exact operation times, pages of 3 to 10', async () => {
		expect(await check(feed, histories({ ...exact, pageSize: small }), 4000)).toBeGreaterThan(4000);
	}, 120_000);
	test('exact operation times, the shortest overlap', async () => {
		expect(await check(feed, histories({ ...never, pageSize: small }), 1500)).toBeGreaterThan(1500);
	}, 120_000);
	test('late operations within the overlap, pages of 3 to 10', async () => {
		expect(await check(feed, histories({ ...late, pageSize: small }), 4000)).toBeGreaterThan(4000);
	}, 120_000);
	test('pages of 100', async () => {
		expect(await check(feed, histories({ ...late, pageSize: fc.constant(100) }), 600)).toBeGreaterThan(600);
	}, 120_000);
});

describe('the judge can fail', () => {
	test.each([['exact', never], ['late', late]] as const)('a reader that trusts the answered time, %s', async (_name, times) => {
		await expect(check(naive, histories({ ...times, pageSize: small }), 500)).rejects.toMatchObject({ cause: { message: expect.stringMatching(/^(missed|repeated|before the start)/) as string } });
	}, 60_000);
});
