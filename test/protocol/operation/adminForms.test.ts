import * as library from '../../../src/protocol/catalogue/enterpriseLibrary';
import * as libraryMember from '../../../src/protocol/catalogue/enterpriseLibraryMember';
import { listLibraryLog, listManagementLog } from '../../../src/protocol/catalogue/enterpriseLog';
import * as member from '../../../src/protocol/catalogue/enterpriseMember';
import * as sync from '../../../src/protocol/catalogue/enterpriseSync';
import { encode } from '../../../src/protocol/operation/encode';
import { by, refuses, sends } from './sentForms';

/* What forms of administration send and refuse; expected values are those of the interface document. */

const LIBRARY = by('id', '7');

sends(library.updateLibrary, [
	['what is not added is kept', { library: LIBRARY }, { org_id: '7' }],
	['capacity unlimited: the empty text', { library: LIBRARY, unlimited: true }, { org_id: '7', org_capacity: '' }],
	[
		'capacity in GB: bytes are sent',
		{ library: LIBRARY, capacityGb: 4.5 },
		{ org_id: '7', org_capacity: '4831838208' },
	],
	[
		'GB beside the switch for no limit are not sent',
		{ library: LIBRARY, unlimited: true, capacityGb: 5 },
		{ org_id: '7', org_capacity: '' },
	],
	['a library by mount_id', { library: by('mountId', '9') }, { mount_id: '9' }],
]);
sends(library.createLibrary, [
	[
		'GB typed before another choice are forgotten',
		{ name: 'L', capacity: 'unlimited', capacityGb: 5 },
		{ org_name: 'L' },
	],
	[
		'a new library is unlimited when the capacity is omitted',
		{ name: 'L', capacity: 'unlimited' },
		{ org_name: 'L' },
	],
]);
sends(library.setPersonalCapacity, [
	[
		'a personal library is unlimited by -1',
		{ member: by('email', 'm@x'), capacity: 'unlimited' },
		{ email: 'm@x', capacity: '-1' },
	],
	[
		'a personal library of 0 bytes',
		{ member: by('outId', 'e1'), capacity: 'limited', capacityGb: 0 },
		{ out_id: 'e1', capacity: '0' },
	],
]);
sends(library.setOwner, [
	[
		'the former owner gets a role',
		{ library: LIBRARY, member: by('id', '2'), formerOwner: 'role', formerOwnerRole: by('id', '3') },
		{ org_id: '7', member_id: '2', role_id: '3' },
	],
	[
		'the former owner is removed',
		{ library: LIBRARY, member: by('id', '2'), formerOwner: 'remove', formerOwnerRole: by('id', '3') },
		{ org_id: '7', member_id: '2', role_id: '' },
	],
]);
sends(libraryMember.addLibraryMembers, [
	[
		'members by comma',
		{ library: LIBRARY, members: [{ member: by('list', '2') }, { member: by('id', 3) }], role: by('list', '4') },
		{ org_id: '7', member_ids: '2,3', role_id: '4' },
	],
]);
sends(library.deleteLibrary, [
	['a library by the client of its authorization', { library: by('clientId', 'c') }, { org_client_id: 'c' }],
]);
sends(listLibraryLog, [
	[
		'log codes and seconds',
		{ library: LIBRARY, acts: ['0', '1014'], from: '2026-01-01T00:00:00Z' },
		{ org_id: '7', act: '0,1014', start_dateline: '1767225600' },
	],
]);

refuses(library.createLibrary, [
	['a choice without its value', { name: 'L', capacity: 'limited' }, /Fill in Capacity \(GB\) first/],
]);
refuses(library.setOwner, [
	[
		'a former owner without a role',
		{ library: LIBRARY, member: by('id', '2') },
		/Choose a Role of the Former Owner first/,
	],
]);

/* Members, departments and the external directory. */

const members = (...ids: string[]) => ids.map((value) => ({ member: by('outId', value) }));
const departments = (...ids: string[]) => ids.map((value) => ({ department: by('outId', value) }));
const PERSON = { outId: 'e1', name: 'N', account: 'a' };
const SYNC = { out_id: 'e1', member_name: 'N', account: 'a' };

