import * as member from '../../../src/protocol/catalogue/enterpriseMember';
import * as sync from '../../../src/protocol/catalogue/enterpriseSync';
import * as library from '../../../src/protocol/catalogue/organization';
import * as partner from '../../../src/protocol/catalogue/partner';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';

/* What forms of the enterprise and partner families send; expected values are those of the interface document. */

const LIBRARY = { by: 'id', value: '7' };
const PERSON = { outId: 'e1', name: 'N', account: 'a' };
const SYNC = { out_id: 'e1', member_name: 'N', account: 'a' };
const OUT = { by: 'outId', value: 'c1' };

type Row = [what: string, op: AnyOperation, given: Record<string, unknown>, sent: Record<string, string>];
const rows: Row[] = [
	['capacity kept: not sent', library.updateLibrary, { library: LIBRARY, capacity: 'keep' }, { org_id: '7' }],
	['capacity is kept by default', library.updateLibrary, { library: LIBRARY }, { org_id: '7' }],
	[
		'capacity unlimited: the empty text',
		library.updateLibrary,
		{ library: LIBRARY, capacity: 'unlimited' },
		{ org_id: '7', org_capacity: '' },
	],
	[
		'capacity in bytes',
		library.updateLibrary,
		{ library: LIBRARY, capacity: 'set', capacityBytes: 5_000_000_000 },
		{ org_id: '7', org_capacity: '5000000000' },
	],
	[
		'bytes typed before another choice are forgotten',
		library.updateLibrary,
		{ library: LIBRARY, capacity: 'keep', capacityBytes: 5 },
		{ org_id: '7' },
	],
	['a library by mount_id', library.updateLibrary, { library: { by: 'mountId', value: '9' } }, { mount_id: '9' }],
	[
		'a new library is unlimited when the capacity is omitted',
		library.createLibrary,
		{ name: 'L', capacity: 'unlimited' },
		{ org_name: 'L' },
	],
	[
		'a personal library is unlimited by -1',
		library.setPersonalCapacity,
		{ member: { by: 'email', value: 'm@x' }, capacity: 'unlimited' },
		{ email: 'm@x', capacity: '-1' },
	],
	[
		'a personal library of 0 bytes',
		library.setPersonalCapacity,
		{ member: { by: 'outId', value: 'e1' }, capacity: 'set', capacityBytes: 0 },
		{ out_id: 'e1', capacity: '0' },
	],
	[
		'the former owner gets a role',
		library.setOwner,
		{
			library: LIBRARY,
			member: { by: 'id', value: '2' },
			formerOwner: 'role',
			formerOwnerRole: { by: 'id', value: '3' },
		},
		{ org_id: '7', member_id: '2', role_id: '3' },
	],
	[
		'the former owner is removed',
		library.setOwner,
		{
			library: LIBRARY,
			member: { by: 'id', value: '2' },
			formerOwner: 'remove',
			formerOwnerRole: { by: 'id', value: '3' },
		},
		{ org_id: '7', member_id: '2', role_id: '' },
	],
	[
		'members by comma',
		library.addLibraryMembers,
		{ library: LIBRARY, memberIds: ['2', 3], role: { by: 'list', value: '4' } },
		{ org_id: '7', member_ids: '2,3', role_id: '4' },
	],
	[
		'a library by the client of its authorization',
		library.deleteLibrary,
		{ library: { by: 'clientId', value: 'c' } },
		{ org_client_id: 'c' },
	],
	[
		'log codes and seconds',
		library.listLibraryLog,
		{ library: LIBRARY, acts: ['0', '1014'], from: '2026-01-01T00:00:00Z' },
		{ org_id: '7', act: '0,1014', start_dateline: '1767225600' },
	],

	['directory member: nothing else is touched', sync.upsertMember, PERSON, SYNC],
	[
		'departments listed',
		sync.upsertMember,
		{ ...PERSON, departments: 'set', departmentOutIds: ['d1', 'd2'] },
		{ ...SYNC, group_out_ids: 'd1,d2' },
	],
	[
		'the top level is the empty text',
		sync.upsertMember,
		{ ...PERSON, departments: 'topLevel', departmentOutIds: ['d1'] },
		{ ...SYNC, group_out_ids: '' },
	],
	[
		'a supervisor by account',
		sync.upsertMember,
		{ ...PERSON, supervisor: 'set', supervisorMember: { by: 'account', value: 'b' } },
		{ ...SYNC, leader_account: 'b' },
	],
	[
		'a supervisor by external ID',
		sync.upsertMember,
		{ ...PERSON, supervisor: 'set', supervisorMember: { by: 'outId', value: 'e2' } },
		{ ...SYNC, leader_out_id: 'e2' },
	],
	['the supervisor removed', sync.upsertMember, { ...PERSON, supervisor: 'remove' }, { ...SYNC, leader_account: '' }],
	[
		'expiry is midnight UTC of the day',
		sync.upsertMember,
		{ ...PERSON, expiry: 'on', expiryDate: new Date('2026-03-04T17:30:00Z') },
		{ ...SYNC, expire: String(Date.UTC(2026, 2, 4) / 1000) },
	],
	['expiry removed by 0', sync.upsertMember, { ...PERSON, expiry: 'never' }, { ...SYNC, expire: '0' }],
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
		{ outId: 'd1', name: 'D', parent: 'topLevel' },
		{ out_id: 'd1', name: 'D', parent_out_id: '' },
	],
	[
		'a directory department moves',
		sync.upsertDepartment,
		{ outId: 'd1', name: 'D', parent: 'set', parentDepartment: { by: 'outId', value: 'd0' }, order: 0 },
		{ out_id: 'd1', name: 'D', parent_out_id: 'd0', orderby: '0' },
	],
	[
		'members of the top level: no department',
		sync.addDepartmentMembers,
		{ members: ['e1', 'e2'], target: 'topLevel' },
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
		{ department: { by: 'path', value: 'Sales/Europe' }, parent: 'topLevel' },
		{ group_path: 'Sales/Europe', parent_group_path: '' },
	],
	[
		'a department moves',
		member.updateDepartment,
		{ department: { by: 'path', value: 'Europe' }, parent: 'move', newParent: { by: 'path', value: 'Sales' } },
		{ group_path: 'Europe', parent_group_path: 'Sales' },
	],
	[
		'members of the top level',
		member.addDepartmentMembers,
		{ department: { by: 'path', value: '/' }, members: ['a'] },
		{ group_path: '', members: 'a' },
	],
	[
		'no personal library unless asked',
		member.createMember,
		{ account: 'a', password: 'p', name: 'N', createPersonalLibrary: false },
		{ account: 'a', password: 'p', member_name: 'N' },
	],
	['all kinds of log entries', member.listManagementLog, { type: 'all' }, {}],
	['one kind of log entries', member.listManagementLog, { type: '9', orderby: 'asc' }, { type: '9', orderby: 'asc' }],

	[
		'settings get their prefix once',
		partner.createEnterprise,
		{
			outId: 'c1',
			name: 'C',
			settings: [
				{ name: 'a', value: '1' },
				{ name: '__setting_b', value: '' },
			],
		},
		{ out_id: 'c1', ent_name: 'C', __setting_a: '1', __setting_b: '' },
	],
	[
		'days as text',
		partner.listEnterprises,
		{ beginDate: '2026-01-02', endDate: '2026-02-03' },
		{ begin_date: '2026-01-02', end_date: '2026-02-03' },
	],
	[
		'a subscription',
		partner.order,
		{ enterprise: OUT, type: 'subscribe', memberCount: 5, space: 10, month: 12, days: 3 },
		{ out_id: 'c1', type: 'subscribe', member_count: '5', space: '10', month: '12' },
	],
	[
		'a renewal',
		partner.order,
		{ enterprise: OUT, type: 'renew', memberCount: 5, space: 10, month: 6 },
		{ out_id: 'c1', type: 'renew', month: '6' },
	],
	[
		'an upgrade',
		partner.order,
		{ enterprise: OUT, type: 'upgrade', memberCount: 0, space: 10, month: 6 },
		{ out_id: 'c1', type: 'upgrade', member_count: '0', space: '10' },
	],
	[
		'a longer trial',
		partner.order,
		{ enterprise: OUT, type: 'trial.extend', days: 14, month: 6 },
		{ out_id: 'c1', type: 'trial.extend', days: '14' },
	],
	[
		'the end of a subscription',
		partner.order,
		{ enterprise: OUT, type: 'unsubscribe', month: 6 },
		{ out_id: 'c1', type: 'unsubscribe' },
	],
	[
		'unlimited link traffic',
		partner.updateSettings,
		{ enterprise: OUT, linkTraffic: 'unlimited' },
		{ out_id: 'c1', max_link_flow: '-1' },
	],
];
test.each(rows)('%s', (_what, op, given, sent) => expect(encode(op, given)).toEqual(sent));

