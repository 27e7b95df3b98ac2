import { asList, checkList, entriesIn } from '../../../src/protocol/operation/check/list';
import { checkLocator } from '../../../src/protocol/operation/check/locator';
import { list, listed, notEmpty, pickers, ref, required, rows, text } from '../../../src/protocol/operation/fields';
import { help } from './oneField';

/* Lists and locators: what a person or an expression enters, and what is sent. */

test.each<[unknown, unknown]>([
	[
		['a', undefined],
		['a', undefined],
	],
	[
		[, 'a'],
		[undefined, 'a'],
	],
	['["a",1]', ['a', 1]],
	[' ["a"]', ['a']],
	['[a', ['[a']],
	['{"a":1}', ['{"a":1}']],
	['', []],
	[0, [0]],
	[null, [null]],
])('%j as a list is %j', (value, expected) => expect(asList(value)).toEqual(expected));

test.each<['text' | 'int' | 'path' | 'extension', unknown, unknown]>([
	['int', '1,2', ['1', '2']],
	['extension', 'pdf,doc', ['pdf', 'doc']],
	['text', 'a,b', ['a,b']],
	['path', 'a,b', ['a,b']],
	['int', '12', ['12']],
	['int', 12, [12]],
	['text', ['a', 'b'], ['a', 'b']],
	['text', '["a"]', ['a']],
	['path', '["a"]', ['a']],
	['path', '[2026]', ['[2026]']],
	['text', '[2026]', [2026]],
])('a row of %s with %j stands for %j', (of, row, expected) => expect(entriesIn(row, of)).toEqual(expected));

type Rules = Parameters<typeof checkList>[1];
const rules = (more: Partial<Rules> = {}): Rules => ({ of: 'text', form: ',', required: false, ...more }) as Rules;

test.each<[string, Partial<Rules>, unknown, string[]]>([
	['texts', {}, ['a', 'b'], ['a', 'b']],
	['numbers', { of: 'int' }, ['1, 2', 3], ['1', '2', '3']],
	['long numbers', { of: 'int' }, ['18446744073709551616, 2'], ['18446744073709551616', '2']],
	['paths', { of: 'path', form: '|' }, ['/a/', 'b c'], ['a', 'b c']],
	['one path', { of: 'path', form: '|' }, '/a/', ['a']],
	['extensions', { of: 'extension' }, ['.TXT', '*.pdf', ' doc '], ['txt', 'pdf', 'doc']],
	['what separates other lists', { form: 'json' }, ['a,b'], ['a,b']],
	['nothing', {}, '', []],
	['nothing where a path may be', { of: 'path', form: '|' }, '', []],
	[
		'as many as there may be',
		{},
		Array.from({ length: 10_000 }, () => 'a'),
		Array.from({ length: 10_000 }, () => 'a'),
	],
])('a list of %s', (_, more, value, expected) => expect(checkList('Names', rules(more), value)).toEqual(expected));

test.each<[string, Partial<Rules>, unknown, RegExp]>([
	['nothing, where it is required', { required: true }, [], /^Fill in Names first/],
	['no value', {}, ['a', undefined], /^Names, row 2: the expression gave nothing/],
	['null', {}, [null], /^Names, row 1: the expression gave nothing/],
	['an empty value', {}, ['a', ' '], /contain an empty value in row 2/],
	['an empty value in a list of a row', {}, ['a', ['']], /contain an empty value in row 2/],
	['the root, where it is none', { of: 'path', form: '|' }, ['/'], /contain an empty value/],
	['only a dot', { of: 'extension' }, ['.'], /contain an empty value/],
	['a value with the separator', {}, ['a,b'], /"a,b" contains ",", which separates the values/],
	['a path that is none', { of: 'path', form: '|' }, ['a//b'], /empty part/],
	['a word for a number', { of: 'int' }, ['1,x'], /whole number/],
	['too many', {}, Array.from({ length: 10_001 }, () => 'a'), /have more than 10000 entries/],
])('refused in a list: %s', (_, more, value, message) =>
	expect(() => checkList('Names', rules(more), value)).toThrow(message),
);

