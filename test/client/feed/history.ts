import fc from 'fast-check';
import { type CountBounds, type Operation, OPERATIONS } from './feedWorld';

/* What happens to a library and to the reader of its feed: written by hand, or drawn at random. */

/** An operation to be done: `wait` ms after the one before, visible `late` ms after its operation time. */
export interface PlannedOperation {
	readonly kind: Operation;
	/** Which of the possible files and folders it is done to. */
	readonly pick: number;
	readonly wait: number;
	readonly late: number;
	readonly member: string;
	/** How many are done at once; 1 when absent. */
	readonly count?: number;
	/** They come before the others of their millisecond: a part of one operation that becomes visible later. */
	readonly first?: boolean;
}

/** One poll from the saved state, as after a restart. */
export interface PlannedPoll {
	readonly limit: number;
	/** Requests after which its time is used up. */
	readonly requests: number;
	/** The request that fails, from 1; before the service answered, or after with `failAfter`. */
	readonly fail: number;
	readonly failAfter: boolean;
	/** Whether the result is lost before it is saved. */
	readonly crash: boolean;
	readonly during: readonly PlannedOperation[];
}
/** A poll in which nothing goes wrong. */
export const UNDISTURBED: PlannedPoll = {
	limit: 1000,
	requests: Infinity,
	fail: Infinity,
	failAfter: false,
	crash: false,
	during: [],
};

export type Step =
	| { readonly operations: readonly PlannedOperation[] }
	| { readonly poll: PlannedPoll }
	/** So many operations in one millisecond. */
	| { readonly burst: number; readonly pick: number; readonly wait: number };
export interface History {
	readonly pageSize: number;
	readonly bounds: CountBounds;
	readonly overlapMs: number;
	readonly clockBehind?: number;
	/** What becomes of bursts that hide operations; stop when absent. */
	readonly onHiddenChanges?: 'continue';
	/** Operations before the start. */
	readonly before: readonly PlannedOperation[];
	readonly from: 'now' | 'beginning' | 'date';
	/** How long before now (ms) a start from a date lies. */
	readonly dateBack: number;
	readonly steps: readonly Step[];
	/** The polls at the end, until there is nothing more. */
	readonly end: Pick<PlannedPoll, 'limit' | 'requests'>;
}

/** Time passes in jumps of all sizes; none at all is the most common, so that many operations share a millisecond. */
const wait = fc.oneof(
	{ arbitrary: fc.constant(0), weight: 4 },
	{ arbitrary: fc.constantFrom(1, 1, 2, 7, 400, 999, 1000, 1001, 3000, 60_000), weight: 4 },
);
const kind = fc.constantFrom<Operation>(...OPERATIONS, 'create', 'tag', 'edit');
/** Few files, of which the same ones are changed again and again within a few milliseconds. */
const busy = {
	kind: fc.constantFrom<Operation>(...OPERATIONS, 'edit', 'delete', 'restore', 'restore', 'tag'),
	pick: fc.nat(3),
	wait: fc.constantFrom(0, 0, 0, 0, 1, 1, 1000),
};
const operations = ({ late, isBusy, isSlow }: HistoryRanges): fc.Arbitrary<PlannedOperation> =>
	fc.record({
		...(isBusy ? busy : { kind, pick: fc.nat(50), wait }),
		...(isSlow ? { wait: fc.constantFrom(0, 0, 1, 300, 2500) } : {}),
		late,
		member: fc.constantFrom('ann', 'ann', 'bob'),
	});

const polls = (
	operation: fc.Arbitrary<PlannedOperation>,
	{ isBusy, isSlow }: HistoryRanges,
): fc.Arbitrary<PlannedPoll> =>
	fc.record({
		limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 12 })),
		requests: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 4 })),
		fail: fc.oneof(
			{ arbitrary: fc.constant(Infinity), weight: 4 },
			{ arbitrary: fc.integer({ min: 1, max: 5 }), weight: 1 },
		),
		failAfter: fc.boolean(),
		crash: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
		during: isBusy
			? fc.array(operation, { maxLength: isSlow ? 30 : 6 })
			: fc.oneof(
					{ arbitrary: fc.constant([]), weight: 2 },
					{ arbitrary: fc.array(operation, { maxLength: 4 }), weight: 1 },
				),
	});

