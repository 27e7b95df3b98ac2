import {
	checkFileName,
	checkPath,
	isNumbered,
	isWithinPath,
	shownPath,
	toFullpath,
} from '../../../src/protocol/wire/paths';
import { soon } from '../../support/check';

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

test('items write the root as a slash', () => expect(['', 'a/b'].map(shownPath)).toEqual(['/', 'a/b']));

test.each([
	['a.txt', 'a(1).txt', true],
	['a.txt', 'a(12).txt', true],
	['a', 'a(2)', true],
	['a(1).txt', 'a(2).txt', true],
	['a(1).txt', 'a(1)(2).txt', true],
	['a(1)b(2)', 'a(3)b(2)', true],
	['a.txt', 'a.txt', false],
	['a(1).txt', 'a(1).txt', false],
	['a.txt', 'a().txt', false],
	['a.txt', 'a(x).txt', false],
	['a.txt', 'a1.txt', false],
	['a.txt', 'b(1).txt', false],
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

test('65,000 slashes in the middle of a path take no time', () => {
	const path = `a${'/'.repeat(65_000)}b`;
	// A hundred of them once took two seconds.
	soon(() => {
		for (let times = 0; times < 100; times++) expect(toFullpath(`/${path}//`)).toBe(path);
	});
});

test('a name of thousands of numbers is not compared with all that it may have been made of', () => {
	const name = '(1)'.repeat(100_000);
	expect([isNumbered(name, `${name}(2)`), isNumbered('a'.repeat(990), `${'a'.repeat(990)}(2)`)]).toEqual([
		false,
		true,
	]);
});
