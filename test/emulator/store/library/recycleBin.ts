import { type Entry, hasTag, sizeOf } from './entry';

/** A deleted file or folder, with everything that was in it; `fullpath` is where it was. */
export interface RecycledItem {
	readonly entry: Entry;
	readonly fullpath: string;
}

/** assumed: the latest deletion is first, and only the entry that was deleted is listed, not its contents. */
export class RecycleBin {
	/** Oldest first. */
	private readonly items = new Set<RecycledItem>();
	/** Bytes in the bin. doc: size_recycle. */
	bytes = 0;

	get count(): number {
		return this.items.size;
	}

	add(entry: Entry, fullpath: string): void {
		this.items.add({ entry, fullpath });
		this.bytes += sizeOf(entry);
	}

	remove(item: RecycledItem): void {
		this.items.delete(item);
		this.bytes -= sizeOf(item.entry);
	}

	/** All items deleted from this path, oldest first. */
	at(fullpath: string): readonly RecycledItem[] {
		return [...this.items].filter((item) => item.fullpath === fullpath);
	}

	/** Up to `size` items from position `start` on, the latest deletion first. */
	page(start: number, size: number): RecycledItem[] {
		return [...this.items].reverse().slice(start, start + size);
	}

	tagged(tags: readonly string[]): RecycledItem[] {
		return this.page(0, this.count).filter(({ entry }) => hasTag(entry, tags));
	}
}
