/**
 * Works on a list with at most `width` entries at the same time; results in the order of the list. After a failure nothing new
 * is begun; what is under way is waited for, then the first failure is thrown.
 */
export async function inParallel<T, R>(list: readonly T[], width: number, work: (entry: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	const failures: unknown[] = [];
	const entries = list.entries();
	const worker = async (): Promise<void> => {
		while (failures.length === 0) {
			const { value, done } = entries.next();
			if (done) return;
			try {
				results[value[0]] = await work(value[1]);
			} catch (cause) {
				failures.push(cause);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
	if (failures.length) throw failures[0];
	return results;
}
