import { getAllPermissions } from '../../../src/protocol/catalogue/libraryPermission';
import { subjectsOf } from '../../../src/protocol/catalogue/permissionFields';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { date, type Field, list, pickers, ref, required, rows, text } from '../../../src/protocol/operation/fields';
import { subjectOfRead, subjectOfWrite } from '../../../src/protocol/operation/subject';
import { help, one } from './oneField';

const mode = (wire: string, of?: 'text' | 'int' | 'path' | 'paths') => ({ label: 'M', wire, ...(of ? { of } : {}) });
const FILE = ref(help, { claims: 'path', modes: { path: mode('fullpath', 'path'), id: mode('hash') } });
const NUMBERED = ref(help, { claims: 'id', modes: { byId: mode('member_id', 'int'), account: mode('account') } });
const op = (input: Record<string, Field>, more: Partial<AnyOperation> = {}): AnyOperation => ({
	...one(text(help)),
	input,
	...more,
});
const changed = (field: Field, sent: Record<string, string>) => subjectOfWrite(op({ myField: field }), sent);

test.each<[string, Field, Record<string, string>, object]>([
	['by path', FILE, { fullpath: 'a/b', other: 'x' }, { fullpath: 'a/b' }],
	['that is the root', FILE, { fullpath: '' }, { fullpath: '/' }],
	['by a number', NUMBERED, { member_id: '12' }, { member_id: 12 }],
	['by text of digits', NUMBERED, { account: '12' }, { account: '12' }],
	['that was left empty', FILE, {}, {}],
	[
		'of several paths',
		ref(help, { claims: 'source', modes: { list: mode('fullpaths', 'paths') } }),
		{ fullpaths: 'a|b' },
		{ fullpaths: ['a', 'b'] },
	],
	[
		'whose modes are one parameter',
		ref(help, { claims: 'parent', modes: { pick: mode('org_id'), enter: mode('org_id', 'int') } }),
		{ org_id: '7' },
		{ org_id: 7 },
	],
])('a locator %s', (_, field, sent, expected) => expect(changed(field, sent)).toEqual(expected));

describe('a list', () => {
	const ids = list(help, { claims: 'id', form: ',', of: 'int', button: 'b', wire: 'member_ids' });
	test.each<[string, Field, Record<string, string>, object]>([
		['of one thing', ids, { member_ids: '7' }, { member_ids: [7] }],
		['of several things', ids, { member_ids: '7,8' }, { member_ids: [7, 8] }],
		['of what should be numbers', ids, { member_ids: 'x,8' }, { member_ids: ['x', 8] }],
		['that was left empty', ids, {}, {}],
		[
			'of texts',
			list(help, { claims: 'path', form: '|', of: 'path', button: 'b' }),
			{ my_field: '1|b' },
			{ my_field: ['1', 'b'] },
		],
		[
			'as JSON',
			list(help, { claims: 'path', form: 'json', of: 'text', button: 'b' }),
			{ my_field: '["a,b"]' },
			{ my_field: ['a,b'] },
		],
		[
			'of pickers, one thing under its own name',
			pickers(help, { button: 'b', form: ',', wire: 'members', cells: { member: required(NUMBERED) } }),
			{ members: '7' },
			{ member_id: 7 },
		],
	])('%s', (_, field, sent, expected) => expect(changed(field, sent)).toEqual(expected));
});

describe('a text', () => {
	test.each<[string, Field, object]>([
		['that says where something is', text(help, { claims: 'scope' }), { my_field: 'x' }],
		['that claims nothing', text(help), {}],
		['that is what something will be called', text(help, { claims: 'name' }), {}],
		['that is secret', text(help, { claims: 'id', password: true }), {}],
		['that is composed', { ...text(help, { claims: 'id' }), composed: true }, {}],
		['that is none', date(help, { unit: 'day' }), {}],
		['in rows', rows(help, { button: 'b', cells: { name: text(help, { claims: 'id' }) } }), {}],
	])('%s', (_, field, expected) => expect(changed(field, { my_field: 'x' })).toEqual(expected));
	test('that was left out', () => expect(changed(text(help, { claims: 'id' }), {})).toEqual({}));
});

describe('an operation that only reads', () => {
	const paging = { kind: 'offset', pageSize: 10, keyFields: ['id'] } as const;
	const input = {
		file: FILE,
		orgId: text(help, { claims: 'scope' }),
		outId: text(help, { claims: 'scope' }),
		groupPath: text(help, { claims: 'scope' }),
		names: list(help, { claims: 'id', form: ',', of: 'text', button: 'b' }),
	};
	const sent = { fullpath: 'a', org_id: '7', out_id: 'x', group_path: 'A/B', names: 'n' };
	test('was asked about what it names, and worked on nothing', () => {
		const reads = op(input, { reads: true });
		expect(subjectOfRead(reads, sent)).toEqual({ fullpath: 'a', org_id: '7', out_id: 'x', group_path: 'A/B' });
		expect(subjectOfWrite(reads, sent)).toEqual({});
		expect(subjectOfRead(op(input), sent)).toEqual({});
	});
	test('and lists was asked about what the entries are in', () => {
		const lists = op(input, { reads: true, paging, credential: 'enterprise' });
		expect(subjectOfRead(lists, sent)).toEqual({ org_id: '7', group_path: 'A/B' });
		const found = subjectOfRead({ ...lists, credential: 'partner' }, sent);
		expect(found).toEqual({ org_id: '7', group_path: 'A/B', out_id: 'x' });
		const more = op({ mountId: input.orgId, groupId: input.orgId }, { reads: true, paging });
		expect(subjectOfRead(more, { mount_id: '1', group_id: '2' })).toEqual({ mount_id: '1', group_id: '2' });
	});
});

test('whose permissions are set has the ID that was entered, also where no number repeats it exactly', () => {
	const members = ['7', '9007199254740993', '7'].map((value) => ({ type: 'member', member: { by: 'id', value } }));
	expect(subjectsOf(members)).toEqual({ member_ids: [7, '9007199254740993'] });
	const groups = { '3': ['file_read'], '9007199254740993': [] };
	const items = getAllPermissions.wrap?.({ members: {}, groups }, {}, {} as never);
	expect(items).toMatchObject([{ group_id: 3 }, { group_id: '9007199254740993' }]);
});
