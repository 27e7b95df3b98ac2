import { listManagementLog } from '../../../src/protocol/catalogue/enterpriseLog';
import * as member from '../../../src/protocol/catalogue/enterpriseMember';
import * as sync from '../../../src/protocol/catalogue/enterpriseSync';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';

/*
 * What forms of members, departments and the external directory send and refuse; expected values are those of the
 * interface document.
 */

const members = (...ids: string[]) => ids.map((value) => ({ member: { by: 'outId', value } }));
const departments = (...ids: string[]) => ids.map((value) => ({ department: { by: 'outId', value } }));
const PERSON = { outId: 'e1', name: 'N', account: 'a' };
const SYNC = { out_id: 'e1', member_name: 'N', account: 'a' };

type Row = [what: string, op: AnyOperation, entered: Record<string, unknown>, sent: Record<string, string>];
const rows: Row[] = [
	['directory member: nothing else is touched', sync.upsertMember, PERSON, SYNC],
	[
		'departments listed',
		sync.upsertMember,
		{ ...PERSON, departments: departments('d1', 'd2') },
		{ ...SYNC, group_out_ids: 'd1,d2' },
	],
	[
		'the top level is the empty text',
		sync.upsertMember,
		{ ...PERSON, topLevel: true, departments: departments('d1') },
		{ ...SYNC, group_out_ids: '' },
	],
	[
		'a supervisor by account',
		sync.upsertMember,
		{ ...PERSON, supervisor: { by: 'account', value: 'b' } },
		{ ...SYNC, leader_account: 'b' },
	],
	[
		'a supervisor by external ID',
		sync.upsertMember,
		{ ...PERSON, supervisor: { by: 'outId', value: 'e2' } },
		{ ...SYNC, leader_out_id: 'e2' },
	],
	['the supervisor removed', sync.upsertMember, { ...PERSON, noSupervisor: true }, { ...SYNC, leader_account: '' }],
	[
		'expiry is midnight UTC of the day',
		sync.upsertMember,
		{ ...PERSON, expiryDate: new Date('2026-03-04T17:30:00Z') },
		{ ...SYNC, expire: String(Date.UTC(2026, 2, 4) / 1000) },
	],
	['expiry removed by 0', sync.upsertMember, { ...PERSON, neverExpires: true }, { ...SYNC, expire: '0' }],
	['disabled', sync.upsertMember, { ...PERSON, state: '0' }, { ...SYNC, state: '0' }],
	[
		'a directory department stays where it is',
		sync.upsertDepartment,
		{ outId: 'd1', name: 'D' },
		{ out_id: 'd1', name: 'D' },
	],
	[
		'a directory department moves to the top',
		sync.upsertDepartment,
		{ outId: 'd1', name: 'D', topLevel: true },
		{ out_id: 'd1', name: 'D', parent_out_id: '' },
	],
	[
		'a directory department moves',
		sync.upsertDepartment,
		{ outId: 'd1', name: 'D', parent: { by: 'outId', value: 'd0' }, order: 0 },
		{ out_id: 'd1', name: 'D', parent_out_id: 'd0', orderby: '0' },
	],
	[
		'members of the top level: no department',
		sync.addDepartmentMembers,
		{ members: members('e1', 'e2'), target: 'topLevel' },
		{ members: 'e1,e2' },
	],
	[
		'an administrator is no super administrator unless asked',
		sync.addAdministrator,
		{ member: { by: 'outId', value: 'e1' }, type: '0' },
		{ out_id: 'e1', type: '0' },
	],
	[
		'a department stays where it is',
		member.updateDepartment,
		{ department: { by: 'path', value: '/Sales/Europe/' }, name: 'EU' },
		{ group_path: 'Sales/Europe', group_name: 'EU' },
	],
	[
		'a department moves to the top level',
		member.updateDepartment,
		{ department: { by: 'path', value: 'Sales/Europe' }, parent: { by: 'path', value: '/' } },
		{ group_path: 'Sales/Europe', parent_group_path: '' },
	],
	[
		'a department moves',
		member.updateDepartment,
		{ department: { by: 'path', value: 'Europe' }, parent: { by: 'path', value: 'Sales' } },
		{ group_path: 'Europe', parent_group_path: 'Sales' },
	],
	[
		'members of the top level',
		member.addDepartmentMembers,
		{ department: { by: 'path', value: '/' }, members: [{ member: { by: 'account', value: 'a' } }] },
		{ group_path: '', members: 'a' },
	],
	[
		'no personal library unless asked',
		member.createMember,
		{ account: 'a', password: 'p', name: 'N', createPersonalLibrary: false },
		{ account: 'a', password: 'p', member_name: 'N' },
	],
	['all kinds of log entries', listManagementLog, { type: 'all' }, {}],
	['one kind of log entries', listManagementLog, { type: '9', orderby: 'asc' }, { type: '9', orderby: 'asc' }],
];
test.each(rows)('%s', (_what, op, entered, sent) => expect(encode(op, entered)).toEqual(sent));

type Refusal = [what: string, op: AnyOperation, entered: Record<string, unknown>, message: RegExp];
const refusals: Refusal[] = [
	['a comma in an external ID', sync.deleteMembers, { members: members('a,b') }, /Members 1: "a,b" contains ","/],
	['a slash in the name of a department', member.createDepartment, { name: 'a/b' }, /Name: can't contain "\/"/],
	[
		'external IDs and accounts together',
		sync.getMembers,
		{ members: members('a'), userIds: ['b'] },
		/Members: can't be combined with External Accounts/,
	],
	['neither external IDs nor accounts', sync.getMembers, {}, /Members: is required when External Accounts is empty/],
];
test.each(refusals)('refuses %s', (_what, op, entered, message) => expect(() => encode(op, entered)).toThrow(message));
