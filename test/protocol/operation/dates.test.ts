import { checkDate, requireTime, timeBefore } from '../../../src/protocol/operation/check/date';
import { refusalOf } from '../../support/check';

const time = { unit: 'milliseconds' } as const;
const day = { unit: 'seconds', dayOnly: true } as const;

test.each<[unknown, string]>([
	['2026-03-04', '2026-03-04T00:00:00.000Z'],
	['2026-03-04T05:06', '2026-03-04T05:06:00.000Z'],
	['2026-03-04T05:06:07.5Z', '2026-03-04T05:06:07.500Z'],
	['2026-03-04T05:06:07,123456789+0830', '2026-03-03T20:36:07.123Z'],
	['2026-03-04T05:06:07-05', '2026-03-04T10:06:07.000Z'],
	['Wed, 04 Mar 2026 05:06:07 GMT', '2026-03-04T05:06:07.000Z'],
	['Wed Mar 04 2026 05:06:07 GMT+0100 (Central European Standard Time)', '2026-03-04T04:06:07.000Z'],
	[new Date(Date.UTC(2026, 2, 4)), '2026-03-04T00:00:00.000Z'],
	[1_772_600_767, '2026-03-04T05:06:07.000Z'],
	[1_772_600_767_123, '2026-03-04T05:06:07.123Z'],
	[1_772_600_767.5, '2026-03-04T05:06:07.500Z'],
	[' 1772600767.25 ', '2026-03-04T05:06:07.250Z'],
	['4 Mar 2026 05:06 UT', '2026-03-04T05:06:00.000Z'],
	[new Date(253_402_300_799_999), '9999-12-31T23:59:59.999Z'],
	[99_999_999_999, '5138-11-16T09:46:39.000Z'],
	[100_000_000_000, '1973-03-03T09:46:40.000Z'],
	[0, '1970-01-01T00:00:00.000Z'],
])('%p is %s', (entered, expected) => {
	expect(checkDate('From', time, entered).toISOString()).toBe(expected);
});

test.each<[unknown, string]>([
	['2026-12-31T23:30:00-05:00', '2026-12-31'],
	['2026-12-31T00:30:00+09:00', '2026-12-31'],
	[1_798_760_000, '2026-12-31'],
])('of %p only the day %s counts, as it was written', (entered, expected) => {
	expect(checkDate('From', day, entered).toISOString()).toBe(`${expected}T00:00:00.000Z`);
});

test('a day that is sent as text may be before 1970', () => {
	expect(checkDate('From', { unit: 'day' }, '1969-07-20').toISOString()).toBe('1969-07-20T00:00:00.000Z');
});

test.each<[unknown, RegExp]>([
	['2026-02-29', /"2026-02-29" is not a date/],
	['2026-3-4', /is not a date/],
	['03/04/2026', /is not a date/],
	['2026-03-04T05:06:07+99:99', /is not a date/],
	['', /is not a date/],
	['tomorrow', /is not a date/],
	[20_260_304, /20260304 looks like a calendar date, enter 2026-03-04/],
	['20260304', /looks like a calendar date, enter 2026-03-04/],
	['202603040506', /enter 2026-03-04T05:06:00/],
	['20260304.25', /looks like a calendar date/],
	[2026, /enter 2026-01-01/],
	[-1, /is before 1970/],
	['1969-12-31', /is before 1970/],
	[1e15, /is not a date/],
	[NaN, /without a result is not a date/],
	[new Date(NaN), /is not a date/],
	[{}, /an object is not a date/],
	[['2026-03-04'], /a list is not a date/],
])('%p is refused', (entered, message) => {
	const refusal = refusalOf(() => checkDate('From', time, entered));
	expect(refusal).toMatchObject({ field: 'From', message: expect.stringMatching(message) as string });
});

const NOW = Date.UTC(2026, 9, 31, 12) / 1000;

test.each<[text: string, date: number | undefined]>([
	['0', Date.UTC(2026, 9, 31, 12)],
	[' 30 ', Date.UTC(2026, 9, 1, 12)],
	['999999', NOW * 1000 - 999_999 * 86_400_000],
	['2026-10-01', Date.UTC(2026, 9, 1)],
	['2026-10-01T08:30:00', Date.UTC(2026, 9, 1, 8, 30)],
	['2026-10-01T08:30:00+02:00', Date.UTC(2026, 9, 1, 6, 30)],
	['2026-02-31', undefined],
	['2026-10-01T00:00+25:00', undefined],
	['', undefined],
	['1234567', undefined],
	['yesterday', undefined],
])('%j before now', (text, date) => {
	expect(timeBefore(text, NOW)).toBe(date === undefined ? undefined : date / 1000);
	const required = (): void => requireTime('Created Before', text);
	if (date === undefined) expect(required).toThrow(/^Created Before must be a number of days or a time$/);
	else expect(required).not.toThrow();
});

test('no time is needed', () => expect(() => requireTime('Created Before', undefined)).not.toThrow());
