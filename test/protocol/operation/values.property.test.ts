import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { readDate } from '../../../src/n8n/form/readForm';
import { checkDate, writtenDate } from '../../../src/protocol/operation/check/date';
import { anyText } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

const two = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const clock = fc.record({
	year: fc.integer({ min: 1970, max: 2100 }),
	month: fc.integer({ min: 1, max: 13 }),
	day: fc.integer({ min: 0, max: 32 }),
	hour: fc.integer({ min: 0, max: 25 }),
	minute: fc.integer({ min: 0, max: 61 }),
	second: fc.integer({ min: 0, max: 61 }),
	zone: fc.constantFrom('Z', '+01:00', '-0530', '+14'),
});
type ClockTime = typeof clock extends fc.Arbitrary<infer T> ? T : never;

/** The days of a month, by the rules of the calendar. */
function daysIn(year: number, month: number): number {
	if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
const exists = ({ year, month, day, hour, minute, second }: ClockTime): boolean =>
	month <= 12 && day >= 1 && day <= daysIn(year, month) && hour <= 23 && minute <= 59 && second <= 59;

/** Unix milliseconds by counting days. */
function unixByHand({ year, month, day, hour, minute, second, zone }: ClockTime): number {
	let days = day - 1;
	for (let each = 1970; each < year; each++) days += daysIn(each, 2) === 29 ? 366 : 365;
	for (let each = 1; each < month; each++) days += daysIn(year, each);
	const offset = { Z: 0, '+01:00': 60, '-0530': -330, '+14': 840 }[zone] ?? 0;
	return ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1_000;
}

property({
	promise: 'a date is the point in time that was written, and a day that does not exist is refused',
	count: 1200,
	cases: fc.record({
		clock,
		form: fc.constantFrom('iso', 'blank', 'mail'),
		any: fc.oneof(anyText(30), fc.double(), fc.integer()),
	}),
	keeps: ({ clock: at, form, any }) => {
		const { year, month, day, hour, minute, second, zone } = at;
		const time = `${two(hour)}:${two(minute)}:${two(second)}`;
		const iso = `${year}-${two(month)}-${two(day)}`;
		const texts = {
			iso: `${iso}T${time}${zone}`,
			blank: `${iso} ${time} ${zone}`,
			mail: `Mon, ${day} ${MONTHS[month - 1]} ${year} ${time} ${zone}`,
		};
		const checked = outcomeOf(() => checkDate('Date', { unit: 'seconds' }, texts[form as keyof typeof texts]));
		const unix = unixByHand(at);
		if (!exists(at) || unix < 0) equal(checked.error?.field, 'Date');
		else equal(checked.error ? checked.error.message : checked.value.getTime(), unix);
		const other = outcomeOf(() =>
			checkDate('Date', { unit: 'day' }, readDate({ unit: 'day' }, any, 'Europe/Berlin')),
		);
		if (other.error) deepEqual([other.error.kind, other.error.field], ['input', 'Date']);
		else equal(other.value.getTime() % 86_400_000, 0);
		const written = writtenDate(String(any));
		ok(written === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(written.clock));
	},
});
