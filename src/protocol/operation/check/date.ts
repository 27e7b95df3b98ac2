import { DAY_SECONDS, DAY_MS, defined, type JsonObject } from '../../wire/json';
import { inputError, valueError, type LibraryError } from '../../wire/libraryError';
import { type DateField, type Fields, labelOf } from '../fields';
import { plainText, shown } from './text';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>GMT|UTC?|Z|[+-]\d\d(?::?\d\d)?)`;
const FORMS = [
	// ISO: `2026-12-31`, with `T18:00:00.000+01:00` or a part of it; a blank may take the place of the T.
	String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ]${TIME} ?${ZONE}?)?$`,
	// E-mail and HTTP headers: `Thu, 31 Dec 2026 18:00:00 GMT`.
	String.raw`^(?:\w{3}, ?)?(?<day>\d{1,2}) (?<name>\w{3}) (?<year>\d{4}) ${TIME} ${ZONE}$`,
	// What JavaScript writes: `Thu Dec 31 2026 18:00:00 GMT+0100 (…)`.
	String.raw`^\w{3} (?<name>\w{3}) (?<day>\d\d) (?<year>\d{4}) ${TIME} (?:GMT(?=[+-]))?${ZONE}(?: \(.*\))?$`,
].map((form) => new RegExp(form, 'i'));

interface WrittenDate {
	/** `2026-12-31T18:00:00.000`, on the clock it was written for; midnight where only a day was written. */
	readonly clock: string;
	/** `Z` or `+01:00`; absent where none was written. */
	readonly offset?: string;
}

type Parts = Readonly<Record<string, string | undefined>>;

const monthOf = ({ month, name = '' }: Parts): number =>
	month === undefined ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(month);

function offsetOf(zone: string | undefined): string | undefined {
	if (zone === undefined || zone === '') return undefined;
	const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
	return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
}

const two = (value: number | string): string => String(value).padStart(2, '0');

/**
 * Reads a date in ISO form, in that of e-mail and HTTP headers or in that of JavaScript. Undefined for every other
 * text, such as 31/12/2026, in which day and month cannot be told apart, and for a day or time that does not exist.
 */
