import { asList, checkList, entriesIn } from '../../../src/protocol/operation/check/list';
import { type Field, list, pickers, ref, required, rows, text } from '../../../src/protocol/operation/fields';
import { parametersOf } from '../../../src/protocol/operation/parameters';
import { help } from './oneField';

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
	['[a', ['[a']],
	['', []],
	[0, [0]],
	[null, [null]],
])('%j as a list is %j', (value, expected) => expect(asList(value)).toEqual(expected));

test.each<['text' | 'int' | 'path' | 'extension', unknown, unknown]>([
	['int', '1,2', ['1', '2']],
	['extension', 'pdf,doc', ['pdf', 'doc']],
	['path', 'a,b', ['a,b']],
	['int', 12, [12]],
	['text', '["a"]', ['a']],
	['path', '[2026]', ['[2026]']],
	['text', '[2026]', [2026]],
])('a row of %s with %j stands for %j', (of, row, expected) => expect(entriesIn(row, of)).toEqual(expected));

type Rules = Parameters<typeof checkList>[1];
const rules = (more: Partial<Rules> = {}): Rules => ({ of: 'text', form: ',', required: false, ...more }) as Rules;

test.each<[string, Partial<Rules>, unknown, string[]]>([
	['texts', {}, ['a', 'b'], ['a', 'b']],
	['numbers', { of: 'int' }, ['1, 2', 3], ['1', '2', '3']],
	['paths', { of: 'path', form: '|' }, ['/a/', 'b c'], ['a', 'b c']],
	['one path', { of: 'path', form: '|' }, '/a/', ['a']],
	['one path that looks like a list', { of: 'path', form: '|' }, '[2026]', ['[2026]']],
	['extensions', { of: 'extension' }, ['.TXT', '*.pdf', ' doc '], ['txt', 'pdf', 'doc']],
	['what separates other lists', { form: 'json' }, ['a,b'], ['a,b']],
	['nothing', {}, '', []],
	['as many as may be', {}, Array.from({ length: 10_000 }, () => 'a'), Array.from({ length: 10_000 }, () => 'a')],
])('a list of %s', (_, more, value, expected) => expect(checkList('Names', rules(more), value)).toEqual(expected));

test.each<[string, Partial<Rules>, unknown, RegExp]>([
	['nothing, where it is required', { required: true }, [], /^Fill in Names first/],
	['no value', {}, ['a', undefined], /^Names, row 2: the expression gave nothing/],
	['an empty value', {}, ['a', ' '], /can't contain an empty value, but row 2 is empty/],
	['the root, where it is none', { of: 'path', form: '|' }, ['/'], /can't contain an empty value/],
	['only a dot', { of: 'extension' }, ['.'], /can't contain an empty value/],
	['a value with the separator', {}, ['a,b'], /"a,b" contains ",", which separates the values/],
	['a path that is none', { of: 'path', form: '|' }, ['a//b'], /empty part/],
	['too many', {}, Array.from({ length: 10_001 }, () => 'a'), /can't have more than 10000 entries/],
])('refused in a list: %s', (_, more, value, message) =>
	expect(() => checkList('Names', rules(more), value)).toThrow(message),
);

test('what is sent as a list', () => {
	const names = list(help, { claims: 'scope', form: ',', of: 'text', button: 'b' });
	const sent = (field: Field) =>
		parametersOf({ field }).map(({ claims, form, of, each }) => ({ claims, form, of, each }));
	expect(sent(names)).toEqual([{ claims: 'scope', form: ',', of: 'text' }]);
	expect(sent(text(help))).toMatchObject([{ form: undefined }]);
	const picked = (mode: 'path' | 'int' | 'text') => {
		const modes = { name: { label: 'T', wire: 'names' }, id: { label: 'I', wire: 'member_id', of: mode } };
		const member = required(ref(help, { claims: 'scope', modes }));
		return sent(pickers(help, { form: ',', button: 'b', cells: { member } }));
	};
	expect(picked('int')).toEqual([{ claims: 'scope', form: ',', of: 'int', each: 'names' }]);
	expect(picked('path')).toMatchObject([{ of: 'path' }]);
	expect(picked('text')).toMatchObject([{ of: 'text' }]);
	expect(sent(rows(help, { button: 'b', cells: { name: text(help) } }))).toMatchObject([{ form: undefined }]);
});
