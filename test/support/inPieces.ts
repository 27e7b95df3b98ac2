/** The result of a computation that yields, and how many entries it looked at between two yields at most. */
export interface Pieces<R> {
	readonly result: R;
	readonly most: number;
}

/** Runs a computation that can be interrupted. `watch` counts entries of its lists that are read between two yields. */
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
