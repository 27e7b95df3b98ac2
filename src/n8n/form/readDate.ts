import { tryToParseDateTime } from 'n8n-workflow';
import { countsDays, isDate, isoText, writtenDate } from '../../protocol/operation/check/date';
import type { DateField } from '../../protocol/operation/fields';
import { isJsonObject } from '../../protocol/wire/json';

/** A date of an expression: JavaScript's own, or one of Luxon such as `$now`. */
const isDateObject = (value: unknown): boolean =>
	isDate(value) || (isJsonObject(value) && 'isLuxonDateTime' in value && typeof value.toISO === 'function');

/** The same date in Luxon's type: in its own time zone, otherwise in that of the workflow; undefined for no date. */
function dateTimeOf(value: unknown, timezone: string): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		return tryToParseDateTime(value, timezone);
	} catch {
		return undefined;
	}
}

/**
 * A time of the form: text without an offset is in the time zone of the workflow, as everywhere in n8n. Where only the
 * day counts it is the day as written, in whatever time zone: 2026-12-31T23:00 in New York is the 31st. What is no date
 * stays as it is, for `checkDate` to refuse.
 */
export function readDate(field: Pick<DateField<boolean>, 'unit' | 'dayOnly'>, raw: unknown, timezone: string): unknown {
	const isDay = countsDays(field);
	if (isDateObject(raw)) {
		const time = dateTimeOf(raw, timezone);
		return (isDay ? time?.toISODate() : time?.toJSDate()) ?? raw;
	}
	const written = typeof raw === 'string' ? writtenDate(raw) : undefined;
	if (!written || isDay || written.offset !== undefined) return raw;
	return dateTimeOf(isoText(written), timezone)?.toJSDate() ?? raw;
}

/** The day that a time zone has at a point in time (Unix milliseconds), as YYYY-MM-DD. */
export const dayIn = (timeZone: string, time: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);

/**
 * A value with the dates in it as ISO text in the time zone of the workflow, as n8n itself shows them in a text. What
 * is below a row of a list or of a collection stays as it is.
 */
export function withDatesAsText(raw: unknown, timezone: string, depth = 0): unknown {
	if (isDateObject(raw)) return dateTimeOf(raw, timezone)?.toISO() ?? raw;
	if (depth === 4) return raw;
	const inside = (value: unknown): unknown => withDatesAsText(value, timezone, depth + 1);
	if (Array.isArray(raw)) return raw.some(isObject) ? raw.map(inside) : raw;
	if (!isJsonObject(raw) || !Object.values(raw).some(isObject)) return raw;
	return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, inside(value)]));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
