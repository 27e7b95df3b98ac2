import type { FeedEntry } from '../../protocol/feed/change';
import type { FeedCursor } from '../../protocol/wire/feedCursor';
import { readBurst } from './burst';
import { entryMark, hiddenMark } from './entryMark';
import type { ListedChange } from './listedChange';
import type { FeedPage, FeedPort } from './port';
import { MAX_REPEATED_PAGES, repeatingFeed } from './repeatingFeed';

/**
 * Lists changes newest first. Each page begins with the last millisecond of the one before, which that one may have cut
 * off, and drops what was returned. An entry that is changed meanwhile moves in front of the list's beginning, where it
 * isn't looked for. Ends when the feed shows nothing more. Throws what the port throws, and `repeatingFeed`.
 */
export async function* newestFirst(port: FeedPort, from: FeedCursor): AsyncGenerator<ListedChange> {
	for (let cursor = from, repeats = 0; ;) {
		const { start } = cursor;
		const page = await port.newest(start === 0 ? undefined : start);
		if (page.entries.length === 0) return;
		cursor = onPage(cursor, page);
		const fresh = freshOf(page.entries, cursor);
		repeats = fresh.length === 0 ? repeats + 1 : 0;
		if (repeats > MAX_REPEATED_PAGES) throw repeatingFeed();
		for (const [at, entry] of fresh.entries()) {
			cursor = withMarks(cursor, [entryMark(entry)]);
			if (at === fresh.length - 1) cursor = afterPage(cursor, page);
			yield { entry, cursor };
		}
		cursor = afterPage(cursor, page);
		if (cursor.start !== start) continue;
		// Nothing but one millisecond: the end of the feed, or a burst.
		if (page.entries.length < port.pageSize) return;
		yield* burstOf(port, cursor, page.until);
		cursor = { order: 'newest', start: page.until, end: page.until, returned: [] };
	}
}

/** A burst, as far as it hasn't been returned. */
async function* burstOf(port: FeedPort, from: FeedCursor, ms: number): AsyncGenerator<ListedChange> {
	let cursor = from;
	const burst = await readBurst(port, ms, 'newest');
	for (const entry of freshOf(burst.entries, cursor)) {
		cursor = withMarks(cursor, [entryMark(entry)]);
		yield { entry, cursor };
	}
	if (burst.complete || cursor.returned.includes(hiddenMark(ms))) return;
	yield { hidden: burst, cursor: withMarks(cursor, [hiddenMark(ms)]) };
}

/** The cursor at the beginning of a page: it drops what the rest of the feed can't show again. */
function onPage({ start, end, returned }: FeedCursor, { entries, until }: FeedPage): FeedCursor {
	if (returned.length === 0) return { order: 'newest', start, end: until, returned };
	const marks = new Set(entries.map(entryMark));
	const kept = until < end ? returned.filter((mark) => marks.has(mark)) : returned;
	return { order: 'newest', start, end: Math.min(end, until), returned: kept };
}

/** The cursor after a page, all of which was returned. */
const afterPage = (cursor: FeedCursor, { entries, until }: FeedPage): FeedCursor => ({
	...withMarks(cursor, entries.map(entryMark)),
	start: until + 1,
});

const withMarks = (cursor: FeedCursor, marks: readonly string[]): FeedCursor => ({
	...cursor,
	returned: [...new Set([...cursor.returned, ...marks])],
});

function freshOf(entries: readonly FeedEntry[], { returned }: FeedCursor): readonly FeedEntry[] {
	const marks = new Set(returned);
	return entries.filter((entry) => !marks.has(entryMark(entry)));
}
