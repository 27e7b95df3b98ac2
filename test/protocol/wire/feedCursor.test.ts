import fc from 'fast-check';
import { cursorText, isCursorText, parseCursor } from '../../../src/protocol/wire/feedCursor';

const mark = fc.stringMatching(/^[A-Za-z0-9_-]{8}$/);
const marks = fc.array(mark, { maxLength: 250 });
const times = fc.integer({ min: 0, max: 9_000_000_000_000 });
const cursors = fc.record(
	{
		order: fc.constantFrom('oldest' as const, 'newest' as const),
		start: times,
		end: times,
		returned: marks,
		ahead: fc.array(mark, { minLength: 1, maxLength: 100 }),
	},
	{ requiredKeys: ['order', 'start', 'end', 'returned'] },
);

test('every cursor survives as text, also with blanks around it', () => {
	fc.assert(
		fc.property(cursors, (cursor) => {
			const text = cursorText(cursor);
			expect(parseCursor(text)).toEqual(cursor);
			expect(parseCursor(` ${text}\n`)).toEqual(cursor);
			expect(isCursorText(text)).toBe(true);
		}),
	);
});

test('a cursor that was cut off inside an entry is none', () => {
	const text = cursorText({ order: 'oldest', start: 5, end: 9, returned: ['AAAAAAAA', 'bbbb-_00'] });
	expect(text).toBe('oldest1.5.9.AAAAAAAAbbbb-_00');
	for (const length of [...Array(7).keys()].map((n) => text.length - 1 - n)) {
		expect(parseCursor(text.slice(0, length))).toBeUndefined();
		expect(isCursorText(text.slice(0, length))).toBe(true);
	}
});

test.each(['oldest.', ' newest12.', 'newest1.5'])('%j is meant as a cursor, but is none', (text) => {
	expect(isCursorText(text)).toBe(true);
	expect(parseCursor(text)).toBeUndefined();
});

test.each(['my newest1.', '', '1790000000000', '2026-03-04T05:06:07Z', 'newest first', 5, {}])(
	'%j is no cursor',
	(value) => {
		expect(isCursorText(value)).toBe(false);
		expect(parseCursor(String(value))).toBeUndefined();
	},
);
