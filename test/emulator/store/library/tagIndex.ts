import { detailsOf, type Entry, fullpathOf, isWithin } from './entry';

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
