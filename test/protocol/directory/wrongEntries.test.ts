import { entryFields } from '../../../src/protocol/directory/entryFields';
import { readWanted } from '../../../src/protocol/directory/readWanted';
import { company, department, member, planFor, type Json } from './entries';

/* Entries that are refused, with the item and the field; and fields under other names. */

const ok = department('d-1', { name: 'One' });
type Row = [what: string, entries: Json[], message: RegExp, item: number];

function expectRefusal(entries: readonly Json[], message: RegExp, item: number): void {
	const plan = () => planFor(company(), entries);
	expect(plan).toThrow(message);
	expect(plan).toThrow(expect.objectContaining({ kind: 'input', item }));
}

describe('one entry', () => {
	test.each<Row>([
		['an unknown type', [ok, { ...ok, type: 'robot' }], /Type: "robot" is neither member nor department/, 1],
		['no type', [{ outId: 'x', name: 'X' }], /Type: is required/, 0],
		['an item of both types', [{ out_id: 'x', member_id: 1, group_id: 2 }], /Type: is required/, 0],
		['an item of the service without external ID', [{ member_id: 1, out_id: '' }], /External ID: is required/, 0],
		['no external ID', [{ type: 'member', name: 'N' }], /External ID: is required/, 0],
		['an empty external ID', [member(' ')], /External ID: is required/, 0],
		['an external ID with a comma', [member('a,b')], /External ID: "a,b" contains ","/, 0],
		['an empty name', [ok, member('m', { name: '  ' })], /Name: is required/, 1],
		['a department name with a slash', [department('d', { name: 'a/b' })], /Name: "a\/b" contains "\/"/, 0],
		['an object as name', [member('m', { name: {} })], /Name: must be text, but is an object/, 0],
	])('%s', (_what, entries, message, item) => expectRefusal(entries, message, item));
});

describe('two entries', () => {
	test.each<Row>([
		['the same department twice', [ok, ok, member('m')], /External ID: "d-1" is used twice, first by item 0/, 1],
		[
			'the same member twice',
			[member('m'), ok, member('m', { account: 'other' })],
			/External ID: "m" is used twice, first by item 0/,
			2,
		],
		[
			'the same account twice',
			[member('m', { account: 'a' }), member('n', { account: 'a' })],
			/Account: "a" is used twice/,
			1,
		],
	])('%s', (_what, entries, message, item) => expectRefusal(entries, message, item));
});

describe('accounts', () => {
	const ofRoot = /Account: "root" is the account of "Root"/;
	test.each<Row>([
		['a new member without account', [ok, member('m', { account: '' })], /Account: is required/, 1],
		['the account of a member without external ID', [ok, member('m', { account: 'root' })], ofRoot, 1],
		['an account changed to such a one', [member('m-1', { account: 'root' })], ofRoot, 0],
	])('%s', (_what, entries, message, item) => expectRefusal(entries, message, item));
});

describe('departments', () => {
	const loop = [department('a', { parentOutId: 'b' }), department('b', { parentOutId: 'a' })];
	test.each<Row>([
		[
			'an unknown parent',
			[ok, department('d', { parentOutId: 'nowhere' })],
			/Parent: there is no department "nowhere"/,
			1,
		],
		[
			'an unknown department of a member',
			[member('m', { departmentOutIds: 'd-1,nowhere' })],
			/Departments: there is no department "nowhere"/,
			0,
		],
		['a loop of new departments', [ok, ...loop], /Parent: "Department a" would be placed below itself/, 1],
		[
			'a loop through a department that stays',
			[{ ...ok, parentOutId: 'd-3' }],
			/Parent: "One" would be placed below itself/,
			0,
		],
		['its own parent', [department('a', { parentOutId: 'a' })], /below itself/, 0],
	])('%s', (_what, entries, message, item) => expectRefusal(entries, message, item));
});

describe('fields of other names', () => {
	test('are found, also inside objects and lists', () => {
		const names = entryFields({ type: 'kind', outId: 'ids.0.hr', name: 'display.name' });
		const json = { kind: 'department', ids: [{ hr: 'd' }], 'display.name': 'D' };
		expect(readWanted([{ item: 0, where: '', json }], names).departments).toMatchObject([
			{ outId: 'd', name: 'D' },
		]);
	});

	test('are those entered in the form; an empty one keeps the usual name', () => {
		expect(entryFields({ outId: ' hr.id ', name: '  ', email: undefined, expires: 'until' })).toEqual({
			type: ['type'],
			outId: ['hr.id'],
			name: ['name', 'member_name', 'group_name'],
			account: ['account'],
			email: ['email', 'member_email'],
			phone: ['phone', 'member_phone'],
			title: ['title', 'member_title'],
			enabled: ['enabled', 'state'],
			expires: ['until'],
			leader: ['leader'],
			leaderOutId: ['leaderOutId', 'leader_out_id'],
			leaderAccount: ['leaderAccount', 'leader_account'],
			parentOutId: ['parentOutId', 'parent_out_id'],
			departmentOutIds: ['departmentOutIds', 'group_out_ids'],
			order: ['order', 'orderby'],
		});
	});
});
