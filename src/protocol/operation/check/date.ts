import { inputError, type LibraryError } from '../../wire/libraryError';
import type { DateField } from '../fields';
import { isoText, writtenDate } from './dateText';
import { plainText, shown } from './text';

/* Points in time, in whatever way they were entered. */

const DAY_MS = 86_400_000;
/** A number below it is seconds (until the year 5138), from it on milliseconds (since 1973). */
const LARGEST_SECONDS = 1e11;
/** The end of the year 9999: later ones have more digits than anything can read. */
const LATEST_MS = 253_402_300_799_999;
/** Year, month, day, hour, minute and second in one number, or the first of them. */
const CALENDAR_DIGITS =
	/^((?:19|2[01])\d\d)(?:(0[1-9]|1[0-2])(?:(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?)?)?$/;

const EXAMPLE = 'Enter a date such as 2026-12-31T18:00:00Z.';
const noDate = (label: string, value: unknown): LibraryError =>
	inputError(label, `${shown(value)} is not a date`, EXAMPLE);

/** Digits that somebody meant as a calendar date, written as one; undefined for a point in Unix time. */
function calendarDate(digits: string): string | undefined {
	const [found, year, month = '01', day = '01', hour, minute, second = '00'] = CALENDAR_DIGITS.exec(digits) ?? [];
	if (found === undefined) return /^\d{8}$/.test(digits) ? '2026-12-31' : undefined;
	return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}`}`;
}

/**
 * A number as a point in time: Unix seconds or milliseconds. Throws inputError for digits such as 20260329, which
 * would be a day in 1970.
 */
function unixTime(label: string, entered: string): Date {
	const calendar = calendarDate(entered.replace(/\.\d*$/, ''));
	if (calendar !== undefined)
		throw inputError(label, `${entered} looks like a calendar date, enter ${calendar}`, EXAMPLE);
	const number = Number(entered);
	return new Date(number < LARGEST_SECONDS ? number * 1000 : number);
}

const isUnixTime = (value: unknown): value is number | string =>
	typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()));

/** Not `instanceof`: a date of an expression may belong to another realm. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]';

/** A text as a point in time; as midnight UTC of the day that was written, in whatever zone, where the day counts. */
function textTime(label: string, text: unknown, isDay: boolean): Date {
	const written = typeof text === 'string' ? writtenDate(plainText(label, text)) : undefined;
	if (!written) throw noDate(label, text);
	return new Date(isDay ? `${written.day}T00:00:00Z` : isoText({ offset: 'Z', ...written }));
}

/** Whether only the calendar day of a field counts. */
export const countsDays = ({ unit, dayOnly }: Pick<DateField<boolean>, 'unit' | 'dayOnly'>): boolean =>
	dayOnly === true || unit === 'day';

/**
 * A point in time from 1970 (any, where a day is sent as text) to the year 9999, entered as a date, as Unix seconds or
 * milliseconds, or as text, in UTC where it has no offset; midnight UTC where only the day counts. Throws inputError.
 */
export function checkDate(label: string, field: Pick<DateField<boolean>, 'unit' | 'dayOnly'>, value: unknown): Date {
	const isDay = countsDays(field);
	if (isUnixTime(value) && Number(value) < 0) throw inputError(label, 'is before 1970', EXAMPLE);
	const date = isDate(value)
		? value
		: isUnixTime(value)
			? unixTime(label, String(value).trim())
			: textTime(label, value, isDay);
	const time = date.getTime();
	if (Number.isNaN(time) || time > LATEST_MS) throw noDate(label, value);
	if (time < 0 && field.unit !== 'day') throw inputError(label, 'is before 1970', EXAMPLE);
	return isDay ? new Date(Math.floor(time / DAY_MS) * DAY_MS) : date;
}
