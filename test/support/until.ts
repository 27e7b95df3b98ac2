import { setTimeout as sleep } from 'node:timers/promises';

/** How often a condition is looked at, and the pause after each look in ms: a minute in all, or more. */
const [TRIES, PAUSE_MS] = [6_000, 10];

/** Waits until something is so. What does not become so ends the test, which says what it waited for. */
export async function until(isSo: () => boolean): Promise<void> {
	for (let tries = 0; tries < TRIES; tries++) {
		if (isSo()) return;
		await sleep(PAUSE_MS);
	}
	throw new Error(`waited in vain for ${String(isSo)}`);
}
