import type { UpdatesEntry } from '../../../protocol/contract';
import { flagOf } from '../../../protocol/wire/json';

/**
 * An entry of the updates feed, as the rooms of the feed read it: a deployment may leave a field out, so every field is
 * optional. The time of the operation itself is not part of it.
 */
export type FeedEntry = Readonly<Partial<UpdatesEntry>> & {
	/** From where a list continues after this entry (src/protocol/wire/feedCursor.ts); only in items of Get Many. */
	readonly cursor?: string;
	/** The entry is dated ahead, by more than a minute after the service's own time. */
	readonly dated_ahead?: boolean;
};

/** Whether an entry was deleted; only compare mode says so. */
export const isDeleted = ({ cmd }: FeedEntry): boolean => flagOf(cmd, (code) => code === 0) === true;

/**
 * One change of a library, as the updates feed shows it. Plain JSON: the trigger saves changes between polls, so a
 * field renamed here is lost in workflows that were saved by an older version.
 */
export interface FeedChange {
	/** The changed file or folder; empty when `hidden` is set. */
	readonly entry: FeedEntry;
	/** The operation took place later than this, in Unix milliseconds. */
	readonly after: number;
	/** The operation took place not later than this, in Unix milliseconds; later ones have changes of their own. */
	readonly until?: number;
	/** Whether the entry was created since the feed was last read; absent when the feed doesn't tell. */
	readonly isNew?: boolean;
	/**
	 * The entry looks the same as when it was last read: name, content, modification time and deletion are unchanged.
	 */
	readonly same?: boolean;
	/** Whether the feed showed the entry as deleted when it was last read; absent when it was not read before. */
	readonly wasDeleted?: boolean;
	/** The entry is dated ahead: its time had not come yet, by more than a minute, when the service showed it. */
	readonly isAhead?: true;
	/** Whether the entry arrived in a watched folder, or left it. */
	readonly place?: 'arrived' | 'left';
	/** It was deleted outside of the watched folders: where it was in them is not known. */
	readonly isElsewhere?: true;
	/** The folder with which it did, without a change of its own; empty where that folder is not known. */
	readonly within?: FeedEntry;
	/** Instead of what arrived: the watched folders contain more than this, so that none of it is remembered. */
	readonly tooMany?: number;
	/** Instead of an entry: a millisecond with more entries than the feed can show (see `Burst`). */
	readonly hidden?: {
		readonly ms: number;
		/** Entries that the feed showed. */
		readonly shown: number;
		/** Entries according to file/updates_count; undefined when the service didn't count them. */
		readonly counted: number | undefined;
	};
}
