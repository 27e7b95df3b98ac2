import { safeFileName, safeMediaType } from '../../../src/protocol/wire/paths';

test.each([
	['offer 2026 (final).pdf', 'offer 2026 (final).pdf'],
	['合同 é 👩‍👩‍👧.pdf', '合同 é 👩‍👩‍👧.pdf'],
	['../../etc/passwd', '.._.._etc_passwd'],
	['..\\..\\windows\\win.ini', '.._.._windows_win.ini'],
	['..', '__'],
	['.', '_'],
	['.env', '.env'],
	['', 'file'],
	['  ', 'file'],
	['a\r\nSet-Cookie: x=1', 'a__Set-Cookie_ x=1'],
	['a"; filename="b.exe', 'a_; filename=_b.exe'],
	['a\0b.txt', 'a_b.txt'],
	['a\u2028b\uFEFF.txt', 'a_b_.txt'],
	[' a.txt\t', 'a.txt_'],
	[' a.txt ', 'a.txt'],
	['...', '___'],
	['a.', 'a_'],
	['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
	['half \uD83D.txt', 'half _.txt'],
	['what?.txt', 'what_.txt'],
	['stream.txt:hidden', 'stream.txt_hidden'],
	['CON', '_CON'],
	['nul.txt', '_nul.txt'],
	['Com1 .log', '_Com1 .log'],
	['console.log', 'console.log'],
	['report.pdf. . ', 'report.pdf__'],
	['report.pdf   ', 'report.pdf'],
])('%j becomes %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

test('a long name is cut before its ending, between characters', () => {
	expect(safeFileName(`${'x'.repeat(400)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`);
	expect(safeFileName(`${'合'.repeat(100)}.pdf`)).toBe(`${'合'.repeat(83)}.pdf`);
	expect(safeFileName('y'.repeat(300))).toBe('y'.repeat(255));
	expect(safeFileName(`${'z'.repeat(254)}. tail of a name that is no ending`)).toBe(`${'z'.repeat(254)}_`);
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
	expect(safeFileName('.'.repeat(300))).toBe('_'.repeat(255));
});

test.each([
	['application/pdf', 'application/pdf'],
	['Text/HTML; charset=UTF-8', 'text/html'],
	['text/plain ;charset="utf-8"; x=1', 'text/plain'],
	['text/plain; name="a.txt"', 'text/plain'],
	['image/png\r\nset-cookie: a=b', undefined],
	['../../x', undefined],
	['text', undefined],
	['', undefined],
	[`a/${'b'.repeat(200)}`, undefined],
])('the type %j becomes %j', (type, safe) => expect(safeMediaType(type)).toBe(safe));
