import { checkLocator, chooseFirst } from '../../../src/protocol/operation/check/locator';
import { ref, type RefMode, required } from '../../../src/protocol/operation/fields';
import { outcomeOf } from '../../support/check';
import { help } from './oneField';

const refused = (work: () => unknown): ReadonlyArray<string | undefined> => {
	const { error } = outcomeOf(work);
	return error ? [error.message, error.hint] : [];
};

const MODES = {
	path: { label: 'P', wire: 'fullpath', of: 'path' },
	root: { label: 'R', wire: 'fullpath', of: 'path', root: true },
	written: { label: 'W', wire: 'fullpath', of: 'path', root: 'written', rootName: 'Top Level' },
	paths: { label: 'S', wire: 'fullpaths', of: 'paths', bars: true },
	either: { label: 'E', wire: 'several', of: 'path' },
	listed: { label: 'M', wire: 'several', of: 'paths' },
	id: { label: 'I', wire: 'hash' },
	number: { label: 'N', wire: 'op_id', of: 'int' },
	link: { label: 'L', wire: 'code', of: 'link' },
} as const;
const LOCATOR = ref(help, { claims: 'scope', modes: MODES });
const NEEDED = required(LOCATOR);

test.each<[string, unknown, string]>([
	['path', '/a/b/', 'a/b'],
	['root', '', ''],
	['written', '/', ''],
	['paths', '/a|b/', 'a|b'],
	['paths', '["a","b"]', 'a|b'],
	['listed', '/a b/', 'a b'],
	['listed', ['a', '/b'], 'a|b'],
	['number', ' 12 ', '12'],
	['number', '9007199254740993', '9007199254740993'],
	['link', 'https://files.example.com/link/3f2b', '3f2b'],
])('by %s, %j names %j', (by, value, expected) =>
	expect(checkLocator('File', NEEDED, { by, value })).toEqual({ by, value: expected }),
);

test.each<[string, unknown]>([
	['path', ''],
	['id', null],
	['number', ' '],
	['written', ''],
])('by %s, %j names nothing, which may be so', (by, value) =>
	expect(checkLocator('File', LOCATOR, { by, value })).toBeUndefined(),
);

test.each<[unknown, unknown, string | RegExp, (string | RegExp)?]>([
	['path', '', 'Fill in File first'],
	['path', '/', "File: the library root can't be used here", 'Choose a file or folder in it.'],
	['written', '', 'Fill in File first', 'Use "/" for the top level.'],
	['root', null, 'Fill in File first', 'Use "/" for the library root.'],
	['paths', ['', ''], 'Choose File first'],
	['either', 'a|b', /"a\|b" contains "\|", which separates paths here/],
	['paths', ['a', ''], /empty value, but row 2 is empty/],
	['listed', 'a|b', /"a\|b" contains "\|", which separates paths here/, /in the service itself/],
	['id', ' ,;| ', /names nothing/],
	['link', 'https://files.example.com/', /contains no code/],
	['number', 'x', 'File: "x" is not an ID', 'An ID has digits only, e.g. 12.'],
	['number', 2 ** 53, /too large to be exact/, /pass it as text/],
	['toString', 'a', /can't be selected by "toString"/],
	[7, 'a', /can't be selected by 7/],
])('by %s, %j is refused', (...[by, value, message, hint]) => {
	const [said, advice] = refused(() => checkLocator('File', NEEDED, { by, value }));
	expect(said).toMatch(message);
	if (hint) expect(advice).toMatch(hint);
});

/* A member can be named in other ways than by an ID. */

const MEMBER: Record<string, RefMode> = {
	id: { label: 'By Member ID', wire: 'member_id', of: 'int' },
	email: { label: 'By Email', wire: 'email', placeholder: 'e.g. ada@example.org' },
	list: { label: 'From List', wire: 'member_id', of: 'int', search: 'members' },
};
const member = (by: string, value: string, more: object = {}): unknown =>
	checkLocator('Item', ref(help, { claims: 'scope', modes: MEMBER, ...more }), { by, value });

test.each([
	['ada@example.org', 'Choose By Email to enter one.'],
	['12a', 'Choose From List to look for a name.'],
])('%s is no ID', (value, advice) =>
	expect(refused(() => member('id', value))).toEqual([
		`Item: "${value}" is not an ID`,
		`An ID has digits only, e.g. 12. ${advice}`,
	]),
);

test('an empty value is left out, or must be chosen, by what its field says of it', () => {
	const of = (more: object): unknown => refused(() => member('email', '', more))[0];
	expect([of({}), of({ required: true })]).toEqual([undefined, 'Choose Item first']);
	expect(of({ empty: 'refused', sentWhenEmpty: '0' })).toBe('Choose Item first');
	expect(of({ empty: 'refused' })).toBe("Item can't be empty");
});

test.each<[string, 'ref' | 'text', string]>([
	['Options', 'ref', 'Choose Options first'],
	['Sources, row 12, Entry', 'ref', 'Choose Entry in row 12 of Sources'],
	['Name', 'text', 'Fill in Name first'],
])('an empty %s', (label, kind, message) => expect(chooseFirst(label, { kind }).message).toBe(message));
