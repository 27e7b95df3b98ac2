/**
 * Works on a list with at most `width` entries at the same time, begun in their order; results in the order of the list.
 * After a failure nothing new is begun; what is under way is waited for, then the failure of the first entry that failed is thrown.
 */
export async function inParallel<T, R>(
	list: readonly T[],
	width: number,
	work: (entry: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const failures: Array<{ readonly at: number; readonly cause: unknown }> = [];
	const entries = list.entries();
	const worker = async (): Promise<void> => {
		while (failures.length === 0) {
			const { value, done } = entries.next();
			if (done) return;
			try {
				results[value[0]] = await work(value[1]);
			} catch (cause) {
				failures.push({ at: value[0], cause });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
	const [first] = failures.sort((a, b) => a.at - b.at);
	if (first) throw first.cause;
	return results;
}
