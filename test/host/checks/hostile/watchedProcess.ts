import { appendFileSync } from 'node:fs';
import { startTurns } from '../../../bench/longestTurn';

/*
 * Loaded into n8n before its own program: writes down, ten times a second, the longest turn of the event loop since the
 * last time, and the most memory of the process so far. `hostileChecks.ts` reads it.
 */

const LOOK_MS = 100;

/** One line of the record. */
export interface Look {
	/** Milliseconds since 1970. */
	readonly at: number;
	/** The longest turn, in ms of CPU without the collection of garbage. */
	readonly turnMs: number;
	/** The most memory so far, in MB. */
	readonly mostMB: number;
}

const { WATCHED_PROCESS: record } = process.env;
if (record !== undefined) {
	let end = startTurns();
	setInterval(() => {
		const turnMs = end().ownMs;
		end = startTurns();
		const look: Look = { at: Date.now(), turnMs, mostMB: process.resourceUsage().maxRSS / 1000 };
		appendFileSync(record, `${JSON.stringify(look)}\n`);
	}, LOOK_MS).unref();
}
