import type { FeedEntry } from '../../protocol/feed/change';
import { MARK_LENGTH } from '../../protocol/wire/feedCursor';
import { digestOf, fingerprintOf } from './fingerprint';

/** Half of a mark stands for the entry, half for how it looked. */
const HALF = MARK_LENGTH / 2;

/** An entry as it looked when it was returned, in 8 characters: a fingerprint that is short enough for a cursor. */
export function entryMark(entry: FeedEntry): string {
	const [id = '', look = ''] = fingerprintOf(entry).split('.');
	return id.slice(0, HALF) + look.slice(0, HALF);
}

/** The mark of a millisecond whose hidden changes were reported. */
export const hiddenMark = (ms: number): string => digestOf(`hidden ${ms}`).slice(0, MARK_LENGTH);

/** Adds a mark. Only the last look of an entry is kept: an entry that returns to an earlier look has changed. */
export const withMark = (marks: readonly string[], mark: string): readonly string[] => [
	...marks.filter((each) => each.slice(0, HALF) !== mark.slice(0, HALF)),
	mark,
];
