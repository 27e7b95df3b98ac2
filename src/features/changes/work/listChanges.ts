import type { FeedEntry } from '../plan/change';
import type { FeedPort, FeedPage, ReadOptions } from './feed';
import { type Burst, burstError, cutAtClock, laterPage, readBurst } from './pages';
import { findLateEntries, rereadOverlap } from './readPage';
import { entryIdIn, lookIn, plainFingerprint, type TimedEntry } from './processed';
import { shortDigest } from '../../../protocol/wire/shape';
import { type FeedCursor, type FeedOrder, MARK_LENGTH } from '../../../protocol/wire/feedCursor';
import { LibraryError } from '../../../protocol/wire/libraryError';

/** One change of a list, or what a burst hides, and the cursor from which the list continues after it. */
export type ListedChange = { readonly cursor: FeedCursor } & (
	| {
			readonly entry: FeedEntry;
			/** It is dated ahead, by more than the machines of a service may differ. */
			readonly isAhead?: true;
	  }
	| { readonly hidden: Burst }
);

/** Half of a mark stands for the entry, half for how it looked. */
const HALF = MARK_LENGTH / 2;

/** An entry as it looked when it was returned, in 8 characters: a fingerprint that is short enough for a cursor. */
export function entryMark(entry: FeedEntry): string {
	const fingerprint = plainFingerprint(entry);
	return entryIdIn(fingerprint).slice(0, HALF) + lookIn(fingerprint).slice(0, HALF);
}

/** The mark of a millisecond whose hidden changes were reported. */
const hiddenMark = (ms: number): string => shortDigest(`hidden ${ms}`, MARK_LENGTH);

/** The marks of other entries, however these looked. */
function withoutMarks(marks: readonly string[], entries: readonly string[]): readonly string[] {
	const left = new Set(entries.map((mark) => mark.slice(0, HALF)));
	return marks.filter((mark) => !left.has(mark.slice(0, HALF)));
}

/** Only the last look of an entry is kept: one that returns to an earlier look has changed. */
const withMark = (marks: readonly string[], mark: string): readonly string[] => [...withoutMarks(marks, [mark]), mark];

/** Pages in a row on which every entry was returned before, looking the same, after which a list is given up. */
const MAX_REPEATED_PAGES = 10;

const repeatingFeed = (): LibraryError =>
	new LibraryError(
		'protocol',
		`The updates feed has no end: all entries of its last ${MAX_REPEATED_PAGES} pages had been returned before`,
		{
			operation: 'libraryFileUpdates',
			hint: 'Report this to the operator of the service. With Limit, the beginning of the list can be read.',
		},
	);

/** The cursor of a list that begins behind a time (Unix ms), in its order. 0 is the beginning, or now. */
export const cursorAt = (order: FeedOrder, ms: number): FeedCursor => ({ order, start: ms, end: ms, returned: [] });

/**
 * Lists changes from a cursor on, and asks for a page when the reader reaches it. A list may end after any change and
 * go on from its cursor later: each entry comes once, and again only when it was changed in between. Throws what the
 * port throws, `burstError`, and `repeatingFeed`.
 */
export async function* listChanges(
	port: FeedPort,
	cursor: FeedCursor,
	{ onHiddenChanges }: Pick<ReadOptions, 'onHiddenChanges'>,
): AsyncGenerator<ListedChange> {
	const changes = cursor.order === 'oldest' ? oldestFirst(port, cursor) : newestFirst(port, cursor);
	const marks = new Set<string>();
	let repeats = 0;
	for await (const change of changes) {
		if ('hidden' in change) {
			if (onHiddenChanges === 'stop') throw burstError(change.hidden);
		} else {
			const mark = entryMark(change.entry);
			repeats = marks.has(mark) ? repeats + 1 : 0;
			if (repeats >= MAX_REPEATED_PAGES * port.pageSize) throw repeatingFeed();
			marks.add(mark);
		}
		yield change;
	}
}

/** Most entries that are dated ahead which a cursor remembers; where there are more, it follows their times. */
const MAX_AHEAD = 100;

/**
 * Oldest first, by the trigger's reading: the time of the cursor's page is the overlap, what is left of that page are
 * late entries, and what is later is new. What becomes visible even later isn't looked for: only the trigger remembers
 * enough. What is dated ahead comes last, because what happens until its time is shown before it.
 */
