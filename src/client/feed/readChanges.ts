import type { FeedChange } from '../../protocol/feed/change';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { type BriefLook, lookBriefly } from './briefLook';
import { type Burst, burstError } from './burst';
import { findLateEntries, rereadOverlap } from './overlap';
import type { FeedPort } from './port';
import { indexProcessed, wasProcessed } from './processed';
import type { ReadOptions, ReadResult } from './readOptions';
import type { FeedState } from './state';
import { takeEntries } from './takeEntries';

/**
 * Reads what changed since `saved`. State and changes of the result belong together: a caller that loses one of them
 * starts from the old state again and gets the same changes. A failure is thrown only while no change has been found;
 * otherwise the changes are returned and the failure shows at the next call. Throws what the port throws, and
 * `burstError`.
 *
 * Why no change is lost or repeated: every entry strictly later than the cursor is new. Entries that share the
 * cursor's millisecond, or became visible late, are found by reading the time before the cursor again and dropping
 * what was processed.
 */
export async function readChanges(port: FeedPort, saved: FeedState, requested: ReadOptions): Promise<ReadResult> {
	const { skippingExisting, ...before } = saved;
	const options = skippingExisting ? withoutReporting(requested) : requested;
	const { limit, overlapMs, expired } = options;
	const look = await lookBriefly(port, saved);
	if (look.quiet) return { state: look.quiet, changes: [], more: false };
	const changes = before.undelivered.slice(0, limit);
	let state: FeedState = { ...before, undelivered: before.undelivered.slice(limit) };
	let overlapStart = state.cursor - Math.max(1, overlapMs);
	for (let page = 0; changes.length < limit && !(page > 0 && expired()); page++) {
		try {
			const read = await readNextPage(port, state, overlapStart, { ...options, limit: limit - changes.length });
			state = read.state;
			// One by one: as arguments of a single call, a large read would exceed the stack.
			if (!skippingExisting) for (const change of read.changes) changes.push(change);
			if (!read.more) return { state: atTheEnd(state, saved, look), changes, more: state.undelivered.length > 0 };
		} catch (cause) {
			if (changes.length === 0 || !isLibraryError(cause) || cause.kind === 'aborted') throw cause;
			break;
		}
		// The whole overlap only once; from then on just the millisecond that the last page may have cut off.
		overlapStart = state.cursor - 1;
	}
	return { state: skippingExisting ? { ...state, skippingExisting } : state, changes, more: true };
}

/** The state at the end of the feed: the saved one itself where it has not changed, so that nobody has to save it. */
function atTheEnd(state: FeedState, saved: FeedState, { counted }: BriefLook): FeedState {
	if (state.cursor !== saved.cursor || state.knownAfter !== saved.knownAfter) return state;
	// As many as the service counted there are: all of them have been read.
	if (counted !== undefined) return { ...state, counted };
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

/** Reads the overlap again, then one page later than the cursor. */
async function readNextPage(
	port: FeedPort,
	state: FeedState,
	overlapStart: number,
	options: ReadOptions,
): Promise<ReadResult> {
	const overlap = await rereadOverlap(port, state, Math.max(overlapStart, state.knownAfter));
	const [incomplete] = overlap.incompleteBursts;
	if (incomplete && options.onHiddenChanges === 'stop') throw burstError(incomplete);
	const nextPage = overlap.nextPage ?? (await port.later(state.cursor));
	const processed = indexProcessed(state);
	const late = await findLateEntries(port, overlap.entries, nextPage, wasProcessed(processed));
	// An incomplete burst, and what lies before it, is never read again: it would be reported each time.
	const knownAfter = Math.max(state.knownAfter, ...overlap.incompleteBursts.map(({ ms }) => ms));
	const taken = takeEntries({ ...state, knownAfter }, { late, nextPage, processed }, options);
	return { ...taken, changes: [...overlap.incompleteBursts.map(hiddenChange), ...taken.changes] };
}

const hiddenChange = ({ ms, shown, counted }: Burst): FeedChange => ({
	entry: {},
	after: ms - 1,
	hidden: { ms, shown, counted },
});
