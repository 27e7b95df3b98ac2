import { inTurns } from './inTurns';

/** What is sorted at once: about a millisecond. */
const RUN = 500;
/** Steps of merging between two looks at the clock. */
const STEPS = 500;

/** The list sorted, as by `toSorted`, in turns (`inTurns`): a long one does not stop everything else. */
export const sortedInTurns = async <T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> =>
	await inTurns(sorting(list, compare));

function* sorting<T>(list: readonly T[], compare: (a: T, b: T) => number): Generator<undefined, T[]> {
	let runs: T[][] = [];
	for (let at = 0; at < list.length; at += RUN) {
		runs.push(list.slice(at, at + RUN).sort(compare));
		yield undefined;
	}
	while (runs.length > 1) {
		const merged: T[][] = [];
		for (let at = 0; at < runs.length; at += 2)
			merged.push(yield* merging(runs[at] ?? [], runs[at + 1] ?? [], compare));
		runs = merged;
	}
	return runs[0] ?? [];
}

function* merging<T>(
	one: readonly T[],
	other: readonly T[],
	compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
	const merged: T[] = [];
	for (let [a, b] = [0, 0]; a < one.length || b < other.length;) {
		const isFirst = b === other.length || (a < one.length && compare(one[a] as T, other[b] as T) <= 0);
		merged.push((isFirst ? one[a++] : other[b++]) as T);
		if (merged.length % STEPS === 0) yield undefined;
	}
	return merged;
}
