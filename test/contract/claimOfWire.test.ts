import { claimOfWire } from '../../src/n8n/execute/resourceClaims';
import * as department from '../../src/protocol/catalogue/enterpriseMember';
import { createLibrary, setOwner } from '../../src/protocol/catalogue/enterpriseLibrary';
import { upsertDepartment, upsertMember } from '../../src/protocol/catalogue/enterpriseSync';
import * as file from '../../src/protocol/catalogue/libraryPlaces';
import { closeLink } from '#links';
import { setMetadata } from '../../src/protocol/catalogue/tagsAndMetadata';
import { deleteForGoodByTag } from '../../src/protocol/catalogue/libraryRecycleBin';
import * as permission from '../../src/protocol/catalogue/permission';
import { userCopy, userMove, userRename } from '../../src/protocol/catalogue/userPlaces';
import type { AnyOperation } from '../../src/protocol/operation/define';

/* What wire parameters claim; every expectation is made by hand from what the operation changes. */

type Row = [
	what: string,
	op: AnyOperation,
	wire: Record<string, string>,
	claim: { scope?: Array<[name: string, value: string]>; paths?: string[]; sources?: string[]; parents?: string[] },
];
const rows: Row[] = [
	[
		'a copy changes its result and reads its source',
		file.libraryFileCopy,
		{ from_fullpath: 'A/a.txt', fullpath: 'B/a.txt', op_name: 'n8n' },
		{ paths: ['B/a.txt'], sources: ['A/a.txt'] },
	],
	[
		'a move changes both places',
		file.libraryFileMove,
		{ fullpath: 'A/a.txt', dest_fullpath: 'B/b.txt' },
		{ paths: ['A/a.txt', 'B/b.txt'] },
	],
	[
		'copies of many: all sources, all target folders',
		file.copyMany,
		{ from_fullpaths: 'A/a.txt|A/b.txt', paths: 'B|C', copy_all: '0' },
		{ paths: ['B', 'C'], sources: ['A/a.txt', 'A/b.txt'] },
	],
	[
		'a deletion by tag may change anything in its folder',
		file.removeByTag,
		{ tag: 'old;x', path: 'A' },
		{ paths: ['A'] },
	],
	[
		'a deletion by tag without a folder may change anything',
		file.removeByTag,
		{ tag: 'old', path: '' },
		{ paths: [''] },
	],
	['deleted for good by tag', deleteForGoodByTag, { tag: 'old' }, {}],
	['a link closed by its code', closeLink, { code: '3f2b9c' }, { scope: [['code', '3f2b9c']] }],
	['metadata of a file by ID', setMetadata, { hash: 'h1', key: 'k', metadata: '{}' }, { scope: [['hash', 'h1']] }],
	['permissions of the root', permission.permissionSet, { fullpath: '', permissions: '{}' }, { paths: [''] }],
	[
		'a user copy to another library',
		userCopy,
		{ mount_id: '1', fullpath: 'A/a.txt', target_mount_id: '2', target_fullpath: 'B' },
		{
			scope: [
				['mount_id', '1'],
				['target_mount_id', '2'],
			],
			paths: ['A/a.txt', 'B/a.txt'],
			parents: ['B'],
		},
	],
	[
		'a user move of several files',
		userMove,
		{ mount_id: '1', fullpaths: 'A/a.txt|A/b.txt', target_fullpath: '' },
		{ scope: [['mount_id', '1']], paths: ['A/a.txt', 'A/b.txt', 'a.txt', 'b.txt'], parents: [''] },
	],
	[
		'a rename: the old path and the new one',
		userRename,
		{ mount_id: '1', fullpath: 'A/a.txt', newname: 'b.txt' },
		{ scope: [['mount_id', '1']], paths: ['A/a.txt', 'A/b.txt'] },
	],
	[
		'a new department needs its parent',
		department.createDepartment,
		{ group_name: 'EU', parent_group_path: '/Sales/Europe/', orderby: '1' },
		{ paths: ['Sales/Europe/EU'], parents: ['Sales/Europe'] },
	],
	['a new department at the top level', department.createDepartment, { group_name: 'EU' }, { paths: ['EU'] }],
	[
		'departments deleted',
		department.deleteDepartments,
		{ groups: 'Sales/EU,Service' },
		{ paths: ['Sales/EU', 'Service'] },
	],
	[
		'a department moved: both of its paths',
		department.updateDepartment,
		{ group_path: 'Sales/EU', parent_group_path: 'Service' },
		{ paths: ['Sales/EU', 'Service/EU'], parents: ['Service'] },
	],
	[
		'a department moved to the top level and renamed',
		department.updateDepartment,
		{ group_path: 'Sales/EU', parent_group_path: '', group_name: 'Europe' },
		{ paths: ['Sales/EU', 'Europe'], parents: [''] },
	],
	[
		'a department renamed',
		department.updateDepartment,
		{ group_path: 'Sales/EU', group_name: 'Europe' },
		{ paths: ['Sales/EU', 'Sales/Europe'] },
	],
	['a new library', createLibrary, { org_name: 'Contracts' }, { scope: [['org_name', 'Contracts']] }],
	[
		'a new owner: the library, not the member',
		setOwner,
		{ org_id: '7', member_id: '2', role_id: '3' },
		{ scope: [['org_id', '7']] },
	],
	[
		'a directory member: its ID and account; its supervisor is needed, its departments are not changed',
		upsertMember,
		{ out_id: 'e1', member_name: 'N', account: 'Ann', group_out_ids: 'd1,d2', leader_out_id: 'e2' },
		{ paths: ['e1', 'ann'], parents: ['e2'] },
	],
	[
		'a directory department needs its parent',
		upsertDepartment,
		{ out_id: 'd/2', name: 'EU', parent_out_id: 'D1' },
		{ paths: ['d/2'], parents: ['d1'] },
	],
	[
		'a directory department at the top level',
		upsertDepartment,
		{ out_id: 'd2', name: 'EU', parent_out_id: '' },
		{ paths: ['d2'] },
	],
	[
		'a path with a vertical bar is one',
		file.libraryFileCopy,
		{ from_fullpath: 'a|b', fullpath: 'c|d' },
		{ paths: ['c|d'], sources: ['a|b'] },
	],
];
test.each(rows)('%s', (_what, op, wire, { scope = [], ...paths }) => {
	expect(claimOfWire(op, wire)).toEqual({ scope: JSON.stringify(scope), paths: [], sources: [], ...paths });
});
