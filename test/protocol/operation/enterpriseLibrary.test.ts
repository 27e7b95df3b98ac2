import * as library from '../../../src/protocol/catalogue/enterpriseLibrary';
import * as members from '../../../src/protocol/catalogue/enterpriseLibraryMember';
import { listLibraryLog } from '../../../src/protocol/catalogue/enterpriseLog';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';

/* What forms of library administration send and refuse; expected values are those of the interface document. */

const LIBRARY = { by: 'id', value: '7' };

type Row = [what: string, op: AnyOperation, entered: Record<string, unknown>, sent: Record<string, string>];
const rows: Row[] = [
	['what is not added is kept', library.updateLibrary, { library: LIBRARY }, { org_id: '7' }],
	[
		'capacity unlimited: the empty text',
		library.updateLibrary,
		{ library: LIBRARY, unlimited: true },
		{ org_id: '7', org_capacity: '' },
	],
	[
		'capacity in GB: bytes are sent',
		library.updateLibrary,
		{ library: LIBRARY, capacityGb: 4.5 },
		{ org_id: '7', org_capacity: '4831838208' },
	],
	[
		'GB beside the switch for no limit are not sent',
		library.updateLibrary,
		{ library: LIBRARY, unlimited: true, capacityGb: 5 },
		{ org_id: '7', org_capacity: '' },
	],
	[
		'GB typed before another choice are forgotten',
		library.createLibrary,
		{ name: 'L', capacity: 'unlimited', capacityGb: 5 },
		{ org_name: 'L' },
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
		{ member: { by: 'outId', value: 'e1' }, capacity: 'limited', capacityGb: 0 },
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
		members.addLibraryMembers,
		{
			library: LIBRARY,
			members: [{ member: { by: 'list', value: '2' } }, { member: { by: 'id', value: 3 } }],
			role: { by: 'list', value: '4' },
		},
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
		listLibraryLog,
		{ library: LIBRARY, acts: ['0', '1014'], from: '2026-01-01T00:00:00Z' },
		{ org_id: '7', act: '0,1014', start_dateline: '1767225600' },
	],
];
test.each(rows)('%s', (_what, op, entered, sent) => expect(encode(op, entered)).toEqual(sent));

type Refusal = [what: string, op: AnyOperation, entered: Record<string, unknown>, message: RegExp];
const refusals: Refusal[] = [
	[
		'a choice without its value',
		library.createLibrary,
		{ name: 'L', capacity: 'limited' },
		/Capacity \(GB\): is required/,
	],
	[
		'a former owner without a role',
		library.setOwner,
		{ library: LIBRARY, member: { by: 'id', value: '2' } },
		/Role of the Former Owner: is required/,
	],
];
test.each(refusals)('refuses %s', (_what, op, entered, message) => expect(() => encode(op, entered)).toThrow(message));
