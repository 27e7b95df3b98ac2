import type { FeedCursor } from '../../protocol/wire/feedCursor';
import type { Burst } from './burst';
import { entryMark, hiddenMark, withMark } from './entryMark';
import type { ListedChange } from './listedChange';
import { findLateEntries, rereadOverlap } from './overlap';
import type { FeedPage, FeedPort } from './port';
import type { TimedEntry } from './fingerprint';

/**
 * Lists changes oldest first, by the trigger's reading (`readChanges`): the time of the cursor's page is the overlap,
 * what is left of that page are late entries, and what is later is new. Operations that become visible even later
 * aren't looked for: only the trigger remembers enough. Ends when the feed shows nothing more. Throws what the port
 * throws.
 */
export async function* oldestFirst(port: FeedPort, from: FeedCursor): AsyncGenerator<ListedChange> {
	for (let cursor = from; ;) {
		const { end } = cursor;
		const { late, hidden, nextPage } = await readOn(port, cursor);
		for (const burst of hidden) {
			cursor = { ...cursor, returned: withMark(cursor.returned, hiddenMark(burst.ms)) };
			yield { hidden: burst, cursor };
		}
		for (const { entry } of late) {
			cursor = { ...cursor, returned: withMark(cursor.returned, entryMark(entry)) };
			yield { entry, cursor };
		}
		if (nextPage.entries.length === 0) return;
		const marks = nextPage.entries.map(entryMark);
		for (const [at, entry] of nextPage.entries.entries()) {
			// After the whole page only its last millisecond is read again, which the page may have cut off.
			const start = at === marks.length - 1 ? nextPage.until - 1 : end;
			cursor = { order: 'oldest', start, end: nextPage.until, returned: marks.slice(0, at + 1) };
			yield { entry, cursor };
		}
	}
}

/** What follows a cursor. */
interface Following {
	/** Entries of the cursor's page that haven't been returned as they look now. */
	readonly late: readonly TimedEntry[];
	/** What bursts in the time of that page hide, unless it was reported. */
	readonly hidden: readonly Burst[];
	readonly nextPage: FeedPage;
}

async function readOn(port: FeedPort, { start, end, returned }: FeedCursor): Promise<Following> {
	const marks = new Set(returned);
	const overlap = await rereadOverlap(port, { cursor: end }, start);
	const nextPage = overlap.nextPage ?? (await port.later(end));
	const wasReturned = ({ entry }: TimedEntry): boolean => marks.has(entryMark(entry));
	const late = await findLateEntries(port, overlap.entries, nextPage, wasReturned);
	const hidden = overlap.incompleteBursts.filter(({ ms }) => !marks.has(hiddenMark(ms)));
	return { late, hidden, nextPage };
}
