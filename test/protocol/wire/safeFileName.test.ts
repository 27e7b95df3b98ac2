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

// Random names are played by the target file-names of test/fuzz, which found the next two.
test.each([
	['ends with a blank', `${'x'.repeat(254)} yy`, 'x'.repeat(254)],
	['has only dots', `${'.'.repeat(254)}a.`, `_${'.'.repeat(254)}`],
	['has only dots already', '.'.repeat(255), `_${'.'.repeat(254)}`],
])('a name of which the beginning %s, cut', (_, name, safe) => {
	expect(safeFileName(name)).toBe(safe);
	expect(safeFileName(safe)).toBe(safe);
});
