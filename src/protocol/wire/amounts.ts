import { numberOf } from './json';

/*
 * How much, how many and when, as the service says it, read in one way. What cannot be true is not known, and what is
 * not known is no reason to delete, to replace, to skip or to download something.
 */

/** The latest time that a Date can represent, Unix seconds. */
const LAST_DATE = 8.64e12;

/** Bytes, or entries: a whole number from 0 to 2^53 − 1; undefined for everything else. */
export function amountOf(value: unknown): number | undefined {
	const amount = numberOf(value);
	return amount !== undefined && amount >= 0 && Number.isSafeInteger(amount) ? amount : undefined;
}

/** A time in Unix seconds, or a span in seconds: above 0, and no later than a Date; undefined for everything else. */
export function secondsOf(value: unknown): number | undefined {
	const seconds = numberOf(value);
	return seconds !== undefined && seconds > 0 && seconds <= LAST_DATE ? seconds : undefined;
}

/** Until when a link works, in Unix seconds; Infinity for one without an end, undefined where it is not known. */
export const deadlineOf = (value: unknown): number | undefined =>
	numberOf(value) === -1 ? Infinity : secondsOf(value);

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export function isoSeconds(value: unknown): string | undefined {
	const seconds = secondsOf(value);
	return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
