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

const fits = ({ children, deleted }: Entry, filter: FeedFilter): boolean =>
	(filter.deleted || !deleted) && (filter.folders === undefined || filter.folders === (children !== null));

/** The updates feed. doc: every entry is in it once, at the time of its latest operation, deleted or not. */
export class Feed {
	private serial = 0;
	private readonly entries = new SortedList(byOperation);

	/** Moves an entry to an operation time, in milliseconds; an entry that is not in the feed yet is added. */
	touch(entry: Entry, atMs: number): void {
		if (entry.opSeq > 0) this.entries.delete(entry);
		entry.opMs = atMs;
		entry.opSeq = ++this.serial;
		this.entries.add(entry);
	}

	/** doc, mode compare: ascending, strictly later than the cursor. */
	later(cursorMs: number, filter: FeedFilter): Entry[] {
		return this.page(
			this.entries.rank(({ opMs }) => opMs <= cursorMs),
			1,
			filter,
		);
	}

	/** doc, mode empty: descending, strictly earlier than the cursor. */
	earlier(cursorMs: number, filter: FeedFilter): Entry[] {
		return this.page(this.entries.rank(({ opMs }) => opMs < cursorMs) - 1, -1, filter);
	}

	/** The number of entries. assumed (G27): both bounds are inclusive. */
	count(beginMs: number, endMs: number, filter: FeedFilter): number {
		const first = this.entries.rank(({ opMs }) => opMs < beginMs);
		const end = this.entries.rank(({ opMs }) => opMs <= endMs);
		return this.entries.slice(first, end - first).filter((entry) => fits(entry, filter)).length;
	}

	private page(start: number, step: 1 | -1, filter: FeedFilter): Entry[] {
		const found: Entry[] = [];
		for (let at = start; found.length < FEED_PAGE; at += step) {
			const entry = this.entries.at(at);
			if (!entry) break;
			if (fits(entry, filter)) found.push(entry);
		}
		return found;
	}
}
