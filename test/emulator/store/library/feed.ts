import type { Entry } from './entry';
import { SortedList } from './sortedList';

/** Order of the feed: by operation time, the earliest first. */
export function byOperation(a: Entry, b: Entry): number {
	return a.opMs - b.opMs || a.opSeq - b.opSeq;
}

/** doc: at most 100 entries per call. */
const FEED_PAGE = 100;

/** Which entries of the feed are wanted: folders, files or (undefined) both; `deleted` adds the deleted ones. */
interface FeedFilter {
	readonly folders?: boolean | undefined;
	readonly deleted: boolean;
}

/**
 * The updates feed of a library. doc: every entry is in it once, at the time of its latest operation, deleted or not.
 * Four lists (kind × deleted) instead of a filter, so that no query costs more than its page.
 */
export class Feed {
	private serial = 0;
	private readonly lists = new Map<string, SortedList<Entry>>();

	constructor() {
		for (const key of ['file', 'folder', 'fileDeleted', 'folderDeleted'])
			this.lists.set(key, new SortedList(byOperation));
	}

	/** Moves an entry to an operation time, in milliseconds; an entry that is not in the feed yet is added. */
	touch(entry: Entry, atMs: number): void {
		if (entry.opSeq > 0) this.listOf(entry).delete(entry);
		entry.opMs = atMs;
		entry.opSeq = ++this.serial;
		this.listOf(entry).add(entry);
	}

	/** Marks an entry as deleted, or as not deleted, without a new operation time. */
	setDeleted(entry: Entry, deleted: boolean): void {
		if (entry.deleted === deleted) return;
		if (entry.opSeq > 0) this.listOf(entry).delete(entry);
		entry.deleted = deleted;
		if (entry.opSeq > 0) this.listOf(entry).add(entry);
	}

	/** doc, mode compare: ascending, strictly later than the cursor. */
	later(cursorMs: number, filter: FeedFilter): Entry[] {
		const found = this.chosen(filter).flatMap((list) =>
			list.slice(
				list.rank((entry) => entry.opMs <= cursorMs),
				FEED_PAGE,
			),
		);
		return found.sort(byOperation).slice(0, FEED_PAGE);
	}

	/** doc, mode empty: descending, strictly earlier than the cursor. */
	earlier(cursorMs: number, filter: FeedFilter): Entry[] {
		const found = this.chosen(filter).flatMap((list) => {
			const end = list.rank((entry) => entry.opMs < cursorMs);
			const start = Math.max(0, end - FEED_PAGE);
			return list.slice(start, end - start);
		});
		return found.sort((a, b) => byOperation(b, a)).slice(0, FEED_PAGE);
	}

	/** The number of entries. assumed (G27): both bounds are inclusive. */
	count(beginMs: number, endMs: number, filter: FeedFilter): number {
		return this.chosen(filter)
			.map((list) => list.rank((entry) => entry.opMs <= endMs) - list.rank((entry) => entry.opMs < beginMs))
			.reduce((sum, part) => sum + Math.max(0, part), 0);
	}

	private chosen(filter: FeedFilter): Array<SortedList<Entry>> {
		const kinds = filter.folders === undefined ? ['file', 'folder'] : [filter.folders ? 'folder' : 'file'];
		return kinds
			.flatMap((kind) => (filter.deleted ? [kind, `${kind}Deleted`] : [kind]))
			.map((key) => this.list(key));
	}

	private listOf(entry: Entry): SortedList<Entry> {
		return this.list(`${entry.children ? 'folder' : 'file'}${entry.deleted ? 'Deleted' : ''}`);
	}

	private list(key: string): SortedList<Entry> {
		const list = this.lists.get(key);
		if (!list) throw new Error(`no feed list ${key}`);
		return list;
	}
}
