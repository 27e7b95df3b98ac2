import type { Entry } from './library/entry';
import type { Library } from './library/library';

/** A file or folder somebody marked. */
export interface Favorite {
	readonly library: Library;
	readonly entry: Entry;
}

/** Favorites by enterprise and member, in the order they were added. Only the default list exists (fav_id -1, doc). */
export class Favorites {
	private readonly byOwner = new Map<string, Map<Entry, Favorite>>();

	/** assumed: adding twice is no error. */
	add(owner: string, favorite: Favorite): void {
		const own = this.byOwner.get(owner) ?? new Map<Entry, Favorite>();
		own.set(favorite.entry, favorite);
		this.byOwner.set(owner, own);
	}

	/** assumed: removing what is not there is no error. */
	remove(owner: string, entry: Entry): void {
		this.byOwner.get(owner)?.delete(entry);
	}

	/** assumed: deleted entries are not listed. */
	list(owner: string): Favorite[] {
		return [...(this.byOwner.get(owner)?.values() ?? [])].filter(({ entry }) => !entry.deleted);
	}
}
