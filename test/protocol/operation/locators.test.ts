import { checkLocator, chooseFirst } from '../../../src/protocol/operation/check/locator';
import { ref, type RefMode } from '../../../src/protocol/operation/fields';
import { help } from './oneField';

/* What a locator takes in each of its modes, and what it says about the rest. */

const MEMBER: Record<string, RefMode> = {
	id: { label: 'By Member ID', wire: 'member_id', of: 'int' },
	email: { label: 'By Email', wire: 'email', placeholder: 'e.g. ada@example.org' },
	list: { label: 'From List', wire: 'member_id', of: 'int', search: 'members' },
};
const PATHS: Record<string, RefMode> = {
	path: { label: 'Path', wire: 'fullpaths', of: 'path' },
	paths: { label: 'Paths', wire: 'fullpaths', of: 'paths' },
	bars: { label: 'Paths With Bars', wire: 'fullpaths', of: 'paths', bars: true },
	source: { label: 'Source', wire: 'source', of: 'path' },
};
const located = (modes: Record<string, RefMode>, by: unknown, value: unknown, more: object = {}): unknown =>
	checkLocator('Item', ref({ claims: 'scope', help, modes, ...more }), { by, value })?.value;
const refused = (work: () => unknown): ReadonlyArray<string | undefined> => {
	try {
		work();
	} catch (error) {
		return [(error as Error).message, (error as { hint?: string }).hint];
	}
	return [];
};

test.each<[string, Record<string, RefMode>, string]>([
	['ada@example.org', MEMBER, 'An ID has digits only, e.g. 12. Choose By Email to enter one.'],
	['Ada', MEMBER, 'An ID has digits only, e.g. 12. Choose From List to look for a name.'],
	['12a', MEMBER, 'An ID has digits only, e.g. 12. Choose From List to look for a name.'],
	['a12', { id: MEMBER.id! }, 'An ID has digits only, e.g. 12.'],
	['ada@example.org', { id: MEMBER.id! }, 'An ID has digits only, e.g. 12.'],
])('%s is no ID', (value, modes, hint) =>
	expect(refused(() => located(modes, 'id', value))).toEqual([expect.stringContaining('is not an ID'), hint]),
);

test('an ID is digits, also with blanks around it', () => {
	expect([located(MEMBER, 'id', ' 12 '), located(MEMBER, 'id', 12), located(MEMBER, 'id', ' ')]).toEqual([
		'12',
		'12',
		undefined,
	]);
});

test.each<[by: string, value: unknown, sent: string]>([
	['path', 'A/b', 'A/b'],
	['source', 'A|b', 'A|b'],
	['paths', ['A', 'b c'], 'A|b c'],
	['paths', ' ["A","b"]', 'A|b'],
	['bars', 'A|b', 'A|b'],
])('%s takes %j', (by, value, sent) => expect(located(PATHS, by, value)).toBe(sent));

test.each(['path', 'paths'])('%s refuses a path with a bar, which would be two', (by) =>
	expect(refused(() => located(PATHS, by, 'A|b'))[0]).toMatch(/"A\|b" contains "\|", which separates paths here/),
);

test.each([{ value: '' }, { value: [] }, { value: ['', ''] }])('nothing in $value is chosen', ({ value }) => {
	expect(refused(() => located(PATHS, 'paths', value, { required: true }))).toEqual([
		'Choose an Item first',
		undefined,
	]);
	expect(located(PATHS, 'paths', value)).toBe('');
});

test.each<[unknown, unknown, RegExp]>([
	['toString', 'a', /can't be selected by "toString"/],
	[5, 'a', /can't be selected by 5/],
	['email', ' ,;| ', /names nothing/],
])('by %j, %j is refused', (by, value, message) =>
	expect(refused(() => located(MEMBER, by, value))[0]).toMatch(message),
);

test('an empty value is left out, or must be chosen, by what its field says of it', () => {
	const of = (more: object, modes = MEMBER): unknown => refused(() => located(modes, 'email', '', more))[0];
	expect([
		located(MEMBER, 'email', ''),
		of({ required: true }),
		of({ empty: 'refused', sentWhenEmpty: '0' }),
	]).toEqual([undefined, 'Choose an Item first', 'Choose an Item first']);
	expect(of({ required: true }, { email: MEMBER.email! })).toBe('Fill in Item first');
	expect(of({ empty: 'refused' })).toMatch(/^Item/);
});

test.each<[string, 'ref' | 'text', string]>([
	['File', 'ref', 'Choose a File first'],
	['Options', 'ref', 'Choose Options first'],
	['Sources, row 12: Entry', 'ref', 'Choose an Entry in row 12 of Sources first'],
	['Name', 'text', 'Fill in Name first'],
])('an empty %s', (label, kind, message) => expect(chooseFirst(label, { kind }).message).toBe(message));
