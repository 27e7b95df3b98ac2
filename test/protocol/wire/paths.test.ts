import {
	checkFileName,
	checkPath,
	isNumbered,
	isWithinPath,
	linkCode,
	safeFileName,
	entryPath,
} from '../../../src/protocol/wire/paths';

test.each([
	['a//b', 'Folder: "a//b" has an empty part between two slashes'],
	['a/./b', 'Folder: "a/./b" contains "."'],
	['../b', 'Folder: "../b" contains ".."'],
	['a/../.', 'Folder: "a/../." contains ".."'],
])('%j is refused as a path', (text, message) => {
	const refusal = expect.objectContaining({
		message,
		field: 'Folder',
		hint: expect.stringMatching(/^[A-Z].*\.$/) as string,
	});
	expect(() => checkPath('Folder', text)).toThrow(refusal as Error);
});

test.each([
	['A/B', 'A', true],
	['A', 'A', true],
	['AB', 'A', false],
	['A', 'A/B', false],
	['A', '', true],
])('%s is in %j: %s', (path, folder, expected) => expect(isWithinPath(path, folder)).toBe(expected));

test('items write the root as a slash', () => expect(['', 'a/b'].map(entryPath)).toEqual(['/', 'a/b']));

test.each([
	['a.txt', 'a(1).txt', true],
	['a', 'a(2)', true],
	['a(1).txt', 'a(1)(2).txt', true],
	['a(1).txt', 'a(1).txt', false],
	['a.txt', 'a(x).txt', false],
	['a(1).txt', 'a.txt', false],
])('from %j the service may have made %j: %s', (name, made, expected) => expect(isNumbered(name, made)).toBe(expected));

test.each(['a', ' a ', '...', '.a', 'ü 合同.txt', 'a\\b'])('%j is the name of a file', (name) =>
	expect(checkFileName('File Name', name)).toBe(name),
);

test.each([
	[' \u00a0', 'File Name contains only blanks'],
	// What is not visible is as good as a blank.
	['\u200b\u2060', 'File Name contains only blanks'],
	['', 'Fill in File Name first'],
	['a/b', 'File Name: "a/b" contains a "/", which separates folders'],
	['.', 'File Name: "." is not a valid name'],
	['..', 'File Name: ".." is not a valid name'],
])('%j is refused as a name', (name, message) => expect(() => checkFileName('File Name', name)).toThrow(message));

test.each([
	['https://files.example.com/link/3f2b9c/', '3f2b9c'],
	['https://files.example.com/link/3f2b9c?lang=en#page=2', '3f2b9c'],
	['  https://files.example.com/a%20b ', 'a b'],
	['https://files.example.com/100%', '100%'],
	['https://files.example.com/go?to=https://other.example.com/x', 'go'],
	['https://files.example.com/a\nb/3f2b9c?x\ny', '3f2b9c'],
	['3f2b9c', '3f2b9c'],
	['50%25+é?&#', '50%25+é?&#'],
	['https://files.example.com/?code=1', ''],
])('%s', (link, code) => expect(linkCode(link)).toBe(code));

test.each([
	['合同 é 👩‍👩‍👧.pdf', '合同 é 👩‍👩‍👧.pdf'],
	['../../etc/passwd', '.._.._etc_passwd'],
	['  ', 'file'],
	['a\r\nSet-Cookie: x=1', 'a__Set-Cookie_ x=1'],
	['a"; filename="b.exe', 'a_; filename=_b.exe'],
	['a\u2028b\uFEFF.txt', 'a_b_.txt'],
	[' a.txt ', 'a.txt'],
	['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
	['half \uD83D.txt', 'half _.txt'],
	['nul.txt', '_nul.txt'],
	['Com1 .log', '_Com1 .log'],
	['console.log', 'console.log'],
	['report.pdf. . ', 'report.pdf__'],
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
