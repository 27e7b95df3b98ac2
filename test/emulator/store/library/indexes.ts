import { createHash } from 'node:crypto';
import { detailsOf, type Entry, fullpathOf, isWithin } from './entry';
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

/** An external link. doc, link entry: `deadline` is in Unix seconds, -1 is permanent. */
export interface ExternalLink {
	readonly code: string;
	readonly entry: Entry;
	readonly deadline: number;
	readonly auth: 'preview' | 'download' | 'upload';
	/** '' for none. */
	readonly password: string;
}

/** The external links of a library. assumed: every file/link call creates a new one, with a code of 16 characters. */
export class ExternalLinks {
	private readonly byCode = new Map<string, ExternalLink>();
	private serial = 0;

	/** Creates a link with a code of its own. */
	create(link: Omit<ExternalLink, 'code'>): ExternalLink {
		const seed = `link ${this.serial++} ${link.entry.hash}`;
		const code = createHash('sha1').update(seed).digest('base64url').slice(0, 16);
		const created = { ...link, code };
		this.byCode.set(code, created);
		return created;
	}

	/** The link with this code, while it is open. */
	get(code: string, nowSeconds: number): ExternalLink | undefined {
		const link = this.byCode.get(code);
		return link && isOpen(link, nowSeconds) ? link : undefined;
	}

	/** False when there is no such link. */
	close(code: string): boolean {
		return this.byCode.delete(code);
	}

	/** doc: closing by path closes all links of the file. */
	closeAll(entry: Entry): void {
		for (const link of this.byCode.values()) if (link.entry === entry) this.byCode.delete(link.code);
	}

	/** All open links, the oldest first. */
	list(nowSeconds: number): ExternalLink[] {
		return [...this.byCode.values()].filter((link) => isOpen(link, nowSeconds));
	}
}

/** assumed: expired links and links of deleted files are neither listed nor served. */
function isOpen(link: ExternalLink, nowSeconds: number): boolean {
	return !link.entry.deleted && (link.deadline === -1 || link.deadline > nowSeconds);
}

/** The entries of a library by tag, deleted ones excluded, so that a query by tag need not walk the library. */
export class TagIndex {
	private readonly byTag = new Map<string, Set<Entry>>();

	/** Adds tags to an entry. */
	add(entry: Entry, tags: readonly string[]): void {
		for (const tag of tags) {
			detailsOf(entry).tags.add(tag);
			this.setOf(tag).add(entry);
		}
	}

	/** Removes tags from an entry. */
	delete(entry: Entry, tags: readonly string[]): void {
		for (const tag of tags) {
			entry.details?.tags.delete(tag);
			this.byTag.get(tag)?.delete(entry);
		}
	}

	/** Removes a deleted entry from the index; the entry keeps its tags. */
	forget(entry: Entry): void {
		for (const tag of entry.details?.tags ?? []) this.byTag.get(tag)?.delete(entry);
	}

	/** Adds a recovered entry to the index again. */
	restore(entry: Entry): void {
		for (const tag of entry.details?.tags ?? []) this.setOf(tag).add(entry);
	}

	/** The entries below a folder, itself excluded, that have any of the tags; ordered by path. */
	below(folder: Entry, tags: readonly string[]): Entry[] {
		const found = new Set(tags.flatMap((tag) => [...(this.byTag.get(tag) ?? [])]));
		const inside = [...found].filter((entry) => entry !== folder && isWithin(entry, folder));
		return inside.sort((a, b) => (fullpathOf(a) < fullpathOf(b) ? -1 : 1));
	}

	private setOf(tag: string): Set<Entry> {
		const set = this.byTag.get(tag) ?? new Set<Entry>();
		this.byTag.set(tag, set);
		return set;
	}
}