async function* oldestFirst(port: FeedPort, from: FeedCursor): AsyncGenerator<ListedChange> {
	for (let [cursor, after]: [FeedCursor, number | undefined] = [from, from.end]; after !== undefined;) {
		const { late, hidden, page, ahead, next } = await readOn(port, cursor, after);
		for (const burst of hidden) {
			cursor = { ...cursor, returned: withMark(cursor.returned, hiddenMark(burst.ms)) };
			yield { hidden: burst, cursor };
		}
		for (const { entry } of late) {
			const [mark, { ahead: before = [] }] = [entryMark(entry), cursor];
			cursor = { ...cursor, returned: withMark(cursor.returned, mark), ahead: withoutMarks(before, [mark]) };
			yield { entry, cursor };
		}
		const whole = page.entries.length > 0 ? afterWhole(page, cursor) : cursor;
		yield* changesOf(page, cursor, whole);
		cursor = whole;
		for (const { entries, isAhead } of ahead)
			for (const entry of entries) {
				if (cursor.ahead?.includes(entryMark(entry))) continue;
				cursor = { ...cursor, ahead: withMark(cursor.ahead ?? [], entryMark(entry)) };
				yield { entry, cursor, ...(isAhead ? { isAhead } : {}) };
			}
		after = next;
	}
}

/** After a whole page only its last millisecond is read again, which the page may have cut off. */
function afterWhole({ entries, until }: FeedPage, { order, ahead = [] }: FeedCursor): FeedCursor {
	const marks = entries.map(entryMark);
	const left = withoutMarks(ahead, marks);
	return { order, start: until - 1, end: until, returned: marks, ...(left.length > 0 ? { ahead: left } : {}) };
}

/** What of a page was not returned before its time had come; `whole` is the cursor after it. */
function changesOf(
	{ entries, until }: FeedPage,
	{ order, end, ahead = [] }: FeedCursor,
	whole: FeedCursor,
): readonly ListedChange[] {
	const marks = entries.map(entryMark);
	const fresh = entries.filter((entry) => !ahead.includes(entryMark(entry)));
	return fresh.map((entry, n) => {
		if (n === fresh.length - 1) return { entry, cursor: whole };
		const returned = marks.slice(0, entries.indexOf(entry) + 1);
		return { entry, cursor: { order, start: end, end: until, returned, ahead: withoutMarks(ahead, returned) } };
	});
}

/**
 * Reads on from a cursor, or later than a time (Unix ms) ahead of the clock: entries of its page that haven't been
 * returned as they look now, what bursts hide unless it was reported, and the next page, divided by the clock of the
 * service. `next` is where the list goes on; undefined at its end. Throws what the port throws.
 */
async function readOn(port: FeedPort, cursor: FeedCursor, after: number) {
	const { start, end, returned, ahead: before = [] } = cursor;
	const marks = new Set([...returned, ...before]);
	const wasReturned = ({ entry }: TimedEntry): boolean => marks.has(entryMark(entry));
	const range = { from: after === end ? start : end, end };
	const overlap = await rereadOverlap(port, { cursor: end }, range, wasReturned);
	// Once it shows something later, nothing comes to the milliseconds of bursts any more.
	const following = await laterPage(port, after, overlap.nextPage);
	const late = await findLateEntries(port, overlap.changed, following);
	const hidden = overlap.bursts.filter(({ ms, complete }) => !complete && !marks.has(hiddenMark(ms)));
	// An entry of the cursor's page that is later by now has changed, however it looks.
	const isNew = ({ entries }: FeedPage): boolean => entries.some((entry) => !before.includes(entryMark(entry)));
	const cut = before.length < MAX_AHEAD ? await cutAtClock(port, following, end, isNew) : { page: following };
	const { page, ahead = [], next = page.entries.length > 0 ? page.until : undefined } = cut;
	return { late, hidden, page, ahead, next };
}

/**
 * Newest first. Each page begins with the last millisecond of the one before, which that one may have cut off, and
 * drops what was returned. An entry that is changed meanwhile moves to before the list, where it isn't looked for.
 */
async function* newestFirst(port: FeedPort, from: FeedCursor): AsyncGenerator<ListedChange> {
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
		cursor = { ...cursor, start: page.until, end: page.until, returned: [] };
	}
}

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

/** The cursor at the beginning of a page, without what the rest of the feed can't show again. */
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
