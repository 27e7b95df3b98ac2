import { defined } from '../../../protocol/wire/json';
import { isLibraryError } from '../../../protocol/wire/libraryError';
import type { FeedPort } from './port';
import { KnownLooks } from './takeEntries';
import { type ReadFrom, readNextPage, readOverlapAndPage } from './readPage';
import { type ReadOptions, type ReadResult, type FeedState, stateAfter } from './state';
import type { FeedChange } from '../plan/change';

/**
 * Reads what changed since `saved`, in pieces, at least one: each has the changes of one page, and the state and `more`
 * after all of them. Who makes something smaller of each piece holds one page of the feed at a time, however many
 * changes there are. State and changes belong together: a caller that loses one of them starts from the old state again
 * and gets the same changes. A failure is thrown only while no change has been found; otherwise it ends the reading,
 * and shows at the next one. Throws what the port throws, and `burstError`.
 *
 * Why no change is lost or repeated: every entry strictly later than the cursor is new. Entries that share the
 * cursor's millisecond, or became visible late, are found by reading the time before the cursor again and dropping
 * what was processed.
 */
export async function* readChangesByPage(
	port: FeedPort,
	saved: FeedState,
	requested: ReadOptions,
): AsyncGenerator<ReadResult> {
	const { skippingExisting, ...before } = saved;
	const known = new KnownLooks(saved);
	const options = { ...(skippingExisting ? withoutReporting(requested) : requested), known };
	const { limit, expired, now } = options;
	const begun = now();
	const waiting = before.undelivered.slice(0, limit);
	let state: FeedState = { ...before, undelivered: before.undelivered.slice(limit) };
	const unfinished = (changes: ReadResult['changes']): ReadResult => ({
		state: skippingExisting ? { ...state, skippingExisting } : state,
		changes,
		more: true,
	});
	yield unfinished(waiting);
	let from: ReadFrom | undefined;
	for (let found = waiting.length, page = 0; found < limit && !(page > 0 && expired()); page++) {
		const left = { ...options, limit: limit - found };
		const reading = from ? readNextPage(port, state, from, left) : readOverlapAndPage(port, state, begun, left);
		const read = await reading.catch((cause: unknown) => {
			if (found === 0 || !isLibraryError(cause) || cause.kind === 'aborted') throw cause;
		});
		if (!read) return;
		known.goOn((state = read.state));
		const changes = skippingExisting ? [] : read.changes;
		const isWaiting = state.undelivered.length > 0 || state.overlapRead !== undefined;
		const forgotten = defined({ forgotten: read.forgotten });
		if (!read.more) yield { state: atTheEnd(state, saved), changes, more: isWaiting, ...forgotten };
		if (!read.more) return;
		found += changes.length;
		yield { ...unfinished(changes), ...forgotten };
		// The whole overlap only once; from then on just the millisecond that the last page may have cut off.
		const isLong = state.overlapRead !== undefined || saved.overlapRead !== undefined;
		const { nextPage, after } = read;
		from = defined({ begun: isLong ? -Infinity : begun, nextPage, after });
	}
}

/** The state at the end of the feed: the saved one itself where it has not changed, so that nobody has to save it. */
function atTheEnd(state: FeedState, saved: FeedState): FeedState {
	if (state.cursor !== saved.cursor || state.knownAfter !== saved.knownAfter) return state;
	const isSame =
		state.processed === saved.processed &&
		state.overlapRead === undefined &&
		saved.overlapRead === undefined &&
		state.undelivered.length === saved.undelivered.length;
	return isSame && !saved.cursorUnchecked && !saved.skippingExisting ? saved : state;
}

/** Reads to the end of the feed without reporting: every entry is processed, none is wanted. */
const withoutReporting = (options: ReadOptions): ReadOptions => ({
	...options,
	limit: Infinity,
	onHiddenChanges: 'continue',
	accept: () => false,
});

/** The latest wanted changes, oldest first, and how many entries were examined to find them. */
interface RecentChanges {
	readonly changes: readonly FeedChange[];
	readonly examined: number;
}

type RecentOptions = Required<Pick<ReadOptions, 'limit' | 'accept' | 'expired'>>;

/** Pages to go back in each round, until a round finds a wanted change. */
const PAGES_PER_ROUND = [1, 3, 6];

/**
 * The latest changes, for a test of the trigger, read the way the trigger reads them: those among about the last 100
 * entries of the feed, or up to the last 1,000 when none of these is wanted. Throws what the port throws.
 */
export async function recentChanges(port: FeedPort, options: RecentOptions): Promise<RecentChanges> {
	let before: number | undefined;
	let atBeginning = false;
	let recent: RecentChanges = { changes: [], examined: 0 };
	for (const pages of PAGES_PER_ROUND) {
		for (let page = 0; page < pages && !atBeginning; page++) {
			const { entries, until } = await port.newest(before);
			if (entries.length === 0) atBeginning = true;
			else before = until;
		}
		recent = await changesSince(port, (before ?? 1) - 1, options);
		if (recent.changes.length > 0 || atBeginning || options.expired()) break;
	}
	return recent;
}

async function changesSince(port: FeedPort, cursor: number, options: RecentOptions): Promise<RecentChanges> {
	const { limit, accept, expired } = options;
	const reading = { overlapMs: 1, now: () => 0, limit: Infinity, onHiddenChanges: 'continue', expired } as const;
	const changes: FeedChange[] = [];
	for await (const page of readChangesByPage(port, stateAfter(cursor), reading))
		for (const change of page.changes) changes.push(change);
	return {
		changes: changes.filter(({ hidden, entry }) => hidden !== undefined || accept(entry)).slice(-limit),
		examined: changes.filter(({ hidden }) => hidden === undefined).length,
	};
}
