import type { FeedEntry } from '../plan/change';
import { type FeedCursor, MARK_LENGTH } from '../../../protocol/wire/feedCursor';
import { LibraryError } from '../../../protocol/wire/libraryError';
import type { Burst } from './burst';
import { shortDigest, entryIdIn, fingerprintOf, lookIn } from './fingerprint';

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
	const fingerprint = fingerprintOf(entry);
	return entryIdIn(fingerprint).slice(0, HALF) + lookIn(fingerprint).slice(0, HALF);
}

/** The mark of a millisecond whose hidden changes were reported. */
export const hiddenMark = (ms: number): string => shortDigest(`hidden ${ms}`, MARK_LENGTH);

/** The marks of other entries, however these looked. */
export function withoutMarks(marks: readonly string[], entries: readonly string[]): readonly string[] {
	const left = new Set(entries.map((mark) => mark.slice(0, HALF)));
	return marks.filter((mark) => !left.has(mark.slice(0, HALF)));
}

/** Adds a mark. Only the last look of an entry is kept: an entry that returns to an earlier look has changed. */
export const withMark = (marks: readonly string[], mark: string): readonly string[] => [
	...withoutMarks(marks, [mark]),
	mark,
];

/** Pages in a row on which every entry was returned before, looking the same, after which a list is given up. */
export const MAX_REPEATED_PAGES = 10;

/** The error for a feed that repeats itself without an end. */
export const repeatingFeed = (): LibraryError =>
	new LibraryError(
		'protocol',
		`The updates feed has no end: all entries of its last ${MAX_REPEATED_PAGES} pages had been returned before`,
		{
			operation: 'libraryFileUpdates',
			hint: 'Report this to the operator of the service. With Limit, the beginning of the list can be read.',
		},
	);
