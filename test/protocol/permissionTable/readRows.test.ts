import { readRow, type WantedRow } from '#permissionTable/plan';
import { codesIn } from '../../../src/protocol/catalogue/permissionCodes';

/* Rows as people and spreadsheets write them, by docs/permission-table.md. */

const read = (json: Record<string, unknown>): WantedRow =>
	readRow({ item: 4, where: 'Table, row 5, ', json }) as WantedRow;
const BASE = { fullpath: 'A', member_id: 7, granted: 'ls' };
/** What a row asks for: `+` before a granted permission, `-` before a denied one; or its role. */
const wishOf = ({ wish }: WantedRow): unknown => {
	if (wish?.kind !== 'codes') return wish;
	return [
		...codesIn(wish.codes.granted).map((code) => `+${code}`),
		...codesIn(wish.codes.denied).map((code) => `-${code}`),
	].join(' ');
};

test.each<[string, Record<string, unknown>, string]>([
	['codes with commas', { granted: 'ls,pv' }, '+ls +pv'],
	['codes with semicolons, bars, lines and blanks', { granted: 'ls; pv|dl\ncd  w' }, '+ls +cd +pv +dl +w'],
	['JSON text of a list', { granted: ' ["ls","pv"]' }, '+ls +pv'],
	['titles of the form', { granted: ['Download or Open File'] }, '+dl'],
	['only denied', { granted: undefined, denied: 'dl' }, '-dl'],
	['nothing granted', { granted: '' }, ''],
	[
		'columns that a conversion has spread',
		{
			granted: undefined,
			'granted.0': 'ls',
			'granted.1': 'pv',
			'granted.2': '',
			'granted.3': null,
			xgranted: 'dl',
		},
		'+ls +pv',
	],
	[
		'a column for each code',
		{ granted: undefined, ls: 1, pv: '+1', dl: '-1', rm: 0, w: 'yes', cd: 'no', type: 'member' },
		'+ls +pv +w -dl',
	],
	['a list before columns of codes', { granted: 'ls', pv: 1 }, '+ls'],
])('%s', (_, cells, expected) => {
	expect(wishOf(read({ ...BASE, ...cells }))).toBe(expected);
});

test.each<[Record<string, unknown>, object]>([
	[{ member_id: 7 }, { type: 'member', by: 'member_id', value: '7' }],
	[{ member_id: ' 7 ' }, { type: 'member', by: 'member_id', value: '7' }],
	[{ member_id: '7.0' }, { type: 'member', by: 'member_id', value: '7' }],
	[
		{ member_id: '', account: ' Kim@example.com' },
		{ type: 'member', by: 'account', value: 'Kim@example.com' },
	],
	[
		{ member_id: 0, out_id: 'X1' },
		{ type: 'member', by: 'out_id', value: 'X1' },
	],
	[
		{ member_id: 7, account: 'kim' },
		{ type: 'member', by: 'member_id', value: '7' },
	],
	[{ group_id: ' 012 ' }, { type: 'department', by: 'group_id', value: '12' }],
	[{ group_id: '9007199254740993' }, { type: 'department', by: 'group_id', value: '9007199254740993' }],
	[{ group_out_id: 'D1' }, { type: 'department', by: 'group_out_id', value: 'D1' }],
	[
		{ type: 'department', member_id: 7, group_id: 12 },
		{ type: 'department', by: 'group_id', value: '12' },
	],
	[
		{ type: ' Member ', member_id: 7, group_id: 12 },
		{ type: 'member', by: 'member_id', value: '7' },
	],
	[
		{ type: 'group', group_id: 12 },
		{ type: 'department', by: 'group_id', value: '12' },
	],
])('%j is about %j', (cells, subject) => {
	expect(read({ fullpath: 'A', granted: 'ls', ...cells }).subject).toEqual(subject);
});

test.each<[unknown, boolean | undefined]>([
	[true, true],
	[false, false],
	[0, false],
	[' N ', false],
	['', undefined],
	[null, undefined],
])('inherit %j is %s', (inherit, expected) => expect(read({ ...BASE, inherit }).inherit).toBe(expected));

test('where a row is, and what it is called', () => {
	const result = read({ ...BASE, fullpath: '/A/ b/', hash: ' h ', name: ' Kim ' });
	expect(result).toMatchObject({ item: 4, where: 'Table, row 5, ', fullpath: 'A/ b', hash: 'h', name: 'Kim' });
	expect(read({ ...BASE, fullpath: '/' })).toMatchObject({ fullpath: '', hash: undefined, name: undefined });
	expect(read({ ...BASE, fullpath: ' ', hash: 'h' })).toMatchObject({ fullpath: undefined, hash: 'h' });
});

describe('which rows were edited', () => {
	const AS_READ = 'granted ls,dl; denied rm; inherit yes; role 3 Viewer';
	const row = {
		fullpath: 'A',
		member_id: 7,
		granted: 'dl,ls',
		denied: 'rm',
		inherit: 'yes',
		role_id: 3,
		role: 'Viewer',
	};
	test.each<[string, Record<string, unknown>, unknown, boolean, boolean]>([
		['none of it', {}, '+ls +dl -rm', false, false],
		['a permission', { denied: '' }, '+ls +dl', true, false],
		['whether it inherits', { inherit: 'no' }, '+ls +dl -rm', false, true],
		['the ID of the role', { role_id: 4 }, { kind: 'role', id: 4 }, true, false],
		['the name of the role', { role: 'Editor' }, { kind: 'role', name: 'Editor' }, true, false],
		['both of the role', { role_id: 4, role: 'Editor' }, { kind: 'role', id: 4, name: 'Editor' }, true, false],
		['the role was cleared', { role_id: '', role: '' }, '+ls +dl -rm', false, false],
		['only the ID of the role was cleared', { role_id: '' }, '+ls +dl -rm', false, false],
		['only its name was cleared', { role: '' }, '+ls +dl -rm', false, false],
		['the permissions were cleared', { granted: undefined, denied: undefined }, undefined, false, false],
		['a role alone', { granted: undefined, denied: undefined, role_id: 4 }, { kind: 'role', id: 4 }, true, false],
	])('%s', (_, cells, wish, isEdited, inheritIsEdited) => {
		const found = read({ ...row, as_read: AS_READ, ...cells });
		expect({ wish: wishOf(found), isEdited: found.isEdited, inheritIsEdited: found.inherit !== undefined }).toEqual(
			{ wish, isEdited, inheritIsEdited },
		);
	});
	test('a row made by hand is', () => {
		expect(read({ ...BASE, inherit: 'yes' })).toMatchObject({ isEdited: true, inherit: true });
		expect(read({ fullpath: 'A', member_id: 7, inherit: 'yes' })).toMatchObject({
			wish: undefined,
			isEdited: false,
		});
		expect(wishOf(read({ fullpath: 'A', member_id: 7, role: 'Editor' }))).toEqual({ kind: 'role', name: 'Editor' });
		// as Get Table wrote it, without the column as_read: the role only describes
		expect(wishOf(read({ ...BASE, role_id: 3, source: 'direct' }))).toBe('+ls');
	});
});
