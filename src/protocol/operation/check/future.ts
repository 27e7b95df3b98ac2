import type { JsonObject } from '../../wire/json';
import { inputError } from '../../wire/libraryError';
import type { Fields } from '../fields';
import { labelOf } from '.';
import { countsDays, isDate } from './date';

/** What is past: the current time in Unix milliseconds, and the current day as YYYY-MM-DD. */
export interface Now {
	readonly now: number;
	readonly today: () => string;
}

/**
 * Refuses a time in the past in fields that are about the future, and a day before today where only the day counts.
 * `checked` is what `checkFields` answered. Throws inputError.
 */
export function requireFuture(fields: Fields, checked: Readonly<JsonObject>, { now, today }: Now): void {
	for (const [key, field] of Object.entries(fields)) {
		const value = checked[key];
		if (field.kind !== 'date' || !field.future || !isDate(value)) continue;
		const isDay = countsDays(field);
		const isPast = isDay ? value.toISOString().slice(0, 10) < today() : value.getTime() <= now;
		if (!isPast) continue;
		const shown = isDay ? value.toISOString().slice(0, 10) : value.toISOString();
		throw inputError(labelOf(key, field), `${shown} is in the past`, 'Enter a time that is still to come.');
	}
}
