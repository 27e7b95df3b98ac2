import { nextTurn } from './inTurns';

/**
 * Runs `task` for each entry of a list, at most `width` at the same time, started in list order. Returns the results in
 * list order. After a failure nothing new is started; once the running tasks have settled, the failure of the first
 * entry in list order is thrown. Tasks that wait for nothing leave others their turn (`nextTurn`).
 */
export async function inParallel<T, R>(
	list: readonly T[],
	width: number,
	task: (entry: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const failures: Array<{ readonly at: number; readonly cause: unknown }> = [];
	const entries = list.entries();
	const worker = async (): Promise<void> => {
		while (failures.length === 0) {
			const { value, done } = entries.next();
			if (done) return;
			const [at, entry] = value;
			try {
				results[at] = await task(entry);
			} catch (cause) {
				failures.push({ at, cause });
			}
			const wait = nextTurn();
			if (wait) await wait;
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
	const [first] = failures.sort((a, b) => a.at - b.at);
	if (first) throw first.cause;
	return results;
}
