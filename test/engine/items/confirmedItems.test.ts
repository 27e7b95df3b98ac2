import type { JsonObject } from '../../../src/protocol/wire/json';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';

/* The item of a write that the service only confirms: what was done and to what, and nothing that is not known. */

let answer: unknown;
let tokens: unknown;
const all = nodes({ service: ({ path }) => ({ body: JSON.stringify(path.includes('/oauth2/') ? tokens : answer) }) });
beforeEach(() => {
	answer = {};
	tokens = { access_token: 'the-access-token', expires_in: '3600' };
});

const item = async (node: string, parameters: JsonObject): Promise<JsonObject | undefined> => {
	const { items, error } = await all.run(node, parameters);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]?.json;
};
const file = by('path', '/Docs/a.txt');
const member = (id: string) => ({ type: 'member', member: by('id', id) });

test.each<[string, string, JsonObject, JsonObject]>([
	[
		'fileLibrary',
		'a tag that the file may not have had',
		on('tag', 'remove', { file, tags: ['no such tag', 'x'] }),
		{ removed: 'tag', fullpath: 'Docs/a.txt', tags: ['no such tag', 'x'] },
	],
	[
		'fileLibrary',
		'one deleted file, for good',
		on('recycleBin', 'delete', { file: by('path', 'Docs/a.txt') }),
		{ deleted: true, fullpath: 'Docs/a.txt' },
	],
	[
		'fileLibrary',
		'several deleted files, of which some may not have been there',
		on('recycleBin', 'delete', { file: by('path', ['Docs/a.txt', 'Docs/b.txt']) }),
		{ removed: 'recycledFile', fullpaths: ['Docs/a.txt', 'Docs/b.txt'] },
	],
	[
		'fileLibrary',
		'a move: only the answer can say where the file is now',
		on('file', 'move', { file, destinationFolder: by('path', 'Docs'), newName: 'b.txt' }),
		{ success: true, from_fullpath: 'Docs/a.txt', requested: 'Docs/b.txt' },
	],
	[
		'fileLibraryAdmin',
		'a department that was renamed: its new path',
		on('department', 'update', { department: by('path', 'Sales/East'), updateFields: { name: 'West' } }),
		{ success: true, group_path: 'Sales/West', from_group_path: 'Sales/East' },
	],
	[
		'fileLibraryUser',
		'a favorite that may not have been one',
		on('favorite', 'remove', { library: by('id', '2101'), file }),
		{ removed: 'favorite', mount_id: 2101, fullpath: 'Docs/a.txt', fav_id: -1 },
	],
	[
		'fileLibraryPartner',
		'settings of an enterprise, which have no effect in a trial: accepted, no more (J08)',
		on('enterprise', 'updateSettings', {
			enterprise: by('outId', 'customer-002'),
			linkTraffic: 'limited',
			linkTrafficGb: 0.5,
		}),
		{ accepted: true, out_id: 'customer-002' },
	],
	[
		'fileLibrary',
		'permissions of members and departments',
		on('permission', 'delete', {
			file,
			subjects: { rows: [member('2'), member('3'), { type: 'department', department: by('id', '7') }] },
		}),
		{ removed: 'permission', fullpath: 'Docs/a.txt', member_ids: [2, 3], group_id: 7 },
	],
	[
		'fileLibrary',
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
			success: true,
			fullpaths: ['a', 'b'],
			member_id: 2,
			granted_names: ['View', 'Download or Open File'],
			granted: ['ls', 'dl'],
			denied_names: ['Delete'],
			denied: ['rm'],
		},
	],
	[
		'fileLibraryAdmin',
		'the role of a department in a library',
		on('libraryDepartment', 'add', {
			library: by('id', '1102'),
			department: by('list', '7'),
			role: by('list', '3'),
		}),
		{ success: true, org_id: 1102, group_id: 7, role_id: 3 },
	],
])('%s: %s', async (node, _name, parameters, expected) => expect(await item(node, parameters)).toEqual(expected));

describe('a token', () => {
	const issue = on('token', 'issue', { grant: 'password', member: by('account', 'a'), password: 'b' });
	test.each([[{}], [[]], [null], [{ access_token: '' }]])(
		'is missing in %j: an error, not an empty item',
		async (none) => {
			tokens = none;
			const { items, error } = await all.run('fileLibraryAdmin', issue);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/^The service answered without an access token/);
		},
	);
});

describe('what the service answers takes precedence', () => {
	const move = on('file', 'move', { file, destinationFolder: by('path', 'Docs'), newName: 'b.txt' });
	test('a path with a number', async () => {
		answer = { hash: 'h1', fullpath: 'Docs/b(2).txt', error_code: 0, error_msg: '' };
		expect(await item('fileLibrary', move)).toEqual({
			success: true,
			from_fullpath: 'Docs/a.txt',
			requested: 'Docs/b.txt',
			hash: 'h1',
			fullpath: 'Docs/b(2).txt',
			renamed: true,
		});
	});
	test('a list with an entry for each thing: an item for each', async () => {
		answer = [{ fullpath: 'Docs/a.txt' }, { fullpath: 'Docs/b(2).txt' }];
		const parameters = on('file', 'move', {
			library: by('id', '2101'),
			file: by('paths', 'a.txt|b.txt'),
			destinationFolder: by('path', 'Docs'),
		});
		const { items, error } = await all.run('fileLibraryUser', parameters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fullpath)).toEqual(['Docs/a.txt', 'Docs/b(2).txt']);
	});
});
