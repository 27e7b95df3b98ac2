import {
	type FeedPage,
	type FeedPort,
	cursorAt,
	listChanges,
	startFeed,
	type FeedState,
	readChangesByPage,
	pruneProcessed,
	type ReadOptions,
	type ReadResult,
} from '#changes/work';
import { changeTrigger } from '#changes';
import type { FeedEntry } from '#changes/plan';
import { type FeedStart, FeedOracle } from './feedOracle';
import { FeedWorld, type Answer } from './feedWorld';
import { planned, UNDISTURBED, type History, type PlannedOperation, type PlannedPoll, type Step } from './history';
import fc from 'fast-check';
import { cursorText, parseCursor } from '../../../src/protocol/wire/feedCursor';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';

/** A reader of the feed: the code under test, or a naive one that shows that the oracle can fail. */
export interface Reader<S> {
	start(port: FeedPort, start: FeedStart): Promise<S>;
	read(port: FeedPort, state: S, options: ReadOptions): Promise<ReaderResult<S>>;
}
export interface ReaderResult<S> {
	readonly state: S;
	readonly changes: ReadonlyArray<{ readonly entry: FeedEntry; readonly hidden?: { readonly ms: number } }>;
	readonly more: boolean;
}

/** Largest state in characters of its JSON. n8n keeps it in a text column that it reads and writes at every poll. */
const STATE_BOUND = 300_000;

class InjectedFailure extends Error {}

/** Plays histories: the world, the polls with everything that goes wrong around them, and the oracle beside it. */
export class HistoryPlayer<S> {
	readonly world: FeedWorld;
	readonly oracle: FeedOracle;
	readonly start: FeedStart;
	requests = 0;
	largestState = 0;
	private saved: string | undefined;
	private cutOff = false;

	constructor(
		private readonly reader: Reader<S>,
		readonly history: History,
		private readonly mostInOneMs = history.pageSize,
		demandedMs = history.overlapMs,
	) {
		const { pageSize, bounds, clockBehind = 0 } = history;
		this.world = new FeedWorld({ pageSize, bounds, clockBehind });
		this.start =
			history.from === 'date' ? { from: 'date', ms: this.world.now - history.dateBack } : { from: history.from };
		this.oracle = new FeedOracle(this.world, demandedMs, this.start);
	}

	/** The whole history, then polls until there is nothing more. Throws with what was missed, repeated or invented. */
	async play(): Promise<void> {
		this.world.now -= 20_000;
		for (const operation of this.history.before) this.operate(operation);
		// "Now" and dates lie after what happened before, except where an operation waited long.
		await this.activate();
		for (const step of this.history.steps) await this.step(step);
		await this.pollUntilQuiet({ ...UNDISTURBED, ...this.history.end });
	}

	/** Starts the feed; from now includes the first read, as activating a workflow does. */
	async activate(): Promise<void> {
		this.oracle.beginStart();
		let state: S = await this.reader.start(this.port(UNDISTURBED), this.start);
		if (this.start.from === 'now') {
			const copy = JSON.parse(JSON.stringify(state)) as S;
			const options = this.options(UNDISTURBED, () => false);
			const read = await this.reader.read(this.port(UNDISTURBED), copy, options);
			if (read.changes.length > 0) throw new Error('before the start: the first read from now reported changes');
			state = read.state;
		}
		this.oracle.endStart();
		this.saved = JSON.stringify(state);
	}

	/** One poll from the saved state, as after a restart. True when there is more, or the poll was lost. */
	async poll(poll: PlannedPoll): Promise<boolean> {
		this.oracle.beginRun();
		const result = await this.read(poll);
		if (result && result.changes.length > poll.limit)
			throw new Error(`${result.changes.length} changes, limit ${poll.limit}`);
		if (!result || poll.crash) {
			this.oracle.loseRun();
			return true;
		}
		for (const { hidden } of result.changes) if (hidden) this.oracle.said(hidden.ms);
		this.oracle.keepRun(result.changes.filter(({ hidden }) => !hidden).map(({ entry }) => entry));
		this.save(result.state);
		// Where the time of a poll was used up within the overlap, the next one reads the rest of it.
		const readAll = !result.more && !this.cutOff;
		this.cutOff = result.more;
		if (readAll && poll.during.length === 0 && !this.isLong) this.oracle.checkComplete();
		return result.more;
	}