type Refusal = [what: string, op: AnyOperation, given: Record<string, unknown>, message: RegExp];
const refusals: Refusal[] = [
	[
		'a choice without its value',
		library.updateLibrary,
		{ library: LIBRARY, capacity: 'set' },
		/Capacity \(Bytes\): is required/,
	],
	[
		'a former owner without a role',
		library.setOwner,
		{ library: LIBRARY, member: { by: 'id', value: '2' } },
		/Role of the Former Owner: is required/,
	],
	['a comma in an external ID', sync.deleteMembers, { members: ['a,b'] }, /Member External IDs: "a,b" holds ","/],
	['a slash in the name of a department', member.createDepartment, { name: 'a/b' }, /Name: must not hold "\/"/],
	[
		'external IDs and accounts together',
		sync.getMembers,
		{ outIds: ['a'], userIds: ['b'] },
		/cannot be given together/,
	],
	['neither external IDs nor accounts', sync.getMembers, {}, /is required/],
	[
		'a trial of more than 90 days',
		partner.createEnterprise,
		{ outId: 'c', name: 'C', days: 91 },
		/Trial Days: must be at most 90/,
	],
	[
		'a setting twice',
		partner.createEnterprise,
		{ outId: 'c', name: 'C', settings: [{ name: 'a' }, { name: '__setting_a' }] },
		/"a" stands in two rows/,
	],
	[
		'an order of nothing',
		partner.order,
		{ enterprise: OUT, type: 'upgrade', memberCount: 0, space: 0 },
		/nothing to order/,
	],
	[
		'more than a year of statistics',
		partner.listDailyStatistics,
		{ enterprise: OUT, type: 'flow', startDate: '2026-01-01', endDate: '2027-01-02' },
		/makes 367 days/,
	],
];
test.each(refusals)('refuses %s', (_what, op, given, message) => expect(() => encode(op, given)).toThrow(message));

