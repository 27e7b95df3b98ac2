import { requireTime, timeBefore } from '../../../src/protocol/operation/check/date';

/* Times of filters, as days or as dates. */

const NOW = Date.UTC(2026, 9, 31, 12) / 1000;

test.each<[text: string, date: number | undefined]>([
	['0', Date.UTC(2026, 9, 31, 12)],
	[' 30 ', Date.UTC(2026, 9, 1, 12)],
	['999999', NOW * 1000 - 999_999 * 86_400_000],
	['2026-10-01', Date.UTC(2026, 9, 1)],
	['2026-10-01T08:30:00', Date.UTC(2026, 9, 1, 8, 30)],
	['2026-10-01T08:30:00+02:00', Date.UTC(2026, 9, 1, 6, 30)],
	['1234567', undefined],
	['30 days', undefined],
	['about 30', undefined],
	['yesterday', undefined],
])('%j before now', (text, date) => {
	expect(timeBefore(text, NOW)).toBe(date === undefined ? undefined : date / 1000);
	const required = (): void => requireTime('Created Before', text);
	if (date === undefined) expect(required).toThrow(/^Created Before must be a number of days or a time$/);
	else expect(required).not.toThrow();
});

test('no time is needed', () => expect(() => requireTime('Created Before', undefined)).not.toThrow());