	private get isLong(): boolean {
		return this.world.files.length >= 100;
	}

	/** Polls until two in a row are quiet: a late operation may be reported as soon as it can be told from a repeat. */
	async pollUntilQuiet(poll = UNDISTURBED): Promise<void> {
		let rounds = 5 * this.world.files.length + 50;
		// Quiet polls of a long overlap look at one page each.
		for (let quiet = 0; quiet < (this.isLong ? 12 : 2);) {
			const before = this.oracle.changesReported;
			const more = await this.poll(poll);
			if (this.oracle.changesReported > before) quiet = 0;
			// A poll whose time was used up may have read a part of the overlap.
			else if (!more) quiet++;
			if (--rounds < 0) throw new Error('looping: polls continue and report nothing');
		}
		this.oracle.checkComplete();
	}

	operate({ kind, pick, wait, late, member, count = 1, first = false }: PlannedOperation): void {
		this.world.now += wait;
		for (let n = 0; n < count; n++)
			this.world.operate(kind, pick + n, { lateMs: late, member, most: this.mostInOneMs, first });
	}

	private async step(step: Step): Promise<void> {
		if ('poll' in step) await this.poll(step.poll);
		else if ('operations' in step) for (const operation of step.operations) this.operate(operation);
		else {
			this.world.now += step.wait;
			for (let pick = step.pick; pick < step.pick + step.burst; pick++)
				this.operate(planned(pick % 3 === 0 ? 'edit' : 'create', { pick, wait: 0 }));
		}
	}

	/** The result of a poll; undefined when it failed as planned. */
	private async read(poll: PlannedPoll): Promise<ReaderResult<S> | undefined> {
		const before = this.saved ?? '';
		const state = JSON.parse(before) as S;
		const first = this.requests;
		const options = this.options(poll, (part = 1) => this.requests - first >= poll.requests * part);
		try {
			return await this.reader.read(this.port(poll), state, options);
		} catch (error) {
			if (poll.fail === Infinity) {
				this.oracle.loseRun();
				throw error;
			}
			return undefined;
		} finally {
			if (JSON.stringify(state) !== before) throw new Error('the reader changed its state in place');
		}
	}

	private options({ limit }: PlannedPoll, expired: ReadOptions['expired']): ReadOptions {
		return {
			overlapMs: this.history.overlapMs,
			now: () => this.world.now,
			limit,
			expired,
			onHiddenChanges: this.history.onHiddenChanges ?? 'stop',
		};
	}

	private save(state: S): void {
		this.saved = JSON.stringify(state);
		this.largestState = Math.max(this.largestState, this.saved.length);
		if (this.saved.length > STATE_BOUND) throw new Error(`the state has ${this.saved.length} characters`);
	}

	/** The feed of the world, with the failures of a poll and what happens between its requests. */
	private port({ fail, failAfter, during }: PlannedPoll): FeedPort {
		let count = 0;
		const most = this.requests + 100 + 10 * this.world.files.length;
		const request = async (ask: () => Answer): Promise<FeedPage> => {
			await Promise.resolve();
			if (++this.requests > most) throw new Error(`looping: ${this.requests} requests`);
			const at = ++count;
			if (at === fail && !failAfter) throw new InjectedFailure('connection lost');
			const answer = ask();
			if (at === fail) throw new InjectedFailure('answer lost');
			this.oracle.answered(answer);
			const operation = during[at - 1];
			if (operation) this.operate(operation);
			const { shown, until, clock } = answer;
			return { entries: shown.map(({ entry }) => ({ ...entry })), until, clock };
		};
		return {
			pageSize: this.history.pageSize,
			later: async (cursor, kind) => await request(() => this.world.later(cursor, kind)),
			newest: async (before, kind) => await request(() => this.world.newest(before, kind)),
			count: async (begin, end) => {
				if (++count === fail) throw new InjectedFailure('connection lost');
				return this.world.count(begin, end);
			},
		};
	}
}

