import { numberOf } from './json';

/** The latest time that a Date can represent, Unix seconds. */
const LAST_DATE = 8.64e12;

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export const isoSeconds = (value: unknown): string | undefined => {
	const seconds = numberOf(value) ?? 0;
	if (!(seconds > 0 && seconds <= LAST_DATE)) return undefined;
	if (seconds !== latest.seconds) latest = { seconds, text: new Date(seconds * 1000).toISOString() };
	return latest.text;
};

/** The time that was written last: most files were never changed after they were created. */
let latest = { seconds: 0, text: '' };
