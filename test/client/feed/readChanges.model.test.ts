import fc from 'fast-check';
import { readChanges } from '../../../src/client/feed/readChanges';
import { startFeed, type FeedState } from '../../../src/client/feed/state';
import {
	Player,
	STATE_BOUND,
	calm,
	histories,
	type Deed,
	type History,
	type Poll,
	type Reader,
	type Step,
} from './feedHistory';
import type { CountBounds, Operation } from './feedModel';

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
	start: async (port, start) => ({
		cursor: start.from === 'now' ? (await port.newest()).until : start.from === 'date' ? start.ms : 0,
	}),
	read: async (port, { cursor }, { overlapMs, limit }) => {
		const { entries, until } = await port.later(overlapMs > 1 ? cursor - overlapMs : cursor);
		return {
			state: { cursor: until },
			changes: entries.slice(0, limit).map((entry) => ({ entry })),
			more: until > cursor,
		};
	},
};

const small = fc.integer({ min: 3, max: 10 });
const exact = { late: fc.constant(0), overlap: fc.constantFrom(1, 1000, 5000, 60_000) };
const never = { late: fc.constant(0), overlap: fc.constant(1) };
const late = {
	late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })),
	overlap: fc.constantFrom(5000, 8000, 60_000),
};
/** FEED_SEED repeats a failure, FEED_RUNS multiplies the histories for a longer search. */
const runs = (numRuns: number) => ({
	numRuns: numRuns * Number(process.env['FEED_RUNS'] ?? 1),
	...(process.env['FEED_SEED'] ? { seed: Number(process.env['FEED_SEED']) } : {}),
});

