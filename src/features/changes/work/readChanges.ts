import { isLibraryError } from '../../../protocol/wire/libraryError';
import { type FeedPort, type ReadOptions, type ReadResult, type FeedState, stateAfter } from './feed';
import { countProcessed, KnownLooks } from './processed';
import { type NextPage, readNextPage, readOverlapAndPage } from './readPage';
import type { FeedChange, FeedEntry } from '../plan/change';

/**
 * Reads what changed since `saved`, in pieces, at least one: each has the changes of one page, and the state and `more`
 * after all of them. Who makes something smaller of each piece holds one page of the feed at a time, however many
 * changes there are. State and changes belong together: a caller that loses one of them starts from the old state again
 * and gets the same changes. Before a state is saved, `pruneProcessed` bounds it. A failure is thrown only while no
 * change has been found; otherwise it ends the reading, and shows at the next one. Throws what the port throws, and
 * `burstError`.
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
	const { skippingExisting, undelivered } = saved;
	const toTheEnd = { limit: Infinity, onHiddenChanges: 'continue' } as const;
	const options = skippingExisting ? { ...requested, ...toTheEnd } : requested;
	const { limit, expired, now } = options;
	const [known, begun] = [new KnownLooks(saved), saved.overlapRead ? -Infinity : now()];
	const waiting = undelivered.slice(0, limit);
	let state: FeedState = { ...saved, undelivered: undelivered.slice(limit) };
	yield { state, changes: waiting, more: true };
	let next: NextPage | undefined;
	for (let found = waiting.length, page = 0; found < limit && !(page > 0 && (expired() || known.isFull)); page++) {
		const isLong = (state.overlapRead ?? saved.overlapRead) !== undefined;
		if (page === PAGES_WORTH_ASKING && !isLong) state = await upToNewest(port, state, options, begun);
		const left = limit - found;
		const step = { ...options, known, limit: left, begun };
		// The whole overlap only once; from then on just the millisecond that the last page may have cut off.
		const reading = page > 0 ? readNextPage(port, state, next, step) : readOverlapAndPage(port, state, step);
		const read = await reading.catch((cause: unknown) => {
			if (found === 0 || !isLibraryError(cause) || cause.kind === 'aborted') throw cause;
		});
		if (!read) return;
		next = read.next;
		state = { ...read.state, undelivered: read.changes.slice(left) };
		const changes = skippingExisting ? [] : read.changes.slice(0, left);
		if (!read.more) {
			const { skippingExisting: _ended, ...ended } = state;
			const more = state.undelivered.length > 0 || state.overlapRead !== undefined;
			yield { state: ended, changes, more };
			return;
		}
		yield { state, changes, more: true };
		found += changes.length;
	}
}

/** So many pages of an overlap, which the next poll would read again, are worth a request that may save them. */
const PAGES_WORTH_ASKING = 10;

/**
 * The state of a reading that may be far behind. The newest changes tell what the clock of the service showed when the
 * reading began: what lies an overlap before that is complete, and need not be read again.
 */
async function upToNewest(
	port: FeedPort,
	state: FeedState,
	{ overlapMs, now }: ReadOptions,
	begun: number,
): Promise<FeedState> {
	const again = countProcessed(state, state.overlapEnd - overlapMs);
	if (again < PAGES_WORTH_ASKING * port.pageSize) return state;
	const newest = await port.newest().catch((cause: unknown) => {
		// It only saves requests: what is wrong shows at the next one.
		if (!isLibraryError(cause)) throw cause;
	});
	const { until = -Infinity, clock = Infinity } = newest ?? {};
	return { ...state, overlapEnd: Math.max(state.overlapEnd, Math.min(until, clock) - (now() - begun)) };
}

/** Pages to go back in each round, until a round finds a wanted change. */
const PAGES_PER_ROUND = [1, 3, 6];

/**
 * The latest wanted changes, oldest first, for a test of the trigger, read the way the trigger reads them: those among
 * about the last 100 entries of the feed, or up to the last 1,000 when none of these is wanted; and how many entries
 * were examined to find them. Throws what the port throws.
 */
export async function recentChanges(
	port: FeedPort,
	{ limit, accept, expired }: Pick<ReadOptions, 'limit' | 'expired'> & { accept: (entry: FeedEntry) => boolean },
): Promise<{ readonly changes: readonly FeedChange[]; readonly examined: number }> {
	const options = { overlapMs: 1, now: () => 0, limit: Infinity, onHiddenChanges: 'continue', expired } as const;
	let before: number | undefined;
	let atBeginning = false;
	let [changes, examined]: [FeedChange[], number] = [[], 0];
	for (const pages of PAGES_PER_ROUND) {
		for (let page = 0; page < pages && !atBeginning; page++) {
			const { entries, until } = await port.newest(before);
			if (entries.length === 0) atBeginning = true;
			else before = until;
		}
		[changes, examined] = [[], 0];
		for await (const read of readChangesByPage(port, stateAfter((before ?? 1) - 1), options)) {
			examined += read.changes.filter(({ hidden }) => hidden === undefined).length;
			changes.push(...read.changes.filter(({ hidden, entry }) => hidden !== undefined || accept(entry)));
		}
		if (changes.length > 0 || atBeginning || expired()) break;
	}
	return { changes: changes.slice(-limit), examined };
}
