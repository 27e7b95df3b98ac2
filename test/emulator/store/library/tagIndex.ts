import type { Entry } from './entry';
import { detailsOf } from './entry';

/** Which live entries carry a tag, so that a question by tag need not walk the library. */
export class TagIndex {
	private readonly byTag = new Map<string, Set<Entry>>();

	add(entry: Entry, tags: readonly string[]): void {
		for (const tag of tags) {
			detailsOf(entry).tags.add(tag);
			this.setOf(tag).add(entry);
		}
	}

	delete(entry: Entry, tags: readonly string[]): void {
		for (const tag of tags) {
			entry.details?.tags.delete(tag);
			this.byTag.get(tag)?.delete(entry);
		}
	}

	/** Takes an entry that left the library out of the index; it keeps its tags. */
	forget(entry: Entry): void {
		for (const tag of entry.details?.tags ?? []) this.byTag.get(tag)?.delete(entry);
	}

	/** Brings a recovered entry back. */
	restore(entry: Entry): void {
		for (const tag of entry.details?.tags ?? []) this.setOf(tag).add(entry);
	}

	entries(tag: string): ReadonlySet<Entry> {
		return this.byTag.get(tag) ?? new Set();
	}

	private setOf(tag: string): Set<Entry> {
		const set = this.byTag.get(tag) ?? new Set<Entry>();
		this.byTag.set(tag, set);
		return set;
	}
}
