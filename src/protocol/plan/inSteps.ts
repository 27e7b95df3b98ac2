/* Computations over long lists that can be interrupted, so that one does not stop everything else (`inTurns`). */

/** A computation that can be interrupted where it yields: it may take as long as a list is long. */
export type Steps<R> = Generator<undefined, R>;

/** How many entries are worked on between two yields: a millisecond or less. */
const AT_ONCE = 200;

/** Does something with each entry of a list. */
export function* inSteps<T>(list: Iterable<T>, step: (entry: T) => void): Steps<void> {
	let count = 0;
	for (const entry of list) {
		step(entry);
		if (++count % AT_ONCE === 0) yield;
	}
}

/** What `make` makes of each entry of a list. */
export function* mapInSteps<T, R>(list: Iterable<T>, make: (entry: T) => R): Steps<R[]> {
	const made: R[] = [];
	yield* inSteps(list, (entry) => made.push(make(entry)));
	return made;
}

/** The entries of a list that have the same key, in their order, by their keys. */
export function* groupInSteps<T>(list: Iterable<T>, keyOf: (entry: T, at: number) => string): Steps<Map<string, T[]>> {
	let at = 0;
	const groups = new Map<string, T[]>();
	yield* inSteps(list, (entry) => addTo(groups, keyOf(entry, at++), entry));
	return groups;
}

/** Adds an entry to the list of a key, which begins with it where there is none. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** A map with an entry for each of a list; of those with the same key the last one counts. */
export function* mapOfInSteps<T, K, V>(list: Iterable<T>, entryOf: (entry: T) => readonly [K, V]): Steps<Map<K, V>> {
	const map = new Map<K, V>();
	yield* inSteps(list, (entry) => map.set(...entryOf(entry)));
	return map;
}
