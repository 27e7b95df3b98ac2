import fc from 'fast-check';
import { safeFileName } from '../../../src/protocol/wire/safeFileName';

test.each([
	['offer 2026 (final).pdf', 'offer 2026 (final).pdf'],
	['合同 é.pdf', '合同 é.pdf'],
	['../../etc/passwd', '.._.._etc_passwd'],
	['..\\..\\windows\\win.ini', '.._.._windows_win.ini'],
	['..', '_..'],
	['.', '_.'],
	['.env', '.env'],
	['', 'file'],
	['  ', 'file'],
	['a\r\nSet-Cookie: x=1', 'a__Set-Cookie: x=1'],
	['a\0b.txt', 'a_b.txt'],
	[' a.txt\t', 'a.txt_'],
	[' a.txt ', 'a.txt'],
	['...', '_...'],
	['a.', 'a.'],
	['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
])('%j becomes %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

test('a long name is cut before its ending, between characters', () => {
	expect(safeFileName(`${'x'.repeat(400)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`);
	expect(safeFileName(`${'合'.repeat(100)}.pdf`)).toBe(`${'合'.repeat(83)}.pdf`);
	expect(safeFileName('y'.repeat(300))).toBe('y'.repeat(255));
	expect(safeFileName(`${'y'.repeat(251)}.pdf`)).toBe(`${'y'.repeat(251)}.pdf`);
	expect(safeFileName('合'.repeat(85))).toBe('合'.repeat(85));
	expect(safeFileName(`${'合'.repeat(85)}x`)).toBe('合'.repeat(85));
});

test('an ending is what a person would call one', () => {
	const long = `.${'e'.repeat(19)}`;
	expect(safeFileName('x'.repeat(300) + long)).toBe('x'.repeat(235) + long);
	expect(safeFileName(`${'x'.repeat(300)}${long}e`)).toBe('x'.repeat(255));
	expect(safeFileName(`.${'x'.repeat(300)}`)).toBe(`.${'x'.repeat(254)}`);
	expect(safeFileName(`${'x'.repeat(300)}.a.b`)).toBe(`${'x'.repeat(253)}.b`);
	expect(safeFileName('.'.repeat(300))).toBe(`_${'.'.repeat(254)}`);
});

test('every name is one part of a path, of at most 255 bytes', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
			const safe = safeFileName(name);
			expect(safe).not.toMatch(/[/\\\p{Cc}]/u);
			expect(safe).not.toMatch(/^\.*$/);
			expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
		}),
	);
});
