import fc from 'fast-check';
import { UNWANTED_ACT } from './activityOracle';

/* What people do, and what happens to the reader of the logs: drawn at random. */

/** Somebody does something: `wait` seconds after the act before, visible `late` seconds after it happened. */
export interface PlannedAct {
	readonly library: number;
	readonly act: number;
	readonly file: number;
	readonly member: number;
	readonly wait: number;
	readonly late: number;
	readonly rank: number;
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
	readonly during: readonly PlannedAct[];
	/** The request before which the log loses its far end, see `PlannedEvent`. */
	readonly purge: number;
}

export interface PlannedEvent {
	readonly kind: 'add' | 'delete' | 'refuse' | 'allow' | 'rename' | 'purge';
	readonly pick: number;
}

export type Step =
	{ readonly acts: readonly PlannedAct[] } | { readonly poll: PlannedPoll } | { readonly event: PlannedEvent };

export interface History {
	readonly pageSize: number;
	/** Whether the service says how many entries there are. */
	readonly counts: boolean;
	/** How many seconds too early the answers are dated. */
	readonly datedEarly: number;
	readonly orders?: readonly number[] | 'place';
	readonly overlap: number;
	readonly libraries: number;
	readonly startFrom: 'now' | 'beginning';
	readonly before: readonly PlannedAct[];
	readonly steps: readonly Step[];
	/** The polls at the end, until there is nothing more. */
	readonly end: Pick<PlannedPoll, 'limit' | 'requests'>;
}

export interface HistoryRanges {
	readonly pageSize: fc.Arbitrary<number>;
	readonly overlap: fc.Arbitrary<number>;
	/** At most the overlap; less than 0 for entries that are dated ahead. */
	readonly late: (overlap: number) => fc.Arbitrary<number>;
	readonly libraries: fc.Arbitrary<number>;
	/** How many files there are; two when absent. */
	readonly files?: number;
	/** Whether a second often has more than a page. */
	readonly isBusy?: boolean;
	readonly orders?: fc.Arbitrary<readonly number[] | 'place'>;
}

/** No time passes between most acts: a second has many of them, and equal ones. */
const wait = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 2, 60, 4000);

const busyWait = fc.oneof({ arbitrary: fc.constant(0), weight: 30 }, wait);

const actsIn = (late: fc.Arbitrary<number>, { files = 2, isBusy }: HistoryRanges): fc.Arbitrary<PlannedAct> =>
	fc.record({
		library: fc.nat(9),
		act: fc.constantFrom(20, 20, 21, UNWANTED_ACT),
		file: fc.nat(files - 1),
		member: fc.nat(1),
		wait: isBusy ? busyWait : wait,
		late,
		rank: fc.nat(2),
	});

const pollsWith = (act: fc.Arbitrary<PlannedAct>): fc.Arbitrary<PlannedPoll> =>
	fc.record({
		limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 12 })),
		requests: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 })),
		fail: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 })),
		failAfter: fc.boolean(),
		crash: fc.constantFrom(false, false, true),
		during: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, fc.array(act, { maxLength: 8 })),
		purge: fc.oneof({ arbitrary: fc.constant(Infinity), weight: 4 }, fc.integer({ min: 1, max: 8 })),
	});

const event: fc.Arbitrary<PlannedEvent> = fc.record({
	kind: fc.constantFrom('add', 'delete', 'refuse', 'allow', 'allow', 'rename', 'purge', 'purge'),
	pick: fc.nat(9),
});

export const randomHistories = (ranges: HistoryRanges): fc.Arbitrary<History> =>
	ranges.overlap.chain((overlap) => {
		const act = actsIn(ranges.late(overlap), ranges);
		const step: fc.Arbitrary<Step> = fc.oneof(
			{ arbitrary: fc.record({ acts: fc.array(act, { maxLength: ranges.isBusy ? 60 : 25 }) }), weight: 5 },
			{ arbitrary: fc.record({ poll: pollsWith(act) }), weight: 5 },
			{ arbitrary: fc.record({ event }), weight: 1 },
		);
		return fc.record({
			pageSize: ranges.pageSize,
			counts: fc.boolean(),
			datedEarly: fc.constantFrom(0, 0, 1, 50, 3600),
			...(ranges.orders ? { orders: ranges.orders } : {}),
			overlap: fc.constant(overlap),
			libraries: ranges.libraries,
			startFrom: fc.constantFrom('now', 'now', 'beginning'),
			before: fc.array(act, { maxLength: 20 }),
			steps: fc.array(step, { maxLength: 12 }),
			end: fc.record({ limit: fc.constantFrom(1, 7, 1000), requests: fc.constantFrom(9, Infinity) }),
		});
	});
