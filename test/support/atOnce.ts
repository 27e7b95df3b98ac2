/** What work that is made for turns (`inTurns`) comes to. */
export function atOnce<R>(work: Generator<undefined, R>): R {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
	}
}
