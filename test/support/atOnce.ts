/** The result of a computation that yields, without interruption. */
export function atOnce<R>(work: Iterator<unknown, R>): R {
	for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
