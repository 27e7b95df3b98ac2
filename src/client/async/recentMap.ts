/** A map of limited size: when it is full, a new key replaces the one that has not been used for the longest time. */
export interface RecentMap<K, V> {
	/** The value of a key, which now counts as just used; undefined for an unknown or forgotten key. */
	get(key: K): V | undefined;
	/** Stores a value under a key, which now counts as just used. */
	set(key: K, value: V): void;
	delete(key: K): void;
	/** How many keys are stored; never more than the limit. */
	readonly size: number;
}

/** An empty map of at most `limit` keys; `limit` is at least 1. */
export function recentMap<K, V>(limit: number): RecentMap<K, V> {
	// A Map iterates in insertion order: the key used last is moved to the end, the one to forget is the first.
	const entries = new Map<K, V>();
	const set = (key: K, value: V): void => {
		entries.delete(key);
		entries.set(key, value);
		const [oldest] = entries;
		if (entries.size > limit && oldest) entries.delete(oldest[0]);
	};
	return {
		get: (key) => {
			const value = entries.get(key);
			if (value !== undefined) set(key, value);
			return value;
		},
		set,
		delete: (key) => {
			entries.delete(key);
		},
		get size() {
			return entries.size;
		},
	};
}
