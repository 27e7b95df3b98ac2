import { date, type InputOf, local, shownFor } from '../operation/fields';
import { missingError } from '../wire/libraryError';
import { timeInWords } from '../text/inWords';
import { DAY_MS, type JsonObject } from '../wire/json';

/* How long links work, of whatever kind. */

/** How long a new link works, by what was chosen. A time is always said, so that its item has it. */
export const EXPIRES = {
	expires: local.top.choice('How long the link works', {
		choices: {
			hours: 'After 48 Hours',
			days: 'After a Number of Days',
			time: 'At a Time',
			never: ['Never', 'The link works until it is closed'],
		},
	}),
	days: local.int('How many days the link works', {
		...shownFor('expires', 'days'),
		default: 7,
		min: 1,
		max: 36_500,
	}),
	// Not required for n8n, which would ask for it wherever an expression chooses how long.
	deadline: date(['Expires At', 'When the link expires; a time that has passed fails'], {
		...shownFor('expires', 'time'),
		unit: 'seconds',
		future: true,
		composed: true,
		whenEmpty: ({ expires = 'hours', days = 7 }, now) =>
			expires === 'hours' ? now + 2 * DAY_MS : expires === 'days' ? now + Number(days) * DAY_MS : undefined,
	}),
} as const;

/** Until when a link works, e.g. "Works until 26 Nov 2026, 15:22"; undefined where nobody knows. */
export function worksUntil({ expires_at: end }: JsonObject, timeZone: string): string | undefined {
	if (end === null) return 'Works until it is closed';
	if (typeof end !== 'string') return undefined;
	return `Works until ${timeInWords(end, timeZone)}`;
}

/** Refuses a link that expires at a time which is not there. Throws inputError. */
export function requireDeadline({ expires, deadline }: InputOf<Omit<typeof EXPIRES, 'days'>>): void {
	if (expires === 'time' && !deadline) throw missingError('Expires At');
}
