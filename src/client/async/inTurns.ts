import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep the event loop, in ms: other executions and the editor wait for so long at most. */
const TURN_MS = 20;

/**
 * Does work of any length in turns of at most 20 ms, between which everything else goes on. The work is a generator
 * that yields wherever it may be interrupted, at least every few milliseconds. Throws what it throws.
 */
export async function inTurns<R>(work: Generator<undefined, R>): Promise<R> {
	let began = performance.now();
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		if (performance.now() - began < TURN_MS) continue;
		await nextTurn();
		began = performance.now();
	}
}
