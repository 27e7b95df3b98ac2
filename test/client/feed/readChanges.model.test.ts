import fc from 'fast-check';
import { runs } from '../../support/runs';
import {
	countingSometimes,
	feedReader,
	HistoryPlayer,
	naiveReader,
	playRandom,
	uncountedReader,
} from './historyPlayer';
import type { Operation } from './feedWorld';
import { type History, history, planned, randomHistories, UNDISTURBED } from './history';

/* Random histories of a library (feedWorld, historyPlayer): nothing missed, nothing twice (feedOracle). */
const small = fc.integer({ min: 3, max: 10 });
/** Pages that a few operations between two requests fill. */
const tiny = fc.integer({ min: 2, max: 5 });
const exact = { late: fc.constant(0), overlap: fc.constantFrom(1, 1000, 5000, 60_000) };
const shortest = { late: fc.constant(0), overlap: fc.constant(1) };
const late = {
	late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })),
	overlap: fc.constantFrom(5000, 8000, 60_000),
};

test.each([
	['exact operation times, pages of 3 to 10', { ...exact, pageSize: small }, 1200],
	['exact operation times, the shortest overlap', { ...shortest, pageSize: small }, 500],
	['late operations within the overlap, pages of 3 to 10', { ...late, pageSize: small }, 1200],
	['between all requests, exact operation times', { ...exact, pageSize: tiny, isBusy: true }, 700],
	['between all requests, late operations within the overlap', { ...late, pageSize: tiny, isBusy: true }, 700],
	['pages of 100', { ...late, pageSize: fc.constant(100) }, 200],
])('random histories: 0 missed, 0 repeated %s', async (_name, ranges, count) => {
	expect(await playRandom(feedReader, randomHistories(ranges), count)).toBeGreaterThan(runs(count));
});

test('the operations of one millisecond become visible in two parts, in any order: 0 missed, 0 repeated', async () => {
	const bulk = fc.record({
		pageSize: fc.integer({ min: 3, max: 8 }),
		earlier: fc.nat(3),
		visible: fc.integer({ min: 1, max: 16 }),
		later: fc.integer({ min: 1, max: 8 }),
		kind: fc.constantFrom<Operation>('create', 'folder'),
		first: fc.boolean(),
		atRequest: fc.nat(3),
	});
	const steps = bulk.map(({ pageSize, earlier, visible, later, kind, first, atRequest }): History => {
		const nothing = Array.from({ length: atRequest }, () => planned('tag', { wait: 0, count: 0 }));
		const rest = planned(kind, { wait: 0, count: later, first });
		const before = { operations: [planned('create', { count: earlier })] };
		const part = { operations: [planned('create', { wait: 5000, count: visible })] };
		const during = { poll: { ...UNDISTURBED, during: [...nothing, rest] } };
		const polls = [before, { poll: UNDISTURBED }, part, during];
		return history({ pageSize, onHiddenChanges: 'continue', steps: polls });
	});
	expect(await playRandom(feedReader, steps, 1000, -Infinity)).toBeGreaterThan(runs(1000));
});

/** While one poll reads many pages, entries become visible late, behind it and before it. */
const slow = { ...late, late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })), isBusy: true, isSlow: true };
/** Some entries are dated seconds or a day ahead. */
const ahead = {
	late: fc.oneof(
		{ arbitrary: fc.constant(0), weight: 6 },
		{ arbitrary: fc.integer({ min: 0, max: 4000 }), weight: 2 },
		{ arbitrary: fc.constantFrom(-1500, -30_000, -70_000, -4_000_000, -86_400_000), weight: 1 },
	),
	overlap: fc.constantFrom(5000, 60_000),
};

test.each([
	['late entries while one poll reads many pages', { ...slow, pageSize: tiny }, feedReader, 900],
	['entries that are dated ahead', { ...ahead, pageSize: small }, feedReader, 900],
	['entries that are dated ahead, between all requests', { ...ahead, pageSize: tiny, isBusy: true }, feedReader, 500],
	// Everything of the last hour looks as if it were dated ahead.
	[
		'a clock that is an hour behind the times of the entries',
		{ ...late, clockBehind: 3_600_000, pageSize: small, isBusy: true },
		feedReader,
		500,
	],
	['a service that counts sometimes', { ...late, pageSize: small, isBusy: true }, countingSometimes, 300],
])('what a service does to its readers: 0 missed, 0 repeated %s', async (_name, ranges, reader, count) => {
	expect(await playRandom(reader, randomHistories(ranges), count)).toBeGreaterThan(runs(count));
});