const MODES = {
	path: { label: 'P', wire: 'fullpath', of: 'path' },
	root: { label: 'R', wire: 'fullpath', of: 'path', root: true },
	written: { label: 'W', wire: 'fullpath', of: 'path', root: 'written', rootName: 'Top Level' },
	paths: { label: 'S', wire: 'fullpaths', of: 'paths', bars: true },
	listed: { label: 'M', wire: 'several', of: 'paths' },
	id: { label: 'I', wire: 'hash' },
	number: { label: 'N', wire: 'op_id', of: 'int' },
	link: { label: 'L', wire: 'code', of: 'link' },
} as const;
const LOCATOR = ref({ claims: 'scope', help, modes: MODES });
const NEEDED = required(LOCATOR);

test.each<[string, unknown, string]>([
	['path', '/a/b/', 'a/b'],
	['root', '/', ''],
	['root', '', ''],
	['written', '/', ''],
	['written', 'a', 'a'],
	['paths', '/a|b/', 'a|b'],
	['paths', ['a', '/b'], 'a|b'],
	['paths', '["a","b"]', 'a|b'],
	['listed', '/a b/', 'a b'],
	['listed', ['a', '/b'], 'a|b'],
	['id', 'h1', 'h1'],
	['number', ' 12 ', '12'],
	['number', 12, '12'],
	['number', '9007199254740993', '9007199254740993'],
	['link', 'https://files.example.com/link/3f2b', '3f2b'],
])('by %s, %j names %j', (by, value, expected) =>
	expect(checkLocator('File', NEEDED, { by, value })).toEqual({ by, value: expected }),
);

test.each<[string, unknown]>([
	['path', ''],
	['path', '/'],
	['id', ''],
	['id', null],
	['number', ' '],
	['link', ' '],
	['root', undefined],
	['written', ''],
])('by %s, %j names nothing, which may be so', (by, value) => {
	// A folder that may be the root says so with "/": nothing at all is a mistake.
	if (by === 'root') expect(() => checkLocator('File', LOCATOR, { by, value })).toThrow('Fill in File first');
	else expect(checkLocator('File', LOCATOR, { by, value })).toBeUndefined();
});

test.each<[string, unknown, RegExp, RegExp | undefined]>([
	['path', '', /^Fill in File first$/, undefined],
	['path', '/', /^File: the library root can't be used here$/, /^Choose a file or folder in it\.$/],
	['written', '', /^Fill in File first$/, /^Use "\/" for the top level\.$/],
	['root', null, /^Fill in File first$/, /^Use "\/" for the library root\.$/],
	['paths', '', /^Choose a File first/, undefined],
	['paths', ['a', ''], /empty value in row 2/, undefined],
	['listed', 'a|b', /"a\|b" contains "\|", which separates paths here/, /in the service itself/],
	['id', ',', /"," names nothing/, undefined],
	['link', 'https://files.example.com/', /contains no code/, undefined],
	['number', 'x', /(whole number|is not an ID)/, undefined],
	['number', 2 ** 53, /too large to be exact/, /pass it as text/],
	['other', 'a', /can't be selected by "other"/, undefined],
	['toString', 'a', /can't be selected by "toString"/, undefined],
])('by %s, %j is refused', (by, value, message, hint) => {
	let refusal: unknown;
	try {
		checkLocator('File', NEEDED, { by, value });
	} catch (error) {
		refusal = error;
	}
	expect(refusal).toMatchObject({ message: expect.stringMatching(message) as string });
	if (hint) expect(refusal).toMatchObject({ hint: expect.stringMatching(hint) as string });
});

test('an update that names nothing is refused', () => {
	expect(() => checkLocator('File', notEmpty(LOCATOR), { by: 'id', value: '' })).toThrow("File can't be empty");
	expect(() => checkLocator('File', LOCATOR, { by: 7, value: 'a' })).toThrow("can't be selected by 7");
});

test('what is sent as a list', () => {
	const names = list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' });
	expect(listed(names)).toBe(names);
	expect(listed(text({ help }))).toBeUndefined();
	const picked = (mode: 'path' | 'int' | 'text') => {
		const modes = { name: { label: 'T', wire: 'names' }, id: { label: 'I', wire: 'member_id', of: mode } };
		const member = required(ref({ claims: 'scope', help, modes }));
		return listed(pickers({ help, form: ',', button: 'b', cells: { member } }));
	};
	expect(picked('int')).toEqual({ claims: 'scope', form: ',', of: 'int', each: 'names' });
	expect(picked('path')).toMatchObject({ of: 'path' });
	expect(picked('text')).toMatchObject({ of: 'text' });
	expect(listed(rows({ help, button: 'b', cells: { name: text({ help }) } }))).toBeUndefined();
});
