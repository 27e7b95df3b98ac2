import type { FeedChange } from '../../protocol/feed/change';
import { defined } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { type Burst, burstError } from './burst';
import { findLateEntries, rereadOverlap } from './overlap';
import { entriesNotOn } from './fingerprint';
import type { FeedPage, FeedPort } from './port';
import { indexProcessed, wasProcessed } from './processed';
import { pollQuietly, type QuietResult } from './quietPoll';
import type { ReadOptions, ReadResult, FeedState } from './state';
import { type FoundEntries, takeEntries } from './takeEntries';

/**
 * Reads what changed since `saved`. State and changes of the result belong together: a caller that loses one of them
 * starts from the old state again and gets the same changes. A failure is thrown only while no change has been found;
 * otherwise the changes are returned and the failure shows at the next call. Throws what the port throws, and
 * `burstError`.
 */
export async function readChanges(port: FeedPort, saved: FeedState, options: ReadOptions): Promise<ReadResult> {
	const changes: FeedChange[] = [];
	let result: ReadResult = { state: saved, changes, more: true };
	for await (const read of readChangesByPage(port, saved, options)) {
		// One by one: as arguments of a single call, a large read would exceed the stack.
		for (const change of read.changes) changes.push(change);
		result = { ...read, changes };
	}
	return result;
}

/**
 * The same in pieces, at least one: each has the changes of one page, and the state and `more` after all of them. Who
 * makes something smaller of each piece holds one page of the feed at a time, however many changes there are.
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
	const options = skippingExisting ? withoutReporting(requested) : requested;
	const { limit, overlapMs, expired, now } = options;
	const begun = now();
	const quiet = await pollQuietly(port, saved);
	if (quiet.state) {
		yield { state: quiet.state, changes: [], more: false };
		return;
	}
	const waiting = before.undelivered.slice(0, limit);
	let state: FeedState = { ...before, undelivered: before.undelivered.slice(limit) };
	const unfinished = (changes: ReadResult['changes']): ReadResult => ({
		state: skippingExisting ? { ...state, skippingExisting } : state,
		changes,
		more: true,
	});
	yield unfinished(waiting);
	let from: ReadFrom = { overlapStart: state.overlapEnd - Math.max(1, overlapMs), begun };
	for (let found = waiting.length, page = 0; found < limit && !(page > 0 && expired()); page++) {
		const left = { ...options, limit: limit - found };
		const read = await readNextPage(port, state, from, left).catch((cause: unknown) => {
			if (found === 0 || !isLibraryError(cause) || cause.kind === 'aborted') throw cause;
		});
		if (!read) return;
		state = read.state;
		const changes = skippingExisting ? [] : read.changes;
		if (!read.more) yield { state: atTheEnd(state, saved, quiet), changes, more: state.undelivered.length > 0 };
		if (!read.more) return;
		found += changes.length;
		yield unfinished(changes);
		// The whole overlap only once; from then on just the millisecond that the last page may have cut off.
		from = { overlapStart: state.cursor - 1, begun, ...defined({ nextPage: read.nextPage }) };
	}
}

/** The state at the end of the feed: the saved one itself where it has not changed, so that nobody has to save it. */
function atTheEnd(state: FeedState, saved: FeedState, { counted }: QuietResult): FeedState {
	if (state.cursor !== saved.cursor || state.knownAfter !== saved.knownAfter) return state;
	// As many as the service counted there are: all of them have been read.
	if (counted !== undefined) return { ...state, quietPoll: { counted } };
	const isSame = state.processed === saved.processed && state.undelivered.length === saved.undelivered.length;
	return isSame && !saved.cursorUnchecked && !saved.skippingExisting ? saved : state;
}

/** Reads to the end of the feed without reporting: every entry is processed, none is wanted. */
const withoutReporting = (options: ReadOptions): ReadOptions => ({
	...options,
	limit: Infinity,
	onHiddenChanges: 'continue',
	accept: () => false,
});

/** Where reading goes on. */
interface ReadFrom {
	/** The time from which the feed is read again (Unix ms). */
	readonly overlapStart: number;
	/** When this read began, by its clock. */
	readonly begun: number;
	/** The page later than the cursor, where it is known and nothing before it is missing: nothing is read again. */
	readonly nextPage?: FeedPage;
}

/** Reads the overlap again, then one page later than the cursor. */
async function readNextPage(
	port: FeedPort,
	state: FeedState,
	from: ReadFrom,
	options: ReadOptions,
): Promise<ReadResult & { readonly nextPage?: FeedPage }> {
	const { begun } = from;
	if (from.nextPage) return await takePage(port, state, { late: [], nextPage: from.nextPage, begun }, options);
	const overlap = await rereadOverlap(port, state, Math.max(from.overlapStart, state.knownAfter));
	const [incomplete] = overlap.incompleteBursts;
	if (incomplete && options.onHiddenChanges === 'stop') throw burstError(incomplete);
	const nextPage = overlap.nextPage ?? (await port.later(state.cursor));
	const processed = indexProcessed(state);
	const late = await findLateEntries(port, overlap.entries, nextPage, wasProcessed(processed));
	// An incomplete burst, and what lies before it, is never read again: it would be reported each time.
	const knownAfter = Math.max(state.knownAfter, ...overlap.incompleteBursts.map(({ ms }) => ms));
	const taken = await takePage(port, { ...state, knownAfter }, { late, nextPage, begun }, options);
	return { ...taken, changes: [...overlap.incompleteBursts.map(hiddenChange), ...taken.changes] };
}

/**
 * Takes late entries and the page later than the cursor. A full page may end inside its last millisecond, so where
 * another page is wanted, that one begins with this millisecond, and takes it: then nothing of it has to be read again.
 */
async function takePage(
	port: FeedPort,
	state: FeedState,
	{ late, nextPage, begun }: Pick<FoundEntries, 'late' | 'nextPage'> & Pick<ReadFrom, 'begun'>,
	options: ReadOptions,
): Promise<ReadResult & { readonly nextPage?: FeedPage }> {
	const { entries, until } = nextPage;
	if (late.length + entries.length > 0) await options.prepare?.();
	const known = { processed: indexProcessed(state), elapsedMs: Math.max(0, options.now() - begun) };
	const goesOn =
		entries.length >= port.pageSize && options.limit > late.length + entries.length && !options.expired();
	if (!goesOn || until - 1 <= state.cursor) return takeEntries(state, { late, nextPage, ...known }, options);
	const following = await port.later(until - 1);
	const before = entriesNotOn(following, nextPage);
	if (before.length === 0) return takeEntries(state, { late, nextPage, ...known }, options);
	const page = { entries: before, until: until - 1 };
	return { ...takeEntries(state, { late, nextPage: page, isWhole: true, ...known }, options), nextPage: following };
}

const hiddenChange = ({ ms, shown, counted }: Burst): FeedChange => ({
	entry: {},
	after: ms - 1,
	hidden: { ms, shown, counted },
});
