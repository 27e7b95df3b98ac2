import { numberOf } from './json';

/** The latest time that a Date can represent, Unix seconds. */
const LAST_DATE = 8.64e12;

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export function isoSeconds(value: unknown): string | undefined {
	const seconds = numberOf(value) ?? 0;
	return seconds > 0 && seconds <= LAST_DATE ? new Date(seconds * 1000).toISOString() : undefined;
}