describe('answers', () => {
	test('a keyed map becomes one item for each entry; what was not found gives none', () => {
		expect(sync.getMembers.wrap?.({ e1: { member_id: 1 }, e2: null }, {})).toEqual([
			{ out_id: 'e1', member_id: 1 },
		]);
		expect(library.getLibraryMembers.wrap?.({ 12: { member_id: 12 } }, {})).toEqual([
			{ requested: '12', member_id: 12 },
		]);
	});
	test("PHP's empty map is a list", () => expect(sync.getDepartments.wrap?.([] as never, {})).toEqual([]));
	test('info is unwrapped', () =>
		expect(library.getLibrary.wrap?.({ info: { org_id: 1 } }, {})).toEqual({ org_id: 1 }));
	test('a personal library that was never used', () => {
		expect(library.getPersonalLibrary.wrap?.({ info: { size_org_total: 5 } }, {})).toEqual({
			size_org_total: 5,
			initialized: false,
		});
		expect(library.getPersonalLibrary.wrap?.({ info: { size_org_total: 5, mount_id: 3 } }, {})).toMatchObject({
			initialized: true,
		});
	});
	test.each([
		['asked to enable, disabled', member.createMember, { state: '1' }, '0', true],
		['a new member is enabled by default', member.createMember, {}, 0, true],
		['asked to disable', member.createMember, { state: '0' }, 0, false],
		['enabled', member.createMember, { state: '1' }, 1, false],
		['a change that says nothing of the state', member.updateMember, {}, 0, false],
		['a change that enables', member.updateMember, { state: '1' }, 0, true],
	] as Array<[string, AnyOperation, Record<string, string>, unknown, boolean]>)(
		'account limit: %s',
		(_what, op, sent, state, warned) => {
			expect('warning' in (op.wrap?.({ member_id: 1, state } as never, sent) as object)).toBe(warned);
		},
	);
	test('a member for people', () => {
		expect(member.getMember.simplify?.({ member_id: 1, state: '0', expire: Date.UTC(2026, 2, 4) / 1000 })).toEqual({
			member_id: 1,
			enabled: false,
			expires: '2026-03-04',
		});
	});
	test('a password that is given once is kept', () => {
		expect(
			partner.createEnterprise.simplify?.({ id: 1, end_dateline: 1767225600, account: 'a', password: 'p' }),
		).toEqual({ id: 1, account: 'a', password: 'p', ends: '2026-01-01T00:00:00.000Z' });
	});
	test('the name of a person in the library log, and its fallback', () => {
		expect(library.listLibraryLog.simplify?.({ display_name: 'N', member_name: 'N [a]' })).toMatchObject({
			member: 'N',
		});
		expect(library.listLibraryLog.simplify?.({ display_name: '', member_name: 'N [a]' })).toMatchObject({
			member: 'N [a]',
		});
	});
});
