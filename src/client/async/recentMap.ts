/** A map of limited size: when it is full, a new key replaces the one that has not been used for the longest time. */
export type RecentMap<K, V> = ReturnType<typeof recentMap<K, V>>;

/** An empty map of at most `limit` keys; `limit` is at least 1. To read a key is to use it. */
export function recentMap<K, V>(limit: number) {
	// A Map iterates in insertion order: the key used last is moved to the end, the one to forget is the first.
	const entries = new Map<K, V>();
	const set = (key: K, value: V): void => {
		entries.delete(key);
		entries.set(key, value);
		const [oldest] = entries;
		if (entries.size > limit && oldest) entries.delete(oldest[0]);
	};
	return {
		get: (key: K): V | undefined => {
			const value = entries.get(key);
			if (value !== undefined) set(key, value);
			return value;
		},
		set,
		delete: (key: K): void => void entries.delete(key),
		get size() {
			return entries.size;
		},
	};
}