export function writtenDate(text: string): WrittenDate | undefined {
	const parts: Parts | undefined = FORMS.map((form) => form.exec(text.trim())?.groups).find(Boolean);
	if (!parts) return undefined;
	const { year = '', day = '', hour = '00', minute = '00', second = '00', fraction = '' } = parts;
	const date = `${year}-${two(monthOf(parts))}-${two(day)}`;
	const clock = `${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
	const at = new Date(`${clock}Z`);
	const exists = !Number.isNaN(at.getTime()) && at.toISOString() === `${clock}Z`;
	return exists ? { clock, ...defined({ offset: offsetOf(parts.zone) }) } : undefined;
}

/** The same in ISO form, without an offset where none was written. */
export const isoText = ({ clock, offset = '' }: WrittenDate): string => `${clock}${offset}`;

/** A point in time as `2026-12-31 18:00:00`, on the clock it was written for. */
export const clockText = ({ clock }: WrittenDate): string => clock.slice(0, 19).replace('T', ' ');

/* Points in time, in whatever way they were entered. */

/** A number below it is seconds (until the year 5138), from it on milliseconds (since 1973). */
const LARGEST_SECONDS = 1e11;
/** The end of the year 9999: later ones have more digits than anything can read. */
const LATEST_MS = 253_402_300_799_999;
/** Year, month, day, hour, minute and second in one number, or the first of them. */
const CALENDAR_DIGITS =
	/^((?:19|2[01])\d\d)(?:(0[1-9]|1[0-2])(?:(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?)?)?$/;

const example = (isDay: boolean): string => `Enter a date such as 2026-12-31${isDay ? '' : 'T18:00:00Z'}.`;
const noDate = (label: string, value: unknown, isDay: boolean): LibraryError =>
	valueError(label, `${shown(value)} is not a date`, example(isDay));

const UNIX = 'Digits alone are seconds since 1970.';

/** Digits that somebody meant as a calendar date, written as one; undefined for a point in Unix time. */
function calendarDate(digits: string): string | undefined {
	const [found, year, month = '01', day = '01', hour, minute, second = '00'] = CALENDAR_DIGITS.exec(digits) ?? [];
	if (found === undefined) return /^\d{8}$/.test(digits) ? '2026-12-31' : undefined;
	return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}`}`;
}

/** A number as Unix seconds or milliseconds. Throws inputError for digits such as 20260329, a day in 1970. */
function unixTime(label: string, entered: string): Date {
	const calendar = calendarDate(entered.replace(/\.\d*$/, ''));
	if (calendar !== undefined)
		throw valueError(label, `${entered} looks like a calendar date, enter ${calendar}`, UNIX);
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
	if (!written) throw noDate(label, text, isDay);
	return new Date(isDay ? written.clock.slice(0, 10) : isoText({ offset: 'Z', ...written }));
}

/** Whether only the calendar day of a field counts. */
export const countsDays = ({ unit, dayOnly }: Pick<DateField, 'unit' | 'dayOnly'>): boolean =>
	dayOnly === true || unit === 'day';

/**
 * A point in time from 1970 (any, where a day is sent as text) to the year 9999, entered as a date, as Unix seconds or
 * milliseconds, or as text, in UTC where it has no offset; midnight UTC where only the day counts. Throws inputError.
 */
export function checkDate(label: string, field: Pick<DateField, 'unit' | 'dayOnly'>, value: unknown): Date {
	const isDay = countsDays(field);
	if (isUnixTime(value) && Number(value) < 0) throw inputError(label, 'is before 1970', example(isDay));
	const date = isDate(value)
		? value
		: isUnixTime(value)
			? unixTime(label, String(value).trim())
			: textTime(label, value, isDay);
	const time = date.getTime();
	if (Number.isNaN(time) || time > LATEST_MS) throw noDate(label, value, isDay);
	if (time < 0 && field.unit !== 'day') throw inputError(label, 'is before 1970', example(isDay));
	return atDay(date, isDay);
}

/** A time, as midnight UTC where only the day counts. */
const atDay = (date: Date, isDay: boolean): Date =>
	isDay ? new Date(Math.floor(date.getTime() / DAY_MS) * DAY_MS) : date;

/** The checked values of a form, with the times that its empty fields stand for; `now` in Unix milliseconds. */
export function withDefaultTimes(fields: Fields, checked: JsonObject, now: number): JsonObject {
	const times = Object.entries(fields).flatMap(([key, field]): Array<[string, Date]> => {
		if (field.kind !== 'date' || checked[key] !== undefined) return [];
		const time = field.whenEmpty?.(checked, now);
		return time === undefined ? [] : [[key, atDay(new Date(time), countsDays(field))]];
	});
	return times.length === 0 ? checked : { ...checked, ...Object.fromEntries(times) };
}

/** Refuses a past time, or day, in fields about the future. `checked`: of `checkFields`. Throws inputError. */
export function requireFuture(
	fields: Fields,
	checked: Readonly<JsonObject>,
	/** The current time in Unix milliseconds, and the current day as YYYY-MM-DD. */
	{ now, today }: { readonly now: number; readonly today: () => string },
): void {
	for (const [key, field] of Object.entries(fields)) {
		const value = checked[key];
		if (field.kind !== 'date' || !field.future || !isDate(value)) continue;
		const isDay = countsDays(field);
		const isPast = isDay ? value.toISOString().slice(0, 10) < today() : value.getTime() <= now;
		if (!isPast) continue;
		const shown = isDay ? value.toISOString().slice(0, 10) : value.toISOString().replace('.000Z', 'Z');
		throw valueError(labelOf(key, field), `${shown} is in the past`, 'Enter a time that is still to come.');
	}
}

/** The time that a filter names, in Unix seconds: days before `now`, or a time (UTC without offset), if it is one. */
export function timeBefore(text: string, now: number): number | undefined {
	const said = text.trim();
	if (/^\d{1,6}$/.test(said)) return now - Number(said) * DAY_SECONDS;
	const written = writtenDate(said);
	const ms = written ? Date.parse(isoText({ offset: 'Z', ...written })) : NaN;
	return Number.isNaN(ms) ? undefined : ms / 1000;
}

/** Refuses a text that is none of both. Throws inputError. */
export function requireTime(label: string, text: string | undefined): void {
	if (text === undefined || timeBefore(text, 0) !== undefined) return;
	throw inputError(label, 'must be a number of days or a time', 'Enter e.g. 30 for thirty days ago, or 2026-10-01.');
}
