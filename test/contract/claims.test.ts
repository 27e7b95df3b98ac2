import { closeLink } from '#links';
import { catalogue } from '../../src/entries';
import { claimOfWire } from '../../src/n8n/execute/resourceClaims';
import { createLibrary, setOwner } from '../../src/protocol/catalogue/enterpriseLibrary';
import * as department from '../../src/protocol/catalogue/enterpriseMember';
import { upsertDepartment, upsertMember } from '../../src/protocol/catalogue/enterpriseSync';
import * as file from '../../src/protocol/catalogue/libraryPlaces';
import { deleteForGoodByTag } from '../../src/protocol/catalogue/libraryRecycleBin';
import * as permission from '../../src/protocol/catalogue/permission';
import { setMetadata } from '../../src/protocol/catalogue/tagsAndMetadata';
import { userCopy, userMove, userRename } from '../../src/protocol/catalogue/userPlaces';
import type { AnyOperation } from '../../src/protocol/operation/define';
import { parametersOf } from '../../src/protocol/operation/parameters';
import { contractOf } from './contract';

/* Items that change the same thing keep their order only if the operation says what it changes (Claims). */

const changing = catalogue.filter(({ reads }) => !reads).map((op): [string, AnyOperation] => [op.id, op]);

/** Operations that change nothing that a field could name, with the reason. */
const CLAIMS_NOTHING: Readonly<Record<string, string>> = {
	directorySynchronize: 'it runs once over all items, so that no other item can be in its way',
	permissionTableApply: 'likewise',
	libraryFileLinkCloseMany: 'any file may have a link, so it waits for all items before it',
	libraryFileRecycleEmpty: 'anything may be in the recycle bin, so it waits for all items before it',
	libraryFileDeleteCompletelyByTag: 'tags may be on any file, so it waits for all items before it',
};

/** Parameters of the contract that hold full paths or a folder in a library. */
const PATHS = [
	'fullpath',
	'fullpaths',
	'from_fullpath',
	'from_fullpaths',
	'dest_fullpath',
	'target_fullpath',
	'path',
	'paths',
];
/** Path parameters that no field makes by itself, with the reason. */
const MADE_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
	libraryFileUpload: ['path' /* of the web form: the same folder, claimed as a part of `fullpath` */],
	userFileUpload: ['path' /* likewise */],
	libraryFileDeleteCompletelyByTag: ['fullpaths' /* the files are named by their tags */],
	libraryFileRecycleEmpty: ['fullpaths' /* the plan names them */],
	libraryFolderRestoreToTime: ['fullpaths', 'dest_fullpath' /* likewise */],
	libraryFileLinkCloseMany: ['fullpath' /* links are closed by their codes */],
	libraryFileDelete: ['path' /* only with tags: Delete by Tag */],
	libraryFileDeleteByTag: ['fullpath' /* the other way round */],
	libraryFolderDelete: ['path' /* as File: Delete */],
	permissionTableApply: ['fullpath' /* in the rows */],
	userFolderCopy: ['fullpaths' /* one folder at a time */],
	userFolderMove: ['fullpaths' /* likewise */],
	userFolderMirror: ['fullpaths' /* likewise */],
};

/** The wire parameters of an operation that claim something. */
const claimed = ({ input }: AnyOperation): string[] =>
	parametersOf(input).flatMap(({ wire, claims }) => (claims === 'nothing' ? [] : [wire]));

test.each(changing)('%s says what it changes', (id, op) => {
	expect({ id, claims: claimed(op).length > 0 }).toEqual({ id, claims: !(id in CLAIMS_NOTHING) });
});

test.each(changing)('every path that %s changes is claimed by the field that makes it', (id, op) => {
	const contracts = (op.covers ?? [op]).map((request) => contractOf(request.id));
	const paths = contracts.flatMap(({ parameters }) => PATHS.filter((name) => parameters.has(name)));
	const elsewhere = MADE_ELSEWHERE[id] ?? [];
	expect([...new Set(paths)].filter((name) => !elsewhere.includes(name) && !claimed(op).includes(name))).toEqual([]);
});

test('lists of reasons name only what exists', () => {
	const ids = changing.map(([id]) => id);
	expect([...Object.keys(CLAIMS_NOTHING), ...Object.keys(MADE_ELSEWHERE)].filter((id) => !ids.includes(id))).toEqual(
		[],
	);
});

test('the list of path parameters is complete: the contract has no other parameter named like a path', () => {
	const names = changing
		.flatMap(([, op]) => op.covers ?? [op])
		.flatMap(({ id }) => [...contractOf(id).parameters.keys()])
		.filter((name) => /path/.test(name));
	// A department path is the name of a department; the path hash of an upload is the `hash` of create_file.
	const others = ['group_path', 'parent_group_path', 'x-svc-upload-pathhash'];
	expect([...new Set(names)].filter((name) => !PATHS.includes(name)).sort()).toEqual(others);
});

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
	['a deletion by tag, anything in its folder', file.removeByTag, { tag: 'old;x', path: 'A' }, { paths: ['A'] }],
	['a deletion by tag without a folder, anything', file.removeByTag, { tag: 'old', path: '' }, { paths: [''] }],
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
	['departments', department.deleteDepartments, { groups: 'Sales/EU,Service' }, { paths: ['Sales/EU', 'Service'] }],
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
	['a new owner: no member', setOwner, { org_id: '7', member_id: '2', role_id: '3' }, { scope: [['org_id', '7']] }],
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
	['a directory department', upsertDepartment, { out_id: 'd2', name: 'EU', parent_out_id: '' }, { paths: ['d2'] }],
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