async function check<S>(reader: Reader<S>, all: fc.Arbitrary<History>, numRuns: number): Promise<number> {
	let given = 0;
	await fc.assert(
		fc.asyncProperty(all, async (history) => {
			const player = new Player(reader, history);
			await player.play();
			given += player.judge.changesGiven;
		}),
		runs(numRuns),
	);
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

/** A history of nothing, to be filled by hand. */
const bare = (more: Partial<History>): History => ({
	pageSize: 100,
	bounds: 'inclusive',
	overlapMs: 30_000,
	before: [],
	from: 'now',
	dateBack: 0,
	steps: [],
	end: { limit: 1000, pages: Infinity },
	...more,
});
const deed = (kind: Operation, more: Partial<Deed> = {}): Deed => ({
	kind,
	pick: 0,
	wait: 1,
	late: 0,
	member: 'ann',
	...more,
});

describe('found by random histories', () => {
	const poll = (more: Partial<Poll> = {}): Step => ({ poll: { ...calm, ...more } });
	const waited = (wait: number, kind: Operation = 'create', pick = 0): Deed => deed(kind, { wait, pick });
	const CASES: Array<[string, Partial<History>]> = [
		[
			'a file is changed between two requests of the first poll: no burst',
			{ overlapMs: 1, before: [deed('create')], steps: [poll({ during: [deed('edit')] })] },
		],
		[
			'deleted, read, restored within a second, in a millisecond that was read already',
			{
				before: [deed('create')],
				steps: [poll({ during: [waited(0, 'delete')] }), poll(), { deeds: [waited(0, 'restore')] }],
			},
		],
		[
			'a page ends inside a millisecond, whose rest is a tag on an entry seen before',
			{
				pageSize: 3,
				overlapMs: 1,
				before: [deed('create'), deed('create')],
				steps: [{ deeds: [deed('create'), deed('create'), waited(0), waited(0, 'tag', 25)] }],
			},
		],
		[
			'a late arrival pushes an entry out of a full page between two requests',
			{
				pageSize: 4,
				before: [deed('create')],
				steps: [
					{ deeds: [deed('create'), deed('create'), deed('create'), deed('rename')] },
					poll({ limit: 1, during: [deed('create', { late: 2 })] }),
				],
			},
		],
		[
			'the time of a poll ends inside a millisecond, whose rest looks as it was',
			{
				pageSize: 3,
				overlapMs: 60_000,
				before: [deed('create'), deed('create')],
				steps: [
					{ deeds: [waited(0), waited(1), waited(1), waited(0, 'edit'), waited(0, 'move', 6)] },
					poll({ pages: 1 }),
					{
						deeds: [
							waited(0),
							waited(0, 'tag'),
							waited(1, 'tag', 2),
							waited(0),
							waited(0, 'tag', 3),
							waited(1),
						],
					},
				],
			},
		],
	];
	test.each(CASES)('%s', async (_name, history) => {
		await expect(new Player(feed, bare(history)).play()).resolves.toBeUndefined();
	});
});

describe('what the overlap is for', () => {
	const lateArrival = (overlapMs: number) =>
		bare({
			overlapMs,
			steps: [
				{ deeds: [deed('create', { wait: 10_000 })] },
				{ poll: calm },
				{ deeds: [deed('create', { wait: 0, late: 5000 })] },
			],
		});
	test('an operation that shows up 5 s late is given with an overlap above that', async () => {
		await expect(new Player(feed, lateArrival(5001)).play()).resolves.toBeUndefined();
	});
	test.each([0, 1, 4000])('with an overlap of %i ms it is missed', async (overlapMs) => {
		// The judge demands what lies within the overlap; here it is told to demand it all the same.
		const player = new Player(feed, lateArrival(overlapMs), 100, 60_000);
		await expect(player.play()).rejects.toThrow(/^missed: h1/);
	});
});

describe('a millisecond with more than a page', () => {
	const burst = async (count: number, bounds: CountBounds): Promise<{ player: Player<FeedState>; at: number }> => {
		const player = new Player(feed, bare({ bounds }), Infinity);
		player.do(deed('create'));
		await player.activate();
		player.do(deed('create'));
		player.do(deed('folder'));
		player.world.now += 1;
		for (let n = 0; n < count; n++) player.do(deed(n % 5 === 0 ? 'folder' : 'create', { wait: 0, pick: 0 }));
		const at = player.world.now;
		player.do(deed('create', { wait: 500 }));
		return { player, at };
	};
	const all = ['inclusive', 'beginExclusive', 'endExclusive'] as const;
	test.each(all.flatMap((bounds) => [1, 99, 100, 101, 120].map((count) => [count, bounds] as const)))(
		'%i in one: all arrive (count bounds %s)',
		async (count, bounds) => {
			// 120 are 24 folders and 96 files: each kind has a page of its own.
			const { player } = await burst(count, bounds);
			await player.drain();
			expect(player.judge.changesGiven).toBe(count + 3);
		},
	);
	test.each(all.flatMap((bounds) => [130, 500].map((count) => [count, bounds] as const)))(
		'%i in one: stops with the numbers, never loops (count bounds %s)',
		async (count, bounds) => {
			const { player, at } = await burst(count, bounds);
			const error = await player.drain().catch((cause: unknown) => cause);
			expect(error).toMatchObject({ name: 'LibraryError' });
			// Exclusive bounds can only be asked for a range around the millisecond.
			expect((error as Error).message).toContain(String(at));
			if (bounds === 'inclusive') expect((error as Error).message).toContain(String(count));
			expect((error as Error).message).toMatch(/shows only \d+/);
			const before = player.requests;
			await expect(player.poll(calm)).rejects.toMatchObject({ name: 'LibraryError' });
			expect(player.requests - before).toBeLessThan(30);
		},
	);
});

describe('many changes in a short time', () => {
	test('100 000 within 10 s: all arrive once, the state stays small, requests are bounded', async () => {
		const player = new Player(feed, bare({}), Infinity);
		await player.activate();
		player.world.fill(100_000, 10);
		await player.drain({ ...calm, limit: 5000 });
		expect(player.judge.changesGiven).toBe(100_000);
		expect(player.largestState).toBeLessThan(STATE_BOUND);
		expect(player.requests).toBeLessThan(4000);
		// What comes after it does not suffer.
		player.do(deed('tag', { wait: 5 }));
		await player.drain();
		expect(player.judge.changesGiven).toBe(100_001);
	}, 60_000);
});

describe('the judge can fail', () => {
	test.each([
		['exact', never],
		['late', late],
	] as const)(
		'a reader that trusts the answered time, %s',
		async (_name, times) => {
			await expect(check(naive, histories({ ...times, pageSize: small }), 500)).rejects.toMatchObject({
				cause: { message: expect.stringMatching(/^(missed|repeated|before the start)/) as string },
			});
		},
		60_000,
	);
});
