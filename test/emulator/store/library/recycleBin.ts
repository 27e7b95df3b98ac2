import type { Entry } from './entry';
import { SortedList } from './sortedList';

/** A deleted file or folder, with everything that was in it; `fullpath` is where it was. */
export interface RecycledItem {
	readonly entry: Entry;
	readonly fullpath: string;
	readonly serial: number;
}

/** Order of the bin: the latest deletion first. */
export function latestFirst(a: RecycledItem, b: RecycledItem): number {
	return b.serial - a.serial;
}

function sizeOf(entry: Entry): number {
	return entry.children ? entry.children.bytes : entry.filesize;
}

/**
 * What was deleted but not permanently.
 * assumed: the latest deletion is listed first, and only the entry that was deleted, not its contents.
 */
export class RecycleBin {
	private readonly items = new SortedList<RecycledItem>(latestFirst);
	private readonly byPath = new Map<string, RecycledItem[]>();
	private serial = 0;
	/** Bytes in the bin. doc: size_recycle. */
	bytes = 0;

	get count(): number {
		return this.items.size;
	}

	add(entry: Entry, fullpath: string): void {
		const item = { entry, fullpath, serial: ++this.serial };
		this.items.add(item);
		this.byPath.set(fullpath, [...(this.byPath.get(fullpath) ?? []), item]);
		this.bytes += sizeOf(entry);
	}

	remove(item: RecycledItem): void {
		this.items.delete(item);
		const left = (this.byPath.get(item.fullpath) ?? []).filter((other) => other !== item);
		if (left.length > 0) this.byPath.set(item.fullpath, left);
		else this.byPath.delete(item.fullpath);
		this.bytes -= sizeOf(item.entry);
	}

	/** All items deleted from this path, oldest first. */
	at(fullpath: string): readonly RecycledItem[] {
		return this.byPath.get(fullpath) ?? [];
	}

	/** Up to `size` items from position `start` on, the latest deletion first. */
	page(start: number, size: number): RecycledItem[] {
		return this.items.slice(start, size);
	}

	/** Items with any of the tags. */
	tagged(tags: readonly string[]): RecycledItem[] {
		return this.items
			.slice(0, this.items.size)
			.filter((item) => tags.some((tag) => item.entry.details?.tags.has(tag)));
	}
}
