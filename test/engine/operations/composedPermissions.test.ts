import { by, DIFFICULT, on } from '../support/library';
import { expectSent, file, useStrictLibrary, type ComposedCase } from '../support/composedCases';

/* Permissions, which are composed of roles, single permissions, members and departments. */

const strict = useStrictLibrary();
const set = (rest: Record<string, unknown>) => on('permission', 'set', { file, ...rest });

const CASES: ComposedCase[] = [
	[
		'permission names of one member',
		'libraryFileSetPermission',
		on('folderPermission', 'set', {
			folder: file,
			isGroup: '0',
			permissions: { rows: [{ id: '2', names: ['file_read'] }] },
		}),
		{ is_group: '0', permissions: '{"2":["file_read"]}' },
	],
	[
		'permission names of departments, none',
		'libraryFileSetPermission',
		on('folderPermission', 'set', {
			folder: by('path', '/'),
			isGroup: '1',
			permissions: { rows: [{ id: '3', names: [] }] },
		}),
		{ is_group: '1', permissions: '{"3":[]}', fullpath: '' },
	],
	[
		'single permissions of members',
		'permissionSet',
		set({ roleId: 0, grant: ['ls', 'pv'], deny: ['rm'], unset: ['w'], subjects: { memberIds: ['2'] } }),
		{ permissions: '{"member_ids":[2],"permission":{"role_id":0,"ls":1,"pv":1,"rm":-1,"w":0}}' },
	],
	[
		'a role of accounts',
		'permissionSet',
		set({ roleId: 5, subjects: { accounts: ['a@b.c'] } }),
		{ permissions: '{"accounts":["a@b.c"],"permission":{"role_id":5}}' },
	],
	[
		'a role of external ids',
		'permissionSet',
		set({ roleId: 5, subjects: { outIds: [DIFFICULT] } }),
		{ permissions: JSON.stringify({ out_ids: [DIFFICULT], permission: { role_id: 5 } }) },
	],
	[
		'a role of departments',
		'permissionSet',
		set({ roleId: 5, subjects: { groupIds: ['0'] } }),
		{ permissions: '{"group_ids":[0],"permission":{"role_id":5}}' },
	],
	[
		'a role of external departments and members',
		'permissionSet',
		set({ roleId: 5, subjects: { groupOutIds: ['部 门'], memberIds: ['2', '3'] } }),
		{ permissions: '{"member_ids":[2,3],"group_out_ids":["部 门"],"permission":{"role_id":5}}' },
	],
	[
		'permissions of many files',
		'permissionBatchSet',
		on('permission', 'setMany', {
			files: ['a', DIFFICULT],
			type: '1',
			roleId: 0,
			deny: ['ls'],
			subjects: { memberIds: ['2'] },
			options: { inherit: false },
		}),
		{
			fullpaths: `a|${DIFFICULT}`,
			type: '1',
			inherit: '0',
			permissions: '{"member_ids":[2],"permission":{"role_id":0,"ls":-1}}',
		},
	],
	[
		'one file, inheritance left alone',
		'permissionBatchSet',
		on('permission', 'setMany', { files: [DIFFICULT], type: '0', roleId: 5, subjects: { memberIds: ['2'] } }),
		{ fullpaths: DIFFICULT, inherit: undefined },
	],
	[
		'permissions taken away',
		'permissionDelete',
		on('permission', 'delete', { file, subjects: { accounts: ['a'], groupIds: ['4'] } }),
		{ ids: '{"accounts":["a"],"group_ids":[4]}' },
	],
];

test.each(CASES)('%s', async (...row) => await expectSent(strict, ...row));
