import type { JsonObject } from '../../../src/protocol/wire/json';
import fc from 'fast-check';
import type { FeedPort } from '../../../src/client/feed/port';

import { FeedJudge, type Start } from './feedJudge';
import { FeedWorld, OPERATIONS, type Answer, type CountBounds, type Operation } from './feedModel';

/** A reader of the feed: the code under test, or a naive one that shows that the judge can fail. */
export interface Reader<S> {
	start(port: FeedPort, start: Start): Promise<S>;
	read(
		port: FeedPort,
		state: S,
		options: ReadOrder,
	): Promise<{ state: S; changes: ReadonlyArray<{ readonly entry: JsonObject }>; more: boolean }>;
}
export interface ReadOrder {
	readonly overlapMs: number;
	readonly limit: number;
	readonly expired: () => boolean;
	readonly burst: 'stop' | 'continue';
}

export interface Deed {
	readonly kind: Operation;
	readonly pick: number;
	readonly wait: number;
	readonly late: number;
	readonly member: string;
}
/** One poll: `pages` is its budget, `fail` the request that fails (before or after the service did it), `during` what happens between its requests. */
export interface Poll {
	readonly limit: number;
	readonly pages: number;
	readonly fail: number;
	readonly failAfter: boolean;
	readonly crash: boolean;
	readonly during: readonly Deed[];
}
export type Step =
	| { readonly deeds: readonly Deed[] }
	| { readonly poll: Poll }
	| { readonly burst: number; readonly pick: number; readonly wait: number };
export interface History {
	readonly pageSize: number;
	readonly bounds: CountBounds;
	readonly overlapMs: number;
	readonly before: readonly Deed[];
	readonly from: 'now' | 'beginning' | 'date';
	readonly dateBack: number;
	readonly steps: readonly Step[];
	readonly end: Pick<Poll, 'limit' | 'pages'>;
}

/** Largest state in characters of its JSON. n8n keeps it in a text column that it reads and writes at every poll. */
export const STATE_BOUND = 256 * 1024;
/** A poll in which nothing goes wrong. */
export const calm: Poll = { limit: 1000, pages: Infinity, fail: Infinity, failAfter: false, crash: false, during: [] };

class InjectedFailure extends Error {}

/** Plays histories: the world, the polls with everything that goes wrong around them, and the judge beside it. */
export class Player<S> {
	readonly world: FeedWorld;
	readonly judge: FeedJudge;
	readonly start: Start;
	requests = 0;
	largestState = 0;
	private saved: string | undefined;

	constructor(
		private readonly reader: Reader<S>,
		readonly history: History,
		private readonly mostInOneMs = history.pageSize,
		demandedMs = history.overlapMs,
	) {
		this.world = new FeedWorld({ pageSize: history.pageSize, bounds: history.bounds });
		this.start =
			history.from === 'date' ? { from: 'date', ms: this.world.now - history.dateBack } : { from: history.from };
		this.judge = new FeedJudge(this.world, demandedMs, this.start);
	}

	/** The whole history, then polls until there is nothing more. Throws with what was missed, repeated or invented. */
	async play(): Promise<void> {
		this.world.now -= 20_000;
		for (const deed of this.history.before) this.do(deed);
		// "Now" and dates lie behind what was before, except where a deed before waited long.
		await this.activate();
		for (const step of this.history.steps) {
			if ('poll' in step) await this.poll(step.poll);
			else if ('burst' in step) this.burst(step);
			else for (const deed of step.deeds) this.do(deed);
		}
		await this.drain({ ...calm, ...this.history.end });
	}

	/** Starts the feed; from now includes the first reading, as activating a workflow does. */
	async activate(): Promise<void> {
		this.judge.beginStart();
		let state: S = await this.reader.start(this.port(calm), this.start);
		if (this.start.from === 'now') {
			const read = await this.reader.read(
				this.port(calm),
				this.copy(state),
				this.order(calm, () => false),
			);
			if (read.changes.length > 0) throw new Error('before the start: the first reading from now gave changes');
			state = read.state;
		}
		this.judge.endStart();
		this.saved = JSON.stringify(state);
	}

	/** One poll from the saved state, as after a restart. True when it was kept and says that there is more. */
	async poll(poll: Poll): Promise<boolean> {
		const before = this.saved ?? '';
		const given = JSON.parse(before) as S;
		const from = this.requests;
		this.judge.beginRun();
		let result;
		try {
			result = await this.reader.read(
				this.port(poll),
				given,
				this.order(poll, () => this.requests - from >= poll.pages),
			);
		} catch (error) {
			this.judge.loseRun();
			if (poll.fail === Infinity) throw error;
			return true;
		} finally {
			if (JSON.stringify(given) !== before) throw new Error('the given state was changed in place');
		}
		if (result.changes.length > poll.limit)
			throw new Error(`${result.changes.length} changes, limit ${poll.limit}`);
		if (poll.crash) {
			this.judge.loseRun();
			return true;
		}
		this.judge.keepRun(result.changes.map(({ entry }) => entry));
		this.save(result.state);
		if (!result.more && poll.during.length === 0) this.judge.checkComplete();
		return result.more;
	}

