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

/** Adds an entry to the list of a key, which begins with it where there is none. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** The entries of a list that have the same key, in their order, by their keys. */
export function groupBy<T>(list: Iterable<T>, keyOf: (entry: T, at: number) => string): Map<string, T[]> {
	let at = 0;
	const groups = new Map<string, T[]>();
	for (const entry of list) addTo(groups, keyOf(entry, at++), entry);
	return groups;
}

/** The entries of a list by their levels, lowest first; levels without an entry are left out. */
export function byLevel<T>(list: Iterable<T>, levelOf: (entry: T) => number): T[][] {
	const levels: T[][] = [];
	for (const entry of list) (levels[levelOf(entry)] ??= []).push(entry);
	// Levels without an entry are holes, which flatMap leaves out.
	return levels.flatMap((level) => [level]);
}

/** How many entries are sorted at once, or merged between two yields: a few milliseconds. */
const RUN = 2_000;

/** The order of texts by code units: the same on every machine. */
export const byText = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));

/** The list sorted, as by `toSorted`: in parts, which are then merged. */
export function* sortedInSteps<T>(list: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
	let runs: T[][] = [];
	for (let at = 0; at < list.length; at += RUN) {
		runs.push(list.slice(at, at + RUN).sort(compare));
		yield;
	}
	while (runs.length > 1) {
		const merged: T[][] = [];
		for (let at = 0; at < runs.length; at += 2)
			merged.push(yield* merging(runs[at] ?? [], runs[at + 1] ?? [], compare));
		runs = merged;
	}
	return runs[0] ?? [];
}

function* merging<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
	const merged: T[] = [];
	for (let [a, b] = [0, 0]; a < one.length || b < other.length;) {
		const isFirst = b === other.length || (a < one.length && compare(one[a] as T, other[b] as T) <= 0);
		merged.push((isFirst ? one[a++] : other[b++]) as T);
		if (merged.length % RUN === 0) yield;
	}
	return merged;
}
