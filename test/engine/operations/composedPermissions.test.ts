import { by, DIFFICULT, on } from '../support/library';
import { expectSent, file, useStrictLibrary, type ComposedCase } from '../support/composedCases';

/* Permissions, which are composed of roles, single permissions, members and departments. */

const strict = useStrictLibrary();
const member = (mode: string, value: unknown) => ({ type: 'member', member: by(mode, value) });
const department = (mode: string, value: unknown) => ({ type: 'department', department: by(mode, value) });
const to = (...rows: unknown[]) => ({ rows });
const ROLE = { give: 'role', role: by('list', '5') };
const SINGLE = { give: 'permissions' };
const set = (rest: Record<string, unknown>) => on('permission', 'set', { file, ...rest });

const CASES: ComposedCase[] = [
	[
		'permission names of one member',
		'libraryFileSetPermission',
		on('folderPermission', 'set', {
			folder: file,
			isGroup: '0',
			members: { rows: [{ member: by('list', '2'), names: ['file_read'] }] },
		}),
		{ is_group: '0', permissions: '{"2":["file_read"]}' },
	],
	[
		'permission names of departments, none',
		'libraryFileSetPermission',
		on('folderPermission', 'set', {
			folder: by('path', '/'),
			isGroup: '1',
			departments: { rows: [{ department: by('id', '={{ [3, 4] }}'), names: [] }] },
		}),
		{ is_group: '1', permissions: '{"3":[],"4":[]}', fullpath: '' },
	],
	[
		'single permissions of members',
		'permissionSet',
		set({
			...SINGLE,
			grant: ['ls', 'pv'],
			deny: ['rm'],
			unset: ['w'],
			subjects: to(member('id', '2')),
		}),
		{ permissions: '{"member_ids":[2],"permission":{"role_id":0,"ls":1,"pv":1,"rm":-1,"w":0}}' },
	],
	[
		'a role of accounts',
		'permissionSet',
		set({ ...ROLE, subjects: to(member('account', 'a@b.c')) }),
		{ permissions: '{"accounts":["a@b.c"],"permission":{"role_id":5}}' },
	],
	[
		'a role of external ids',
		'permissionSet',
		set({ ...ROLE, subjects: to(member('outId', DIFFICULT)) }),
		{ permissions: JSON.stringify({ out_ids: [DIFFICULT], permission: { role_id: 5 } }) },
	],
	[
		'a role of departments',
		'permissionSet',
		set({ ...ROLE, subjects: to(department('id', '0')) }),
		{ permissions: '{"group_ids":[0],"permission":{"role_id":5}}' },
	],
	[
		'a role of external departments and members',
		'permissionSet',
		set({ ...ROLE, subjects: to(department('outId', '部 门'), member('id', '2'), member('id', '3')) }),
		{ permissions: '{"member_ids":[2,3],"group_out_ids":["部 门"],"permission":{"role_id":5}}' },
	],
	[
		'IDs of an item in one row, and what another choice left behind',
		'permissionSet',
		set({
			...ROLE,
			grant: ['ls'],
			subjects: to({ ...member('id', '={{ [2, 3, 2] }}'), department: by('id', '9') }),
		}),
		{ permissions: '{"member_ids":[2,3],"permission":{"role_id":5}}' },
	],
	[
		'permissions of many files',
		'permissionBatchSet',
		on('permission', 'setMany', {
			files: { rows: [{ file: by('list', 'a') }, { file }] },
			type: '1',
			...SINGLE,
			deny: ['ls'],
			subjects: to(member('id', '2')),
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
		on('permission', 'setMany', {
			files: { rows: [{ file }] },
			type: '0',
			...ROLE,
			subjects: to(member('id', '2')),
		}),
		{ fullpaths: DIFFICULT, inherit: undefined },
	],
	[
		'permissions taken away',
		'permissionDelete',
		on('permission', 'delete', { file, subjects: to(member('account', 'a'), department('id', '4')) }),
		{ ids: '{"accounts":["a"],"group_ids":[4]}' },
	],
];

test.each(CASES)('%s', async (...row) => await expectSent(strict, ...row));
