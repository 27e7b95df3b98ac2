import type { JsonObject } from '../../../src/protocol/wire/json';
import { FakeServer } from '../../support/fakeServer';
import { by, on } from '../support/library';
import { startNodes, type Nodes } from '../support/nodes';

/* What the item of a change of permissions or of library members says, where the service only confirms. */

let server: FakeServer;
let nodes: Nodes;
beforeAll(async () => {
	server = await FakeServer.start(() => ({ body: '{}' }));
	nodes = await startNodes(server.url);
});
afterAll(async () => await server.close());

const item = async (node: string, parameters: JsonObject): Promise<JsonObject | undefined> => {
	const { items, error } = await nodes.run(node, parameters);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]?.json;
};
const file = by('path', '/Docs/a.txt');
const member = (id: string) => ({ type: 'member', member: by('id', id) });

test.each<[string, JsonObject, JsonObject]>([
	[
		'permissions of members and departments',
		on('permission', 'delete', {
			file,
			subjects: { rows: [member('2'), member('3'), { type: 'department', department: by('id', '7') }] },
		}),
		{ removed: 'permission', fullpath: 'Docs/a.txt', member_ids: [2, 3], group_id: 7 },
	],
	[
		'a role for one account',
		on('permission', 'set', {
			file,
			subjects: { rows: [{ type: 'member', member: by('account', 'a@b.c') }] },
			give: 'role',
			role: by('list', '5'),
		}),
		{ success: true, fullpath: 'Docs/a.txt', account: 'a@b.c', role_id: 5 },
	],
	[
		'single permissions on several files',
		on('permission', 'setMany', {
			files: { rows: [{ file: by('path', 'a') }, { file: by('list', 'b') }] },
			type: '0',
			subjects: { rows: [member('2')] },
			give: 'permissions',
			grant: ['ls', 'dl'],
			deny: ['rm'],
			unset: ['w'],
		}),
		{
			...{ success: true, fullpaths: ['a', 'b'], member_id: 2 },
			...{
				granted_names: ['View', 'Download or Open File'],
				granted: ['ls', 'dl'],
				denied_names: ['Delete'],
				denied: ['rm'],
			},
		},
	],
	[
		'classic permissions of a department',
		on('folderPermission', 'set', {
			folder: by('path', 'Docs'),
			isGroup: '1',
			departments: { rows: [{ department: by('id', '7'), names: ['file_read'] }] },
		}),
		{ success: true, fullpath: 'Docs', group_id: 7, granted_names: ['Download'], granted: ['file_read'] },
	],
	[
		'a reset of members and a department',
		on('folderPermission', 'reset', {
			folder: by('path', 'Docs'),
			members: { rows: [{ member: by('id', '2') }, { member: by('list', '3') }] },
			groups: { rows: [{ department: by('id', '7') }] },
		}),
		{ success: true, fullpath: 'Docs', member_ids: [2, 3], group_id: 7 },
	],
])('File Library: %s', async (_name, parameters, expected) =>
	expect(await item('fileLibrary', parameters)).toEqual(expected),
);

test.each<[string, JsonObject, JsonObject]>([
	[
		'members of a library',
		on('libraryMember', 'remove', {
			library: by('id', '1102'),
			members: { rows: [{ member: by('id', '104') }, { member: by('id', '105') }] },
		}),
		{ removed: 'libraryMember', org_id: 1102, member_ids: [104, 105] },
	],
	[
		'the role of one member of a library',
		on('libraryMember', 'setRole', {
			library: by('id', '1102'),
			members: { rows: [{ member: by('list', '104') }] },
			role: by('id', '3'),
		}),
		{ success: true, org_id: 1102, member_id: 104, role_id: 3 },
	],
	[
		'the role of a department in a library',
		on('libraryDepartment', 'add', {
			library: by('id', '1102'),
			department: by('list', '7'),
			role: by('list', '3'),
		}),
		{ success: true, org_id: 1102, group_id: 7, role_id: 3 },
	],
])('File Library Admin: %s', async (_name, parameters, expected) =>
	expect(await item('fileLibraryAdmin', parameters)).toEqual(expected),
);
