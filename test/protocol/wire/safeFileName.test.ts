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
	['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
])('%j becomes %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

test('a long name is cut before its ending, between characters', () => {
	expect(safeFileName(`${'x'.repeat(400)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`);
	expect(safeFileName(`${'合'.repeat(100)}.pdf`)).toBe(`${'合'.repeat(83)}.pdf`);
	expect(safeFileName('y'.repeat(300))).toBe('y'.repeat(255));
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
