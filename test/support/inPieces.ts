/** The result of a computation that yields, and how many entries it looked at between two yields at most. */
export interface Pieces<R> {
	readonly result: R;
	readonly most: number;
}

/**
 * Runs a computation over long lists that can be interrupted. `watch` is for the entries of its lists: each counts once
 * between two yields, as soon as one of its fields is read.
 */
export function inPieces<R>(start: (watch: <T extends object>(entry: T) => T) => Iterator<unknown, R>): Pieces<R> {
	const seen = new Set<object>();
	const watch = <T extends object>(entry: T): T =>
		new Proxy(entry, { get: (target, name) => (seen.add(target), Reflect.get(target, name)) });
	const work = start(watch);
	for (let most = 0; ;) {
		seen.clear();
		const step = work.next();
		most = Math.max(most, seen.size);
		if (step.done) return { result: step.value, most };
	}
}
