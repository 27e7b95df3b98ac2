import { inputError } from '../../wire/libraryError';
import type { DateField } from '../fields';
import { plainText, shown } from './text';

const DAY_MS = 86_400_000;

/**
 * A point in time, entered as a date, Unix milliseconds or text; midnight UTC where only the day counts. Throws
 * inputError.
 */
export function checkDate(label: string, field: Pick<DateField<boolean>, 'unit' | 'dayOnly'>, value: unknown): Date {
	const date = value instanceof Date ? value : new Date(typeof value === 'number' ? value : plainText(label, value));
	if (Number.isNaN(date.getTime()))
		throw inputError(label, `${shown(value)} is not a date`, 'Enter a date such as 2026-12-31T18:00:00Z.');
	return field.dayOnly || field.unit === 'day' ? new Date(Math.floor(date.getTime() / DAY_MS) * DAY_MS) : date;
}