	/** Polls until two in a row are quiet: a late operation may be given as soon as the reader can tell it from a repeat. */
	async drain(poll = calm): Promise<void> {
		let rounds = 5 * this.world.things.length + 50;
		for (let quiet = 0; quiet < 2;) {
			const before = this.judge.changesGiven;
			const more = await this.poll(poll);
			quiet = more || this.judge.changesGiven > before ? 0 : quiet + 1;
			if (--rounds < 0) throw new Error('looping: polls go on and give nothing');
		}
	}

	do({ kind, pick, wait, late, member }: Deed): void {
		this.world.now += wait;
		this.world.operate(kind, pick, { lateMs: late, member, most: this.mostInOneMs });
	}

	private burst({ burst, pick, wait }: { burst: number; pick: number; wait: number }): void {
		this.world.now += wait;
		for (let n = 0; n < burst; n++)
			this.do({
				kind: (pick + n) % 3 === 0 ? 'edit' : 'create',
				pick: pick + n,
				wait: 0,
				late: 0,
				member: 'ann',
			});
	}

	private order({ limit }: Poll, expired: () => boolean): ReadOrder {
		return { overlapMs: this.history.overlapMs, limit, expired, burst: 'stop' };
	}

	private copy(state: S): S {
		return JSON.parse(JSON.stringify(state)) as S;
	}

	private save(state: S): void {
		this.saved = JSON.stringify(state);
		this.largestState = Math.max(this.largestState, this.saved.length);
		if (this.saved.length > STATE_BOUND) throw new Error(`the state has ${this.saved.length} characters`);
	}

	private port({ fail, failAfter, during }: Poll): FeedPort {
		let count = 0;
		const most = this.requests + 100 + 10 * this.world.things.length;
		const request = async (ask: () => Answer): Promise<{ entries: JsonObject[]; until: number }> => {
			await Promise.resolve();
			if (++this.requests > most) throw new Error(`looping: ${this.requests} requests`);
			const at = ++count;
			if (at === fail && !failAfter) throw new InjectedFailure('connection lost');
			const answer = ask();
			const deed = during[at - 1];
			if (at === fail) throw new InjectedFailure('answer lost');
			this.judge.answered(answer);
			if (deed) this.do(deed);
			return { entries: answer.shown.map(({ entry }) => ({ ...entry })), until: answer.until };
		};
		return {
			pageSize: this.history.pageSize,
			later: async (cursor, kind) => await request(() => this.world.later(cursor, kind)),
			newest: async (before) => await request(() => this.world.newest(before)),
			count: async (begin, end) => {
				if (++count === fail) throw new InjectedFailure('connection lost');
				return this.world.count(begin, end);
			},
		};
	}
}

/** Time passes in jumps of all sizes; none at all is the most common, so that much shares a millisecond. */
const wait = fc.oneof(
	{ arbitrary: fc.constant(0), weight: 4 },
	{ arbitrary: fc.constantFrom(1, 1, 2, 7, 400, 999, 1000, 1001, 3000, 60_000), weight: 4 },
);
const kind = fc.constantFrom<Operation>(...OPERATIONS, 'create', 'tag', 'edit');
export const deeds = (late: fc.Arbitrary<number>): fc.Arbitrary<Deed> =>
	fc.record({ kind, pick: fc.nat(50), wait, late, member: fc.constantFrom('ann', 'ann', 'bob') });

const pollOf = (deed: fc.Arbitrary<Deed>): fc.Arbitrary<Poll> =>
	fc.record({
		limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 12 })),
		pages: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 4 })),
		fail: fc.oneof(
			{ arbitrary: fc.constant(Infinity), weight: 4 },
			{ arbitrary: fc.integer({ min: 1, max: 5 }), weight: 1 },
		),
		failAfter: fc.boolean(),
		crash: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
		during: fc.oneof(
			{ arbitrary: fc.constant([]), weight: 2 },
			{ arbitrary: fc.array(deed, { maxLength: 4 }), weight: 1 },
		),
	});

/** Random histories. `late` is how long before it becomes visible an operation may have its time, in ms. */
export function histories({
	late,
	overlap,
	pageSize,
}: {
	late: fc.Arbitrary<number>;
	overlap: fc.Arbitrary<number>;
	pageSize: fc.Arbitrary<number>;
}): fc.Arbitrary<History> {
	const deed = deeds(late);
	return pageSize.chain((size) =>
		fc.record({
			pageSize: fc.constant(size),
			bounds: fc.constant('inclusive' as CountBounds),
			overlapMs: overlap,
			before: fc.array(deed, { maxLength: 12 }),
			from: fc.constantFrom('now' as const, 'beginning' as const, 'date' as const),
			dateBack: fc.constantFrom(0, 1, 19_000, 20_000, 20_001, 30_000),
			steps: fc.array(
				fc.oneof(
					{ arbitrary: fc.record({ deeds: fc.array(deed, { minLength: 1, maxLength: 6 }) }), weight: 4 },
					{ arbitrary: fc.record({ poll: pollOf(deed) }), weight: 4 },
					{
						arbitrary: fc.record({ burst: fc.integer({ min: 1, max: size }), pick: fc.nat(20), wait }),
						weight: 1,
					},
				),
				{ maxLength: 14 },
			),
			end: fc.record({
				limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 3 })),
				pages: fc.constantFrom(Infinity, Infinity, 1, 2),
			}),
		}),
	);
}
