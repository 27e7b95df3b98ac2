import type { Entry } from './library/entry';
import type { Library } from './library/library';

interface Favorite {
	readonly library: Library;
	readonly entry: Entry;
}

/** The member whose favorites they are. */
interface FavoriteOwner {
	readonly enterprise: { readonly id: number };
	readonly member: { readonly id: number };
}

const keyOf = ({ enterprise, member }: FavoriteOwner): string => `${enterprise.id}:${member.id}`;

/** Favorites by owner, in the order they were added. doc: the default list (fav_id -1) is the only one. */
export class Favorites {
	private readonly byOwner = new Map<string, Map<Entry, Favorite>>();

	/** assumed: adding twice is not an error. */
	add(owner: FavoriteOwner, favorite: Favorite): void {
		const own = this.byOwner.get(keyOf(owner)) ?? new Map<Entry, Favorite>();
		own.set(favorite.entry, favorite);
		this.byOwner.set(keyOf(owner), own);
	}

	/** assumed: removing what is not in the list is not an error. */
	remove(owner: FavoriteOwner, entry: Entry): void {
		this.byOwner.get(keyOf(owner))?.delete(entry);
	}

	/** assumed: deleted entries are not listed. */
	list(owner: FavoriteOwner): Favorite[] {
		return [...(this.byOwner.get(keyOf(owner))?.values() ?? [])].filter(({ entry }) => !entry.deleted);
	}
}