const steps = (
	operation: fc.Arbitrary<PlannedOperation>,
	pageSize: number,
	ranges: HistoryRanges,
): fc.Arbitrary<Step> =>
	fc.oneof(
		{ arbitrary: fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 6 }) }), weight: 4 },
		{ arbitrary: fc.record({ poll: polls(operation, ranges) }), weight: 4 },
		{
			arbitrary: fc.record({
				burst: fc.integer({ min: 1, max: (ranges.burst ?? 1) * pageSize }),
				pick: fc.nat(20),
				wait,
			}),
			weight: 1,
		},
	);

export interface HistoryRanges {
	/** How long before it becomes visible an operation may have its time, in ms. */
	readonly late: fc.Arbitrary<number>;
	readonly overlap: fc.Arbitrary<number>;
	readonly pageSize: fc.Arbitrary<number>;
	/** Few files, and operations between all requests of a poll. */
	readonly isBusy?: boolean;
	/** Polls in which much happens, and time passes, between the requests. */
	readonly isSlow?: boolean;
	/** Most pages that the operations of one millisecond fill; one when absent. */
	readonly burst?: number;
	/** How far (ms) the clock of the service is behind its operation times; not at all when absent. */
	readonly clockBehind?: number;
	/** Where the reader starts; anywhere when absent. */
	readonly from?: ReadonlyArray<History['from']>;
}

export function randomHistories(ranges: HistoryRanges): fc.Arbitrary<History> {
	const { overlap, pageSize, from = ['now', 'beginning', 'date'] } = ranges;
	const operation = operations(ranges);
	return pageSize.chain((size) =>
		fc.record({
			pageSize: fc.constant(size),
			bounds: fc.constant<CountBounds>('inclusive'),
			overlapMs: overlap,
			...(ranges.clockBehind ? { clockBehind: fc.constant(ranges.clockBehind) } : {}),
			...(ranges.burst ? { onHiddenChanges: fc.constant('continue' as const) } : {}),
			before: fc.array(operation, { maxLength: 12 }),
			from: fc.constantFrom(...from),
			dateBack: fc.constantFrom(0, 1, 19_000, 20_000, 20_001, 30_000),
			steps: fc.array(steps(operation, size, ranges), { maxLength: 14 }),
			end: fc.record({
				limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 3 })),
				requests: fc.constantFrom(Infinity, Infinity, 1, 2),
			}),
		}),
	);
}

/** A history in which nothing happens, to be filled by hand. */
export const history = (more: Partial<History>): History => ({
	pageSize: 100,
	bounds: 'inclusive',
	overlapMs: 30_000,
	before: [],
	from: 'now',
	dateBack: 0,
	steps: [],
	end: { limit: 1000, requests: Infinity },
	...more,
});

/** An operation on the first possible file, one millisecond later. */
export const planned = (operation: Operation, more: Partial<PlannedOperation> = {}): PlannedOperation => ({
	kind: operation,
	pick: 0,
	wait: 1,
	late: 0,
	member: 'ann',
	...more,
});

/** Operations in words: `edit#3+5~2` is one on the fourth possible file, 5 ms later (1 if not said) and 2 ms late. */
export const operationsIn = (text: string): PlannedOperation[] =>
	(text === '' ? [] : text.split(' ')).map((word) => {
		const [, name, pick, wait, late] = /^([a-z]+)(?:#(\d+))?(?:\+(\d+))?(?:~(-?\d+))?$/.exec(word) ?? [];
		const kind = OPERATIONS.find((operation) => operation === name);
		if (!kind) throw new Error(`no operation: ${word}`);
		return planned(kind, { pick: Number(pick ?? 0), wait: Number(wait ?? 1), late: Number(late ?? 0) });
	});

/** Steps with `|` between them: operations, `burst 2`, or `poll 10 3: …`, its limit, requests and what happens. */
export const stepsIn = (text: string): Step[] =>
	text.split(' | ').map((step) => {
		const [, pick, wait, many] = /^burst(?:#(\d+))?(?:\+(\d+))? (\d+)$/.exec(step) ?? [];
		if (many) return { burst: Number(many), pick: Number(pick ?? 0), wait: Number(wait ?? 1) };
		const poll = /^poll(?: (\d+))?(?: (\d+))?(?:: (.*))?$/.exec(step);
		if (!poll) return { operations: operationsIn(step) };
		const [, limit, requests, during = ''] = poll;
		const numbers = { limit: Number(limit ?? 1000), requests: Number(requests ?? Infinity) };
		return { poll: { ...UNDISTURBED, ...numbers, during: operationsIn(during) } };
	});