test.each([
	['late entries', slow],
	['entries that are dated ahead', { ...ahead, isBusy: true, isSlow: true }],
])('polls that are far behind ask how far they are, %s: 0 missed, 0 repeated', async (_name, ranges) => {
	const operation = fc.record({
		kind: fc.constantFrom<Operation>('create', 'create', 'create', 'create', 'edit', 'delete', 'folder'),
		pick: fc.nat(50),
		wait: fc.oneof(
			{ arbitrary: fc.constantFrom(0, 1, 1, 7, 90), weight: 40 },
			{ arbitrary: fc.constantFrom(9000, 61_000), weight: 1 },
		),
		late: ranges.late,
		member: fc.constant('ann'),
	});
	const backlog = fc.array(operation, { minLength: 60, maxLength: 120 });
	const after = randomHistories({ ...ranges, pageSize: fc.constant(2), from: ['beginning', 'date'] });
	const limits = fc.array(fc.integer({ min: 30, max: 60 }), { minLength: 14, maxLength: 14 });
	const histories = fc.tuple(after, backlog, limits).map(([played, operations, most]): History => {
		const steps = played.steps.map((step, at) =>
			'poll' in step ? { poll: { ...step.poll, limit: most[at] ?? 30, requests: Infinity } } : step,
		);
		return { ...played, steps: [{ operations }, ...steps], end: { ...played.end, requests: Infinity } };
	});
	let asked = 0;
	const reader: typeof feedReader = {
		start: feedReader.start,
		read: async (port, state, options) => {
			const newest: typeof port.newest = async () => (asked++, await port.newest());
			return await feedReader.read({ ...port, newest }, state, options);
		},
	};
	expect(await playRandom(reader, histories, 400)).toBeGreaterThan(runs(400));
	expect(asked).toBeGreaterThan(runs(20));
});

test('what became visible while a poll that is far behind was reading is found by the next one', async () => {
	const operations = Array.from({ length: 30 }, () => planned('create'));
	// At its third request, one of the first milliseconds becomes visible; two seconds later it asks how far it is.
	const nothing = planned('create', { count: 0, wait: 0 });
	const comesLate = planned('create', { wait: 4000, late: 4028 });
	const during = [nothing, nothing, comesLate, planned('create', { wait: 2000, count: 2 })];
	const steps = [{ operations }, { poll: { ...UNDISTURBED, limit: 26, during } }];
	const player = new HistoryPlayer(feedReader, history({ pageSize: 2, overlapMs: 5000, from: 'beginning', steps }));
	await player.play();
	expect(player.oracle.changesReported).toBe(33);
});

describe('milliseconds with up to three pages: once each, or said', () => {
	// A start from now skips what a burst of that moment hides.
	const from: Array<History['from']> = ['beginning', 'date'];
	const bursts = { ...exact, pageSize: small, burst: 3, from };
	test.each([
		['counted', bursts, feedReader],
		['counted sometimes', bursts, countingSometimes],
		['not counted', bursts, uncountedReader],
		['between all requests', { ...bursts, isBusy: true }, feedReader],
		['late operations', { ...bursts, ...late }, feedReader],
	])('%s', async (_name, ranges, reader) => {
		expect(await playRandom(reader, randomHistories(ranges), 500, -Infinity)).toBeGreaterThan(runs(500));
	});
});

test.each([
	['exact operation times', { ...shortest, pageSize: small }],
	['between all requests, late operations within the overlap', { ...late, pageSize: small, isBusy: true }],
])('a service without counts, milliseconds larger than a page %s: 0 missed, 0 repeated', async (_name, ranges) => {
	// Neither the files nor the folders of a millisecond fill a page: nothing is hidden.
	const reported = await playRandom(uncountedReader, randomHistories(ranges), 500, 1);
	expect(reported).toBeGreaterThan(runs(500));
});

test.each([
	['exact', shortest],
	['late', late],
] as const)('the oracle can fail a reader that trusts the answered time, %s', async (_name, times) => {
	const histories = randomHistories({ ...times, pageSize: small });
	await expect(playRandom(naiveReader, histories, 500)).rejects.toMatchObject({
		cause: { message: expect.stringMatching(/^(missed|repeated|before the start)/) as string },
	});
});