/** The trigger's reader, with its state as it is saved between polls. */
export const feedReader: Reader<FeedState> = {
	start: async (port, start) => await startFeed(port, start),
	read: async (port, state, options) => {
		if (!changeTrigger.stateIn({ feed: state })) throw new Error('the saved state is not one');
		return await readChanges(port, state, options);
	},
};

/** The same, of a service that counts at some of its requests only. */
const countingAt = (isCounted: (asked: number) => boolean): Reader<FeedState> => ({
	start: feedReader.start,
	read: async (port, state, options) => {
		let asked = state.cursor;
		const count: FeedPort['count'] = async (begin, end) => {
			if (isCounted(asked++)) return await port.count(begin, end);
			throw new LibraryError('notFound', 'There is no such address', { status: 404 });
		};
		return await feedReader.read({ ...port, count }, state, options);
	},
});
export const countingSometimes = countingAt((asked) => asked % 2 === 0);
export const uncountedReader = countingAt(() => false);

/** Change: Get Many, continued from the cursor of the last item as a workflow has it: the text alone. */
export const listReader: Reader<{ cursor: string }> = {
	start: async (_port, start) => ({
		cursor: cursorText(cursorAt('oldest', start.from === 'date' ? start.ms - 1 : 0)),
	}),
	read: async (port, { cursor }, { limit, onHiddenChanges }) => {
		const from = parseCursor(cursor);
		if (!from) throw new Error(`not a cursor: ${cursor}`);
		const changes: Array<{ entry: FeedEntry }> = [];
		let last = from;
		for await (const change of listChanges(port, from, { onHiddenChanges })) {
			last = change.cursor;
			if ('entry' in change) changes.push({ entry: change.entry });
			if (changes.length === limit) break;
		}
		return { state: { cursor: cursorText(last) }, changes, more: changes.length === limit };
	},
};

/** The obvious reader: the answered time is the cursor. It must not pass. */
export const naiveReader: Reader<{ cursor: number }> = {
	start: async (port, start) => {
		if (start.from === 'now') return { cursor: (await port.newest()).until };
		return { cursor: start.from === 'date' ? start.ms : 0 };
	},
	read: async (port, { cursor }, { overlapMs, limit }) => {
		const { entries, until } = await port.later(overlapMs > 1 ? cursor - overlapMs : cursor);
		const changes = entries.slice(0, limit).map((entry) => ({ entry }));
		return { state: { cursor: until }, changes, more: until > cursor };
	},
};

/**
 * Plays random histories, FEED_RUNS times as many as asked for (see test/support/runs.ts). A millisecond has at most a
 * page of files and a page of folders, less `fewer`. Rejects with the shortest history that fails. Answers how many
 * changes were reported: a test that saw none proves nothing.
 */
export async function playRandom<S>(
	reader: Reader<S>,
	histories: fc.Arbitrary<History>,
	numRuns: number,
	fewer = 0,
): Promise<number> {
	let reported = 0;
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const player = new HistoryPlayer(reader, history, history.pageSize - fewer);
			await player.play();
			reported += player.oracle.changesReported;
		}),
		{ numRuns: runs(numRuns) },
	);
	return reported;
}

/** All that one reading of the feed finds, with the state after it as it is saved, and what that does not know. */
export async function readChanges(
	port: FeedPort,
	saved: FeedState,
	options: ReadOptions,
): Promise<ReadResult & ReturnType<typeof pruneProcessed>> {
	let all: ReadResult = { state: saved, changes: [], more: true };
	for await (const page of readChangesByPage(port, saved, options))
		all = { ...page, changes: all.changes.concat(page.changes) };
	return { ...all, ...pruneProcessed(all.state, options.overlapMs) };
}