sends(sync.upsertMember, [
	['directory member: nothing else is touched', PERSON, SYNC],
	['departments listed', { ...PERSON, departments: departments('d1', 'd2') }, { ...SYNC, group_out_ids: 'd1,d2' }],
	[
		'the top level is the empty text',
		{ ...PERSON, topLevel: true, departments: departments('d1') },
		{ ...SYNC, group_out_ids: '' },
	],
	['a supervisor by account', { ...PERSON, supervisor: by('account', 'b') }, { ...SYNC, leader_account: 'b' }],
	['a supervisor by external ID', { ...PERSON, supervisor: by('outId', 'e2') }, { ...SYNC, leader_out_id: 'e2' }],
	['the supervisor removed', { ...PERSON, noSupervisor: true }, { ...SYNC, leader_account: '' }],
	[
		'expiry is midnight UTC of the day',
		{ ...PERSON, expiryDate: new Date('2026-03-04T17:30:00Z') },
		{ ...SYNC, expire: String(Date.UTC(2026, 2, 4) / 1000) },
	],
	['expiry removed by 0', { ...PERSON, neverExpires: true }, { ...SYNC, expire: '0' }],
	['disabled', { ...PERSON, state: '0' }, { ...SYNC, state: '0' }],
]);
test('an account works for days from today, unless another day or no end is chosen too', () => {
	const sent = (more: object) =>
		encode(sync.upsertMember, { ...PERSON, expiresAfter: 30, ...more }, Date.UTC(2026, 2, 4, 17, 30)).expire;
	expect(sent({})).toBe(String(Date.UTC(2026, 3, 3) / 1000));
	expect(sent({ expiryDate: new Date('2026-03-05') })).toBe(String(Date.UTC(2026, 2, 5) / 1000));
	expect(sent({ neverExpires: true })).toBe('0');
});
sends(sync.upsertDepartment, [
	['a directory department stays where it is', { outId: 'd1', name: 'D' }, { out_id: 'd1', name: 'D' }],
	[
		'a directory department moves to the top',
		{ outId: 'd1', name: 'D', topLevel: true },
		{ out_id: 'd1', name: 'D', parent_out_id: '' },
	],
	[
		'a directory department moves',
		{ outId: 'd1', name: 'D', parent: by('outId', 'd0'), order: 0 },
		{ out_id: 'd1', name: 'D', parent_out_id: 'd0', orderby: '0' },
	],
]);
sends(sync.addDepartmentMembers, [
	[
		'members of the top level: no department',
		{ members: members('e1', 'e2'), target: 'topLevel' },
		{ members: 'e1,e2' },
	],
]);
sends(sync.addAdministrator, [
	[
		'an administrator is no super administrator unless asked',
		{ member: by('outId', 'e1'), type: '0' },
		{ out_id: 'e1', type: '0' },
	],
]);
sends(member.updateDepartment, [
	[
		'a department stays where it is',
		{ department: by('path', '/Sales/Europe/'), name: 'EU' },
		{ group_path: 'Sales/Europe', group_name: 'EU' },
	],
	[
		'a department moves to the top level',
		{ department: by('path', 'Sales/Europe'), parent: by('path', '/') },
		{ group_path: 'Sales/Europe', parent_group_path: '' },
	],
	[
		'a department moves',
		{ department: by('path', 'Europe'), parent: by('path', 'Sales') },
		{ group_path: 'Europe', parent_group_path: 'Sales' },
	],
]);
sends(member.addDepartmentMembers, [
	[
		'members of the top level',
		{ department: by('path', '/'), members: [{ member: by('account', 'a') }] },
		{ group_path: '', members: 'a' },
	],
]);
sends(member.createMember, [
	[
		'no personal library unless asked',
		{ account: 'a', password: 'p', name: 'N', createPersonalLibrary: false },
		{ account: 'a', password: 'p', member_name: 'N' },
	],
]);
sends(listManagementLog, [
	['all kinds of log entries', { type: 'all' }, {}],
	['one kind of log entries', { type: '9', orderby: 'asc' }, { type: '9', orderby: 'asc' }],
]);

refuses(sync.deleteMembers, [
	['a comma in an external ID', { members: members('a,b') }, /Members, row 1: "a,b" contains ","/],
]);
refuses(member.createDepartment, [['a slash in the name of a department', { name: 'a/b' }, /Name can't contain "\/"/]]);
refuses(sync.getMembers, [
	[
		'external IDs and accounts together',
		{ members: members('a'), userIds: ['b'] },
		/Members can't be combined with External Accounts/,
	],
	['neither external IDs nor accounts', {}, /Members are required when External Accounts is empty/],
]);

const span = { from: '2026-03-02', to: '2026-03-01' };
refuses(listManagementLog, [['a log that ends before it begins', span, /^From is after To/]]);
refuses(listLibraryLog, [['such a log of a library', { library: LIBRARY, ...span }, /^From is after To/]]);

const withLogo = (logo: string) => ({ name: 'L', capacity: 'unlimited', logo });
sends(library.createLibrary, [['an address', withLogo('http://x'), { org_name: 'L', org_logo: 'http://x' }]]);
refuses(library.createLibrary, [
	['a name for an address', withLogo('example.com'), /^Logo URL is not an http or https address$/, /^Enter a whole/],
	['an address of files', withLogo('ftp://example.com'), /^Logo URL is not an http or https address/],
	['an address of no web page', withLogo('x-http:a'), /^Logo URL is not an http or https address/],
]);
