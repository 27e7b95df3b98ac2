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

/** A point in time as somebody wrote it. */
export interface WrittenDate {
	/** `2026-12-31`. */
	readonly day: string;
	/** `18:00:00`; midnight where only a day was written. */
	readonly time: string;
	readonly milliseconds: number;
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
	const { year = '', day: dayOfMonth = '', hour = '00', minute = '00', second = '00', fraction = '' } = parts;
	const day = `${year}-${two(monthOf(parts))}-${two(dayOfMonth)}`;
	const time = `${hour}:${minute}:${second}`;
	const offset = offsetOf(parts.zone);
	const written = { day, time, milliseconds: Number(fraction.padEnd(3, '0').slice(0, 3)) };
	return exists(day, time) ? { ...written, ...(offset === undefined ? {} : { offset }) } : undefined;
}

/** Whether the calendar has this day, and the clock this time. */
function exists(day: string, time: string): boolean {
	const at = new Date(`${day}T${time}Z`);
	return !Number.isNaN(at.getTime()) && at.toISOString() === `${day}T${time}.000Z`;
}

/** The same in ISO form, without an offset where none was written. */
export const isoText = ({ day, time, milliseconds, offset = '' }: WrittenDate): string =>
	`${day}T${time}.${String(milliseconds).padStart(3, '0')}${offset}`;

/** A point in time as `2026-12-31 18:00:00`, on the clock it was written for. */
export const clockText = ({ day, time }: WrittenDate): string => `${day} ${time}`;
