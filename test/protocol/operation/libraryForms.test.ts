import { operationsByNode } from '../../../src/entries';
import * as files from '../../../src/protocol/catalogue/libraryFiles';
import { countChanges } from '../../../src/protocol/catalogue/libraryHistory';
import { deleteForGood, restore } from '../../../src/protocol/catalogue/libraryRecycleBin';
import * as classic from '../../../src/protocol/catalogue/libraryPermission';
import * as places from '../../../src/protocol/catalogue/libraryPlaces';
import * as permission from '../../../src/protocol/catalogue/permission';
import { setMetadata } from '../../../src/protocol/catalogue/tagsAndMetadata';

import { userCopy } from '../../../src/protocol/catalogue/userPlaces';
import { by, encode, refuses, sends } from './sentForms';

/* What forms compose of several fields and refuse, besides test/support/wrongEntries; values are the document's. */

const path = (value: unknown) => by('path', value);
const file = path('a/é+b%20&x.txt');

sends(files.createFolder, [
	['a folder in a folder, without slashes around it', { name: 'x', folder: path('/a/b/') }, { fullpath: 'a/b/x' }],
]);
sends(places.libraryFileCopy, [
	[
		'a copy under a new name',
		{ file, destinationFolder: path('/a/'), newName: 'é b.txt' },
		{ from_fullpath: 'a/é+b%20&x.txt', fullpath: 'a/é b.txt' },
	],
]);
const eachOf = (...folders: string[]) => folders.map((folder) => ({ folder: path(folder) }));
const sources = [{ file: path('a') }, { file: by('list', 'b/c') }];
sends(places.copyMany, [
	[
		'a folder for each source, one of them the root',
		{ sources, copyTo: 'each', destinationFolders: eachOf('/', 'd') },
		{ from_fullpaths: 'a|b/c', paths: '/|d' },
	],
	['one folder for all', { sources, destinationFolder: path('d') }, { from_fullpaths: 'a|b/c', paths: 'd' }],
]);
refuses(places.copyMany, [
	[
		'three targets for two sources',
		{ sources, copyTo: 'each', destinationFolders: eachOf('c', 'd', 'e') },
		/Destination Folders contain 3 folders for 2 sources/,
	],
	['a folder with a separator', { sources, destinationFolder: path('a|b') }, /^Destination Folder: "a\|b" contains/],
]);

sends(places.rename, [
	[
		'another name in the same folder',
		{ file: path('/合同/a b/x.txt'), newName: 'é+b%20&x' },
		{ fullpath: '合同/a b/x.txt', dest_fullpath: '合同/a b/é+b%20&x' },
	],
]);

sends(places.moveFolder, [
	[
		'a folder into the root, under a new name',
		{ folder: path('a/b/'), destinationFolder: path('/'), newName: 'c' },
		{ fullpath: 'a/b', dest_fullpath: 'c' },
	],
]);
for (const op of [places.removeFolder, places.moveFolder, places.renameFolder, places.copyFolder])
	refuses(op, [
		[
			`the root: ${op.operation}`,
			{ folder: path('/'), newName: 'x', destinationFolder: path('Docs') },
			/Folder: .*the library root can't be used here/,
		],
	]);
refuses(userCopy, [
	[
		'one name for several sources',
		{ library: by('id', '1'), file: by('paths', 'a|b'), destinationFolder: path('d'), newName: 'x' },
		/^New Name can only be used with one file or folder/,
	],
]);
sends(places.removeByTag, [
	['a tag in the whole library', { tags: '旧 2' }, { tag: '旧 2', path: '' }],
	['a tag in a folder', { tags: ['0'], folder: path('/合同 2026/') }, { tag: '0', path: '合同 2026' }],
]);
// G42: one of them may be enough for the service.
refuses(places.removeByTag, [
	['two tags', { tags: ['a', 'b'] }, /^Tag must be one tag/],
	['an empty folder', { tags: ['a'], folder: path('') }, /Only in Folder[: ]/],
]);
for (const op of [restore, deleteForGood])
	refuses(op, [
		[`a path with a separator: ${op.operation}`, { file: path(['a|b']) }, /File or Folder: "a\|b" contains "\|"/],
		[`such a text: ${op.operation}`, { file: path('a|b') }, /File or Folder: "a\|b" contains "\|"/],
		[`nothing: ${op.operation}`, {}, /^Choose File or Folder first$/],
	]);

test('the random text of an upload key is generated, and different each time', () => {
	const make = (rand?: string) => encode(files.getUploadKey, { path: 'a', timeout: 60, rand }).rand;
	expect(make()).toMatch(/^[0-9a-f]{16}$/);
	expect(make()).not.toBe(make());
	expect(make('mine')).toBe('mine');
});

/* Changes are counted in the last 24 hours, or in those before a time; both times are sent. */
const DAY = 86_400_000;
test.each([
	[{}, 10 * DAY, [9 * DAY, 10 * DAY]],
	[{ end: new Date(3 * DAY) }, 10 * DAY, [2 * DAY, 3 * DAY]],
	[{ begin: new Date(3 * DAY) }, 10 * DAY, [3 * DAY, 10 * DAY]],
])('changes are counted: %j', (entered, now, [begin, end]) =>
	expect(encode(countChanges, entered, now)).toMatchObject({
		begin_dateline: String(begin),
		end_dateline: String(end),
	}),
);
test('a From in the future is refused', () =>
	expect(() => encode(countChanges, { begin: new Date(2 * DAY) }, DAY)).toThrow('From is after To'));

const NOW = Date.UTC(2026, 0, 1);
const createLink = operationsByNode.fileLibrary.find(({ id }) => id === 'libraryFileLink');

test.each<[string, object, number | string]>([
	['a number of days', { expires: 'days', days: 3 }, 72],
	['a time, in seconds', { expires: 'time', deadline: '2026-01-02T00:00:00.999Z' }, 24],
	['never', { expires: 'never', deadline: '2026-03-04' }, '-1'],
])('a link expires so many hours after its creation: %s', (_what, chosen, hours) => {
	const { deadline } = createLink ? encode(createLink, { file, ...chosen }, NOW) : {};
	expect(deadline).toBe(typeof hours === 'string' ? hours : String(NOW / 1000 + hours * 3600));
});

const member = (mode: string, value: unknown) => ({ type: 'member', member: by(mode, value) });
const department = (mode: string, value: unknown) => ({ type: 'department', department: by(mode, value) });
const ROLE = { file, give: 'role', role: by('list', '5') };
const SINGLE = { file, give: 'permissions' };
const fullpath = 'a/é+b%20&x.txt';

sends(permission.permissionSet, [
	[
		'single permissions',
		{ ...SINGLE, grant: ['ls', 'pv'], deny: ['rm'], unset: ['w'], subjects: [member('id', '2')] },
		{ fullpath, permissions: '{"member_ids":[2],"permission":{"role_id":0,"ls":1,"pv":1,"rm":-1,"w":0}}' },
	],
	[
		'a role of departments and members, each once, and what another choice left behind',
		{
			...ROLE,
			grant: ['ls'],
			subjects: [department('outId', '部 门'), { ...member('id', [2, 3, 2]), department: by('id', '9') }],
		},
		{ fullpath, permissions: '{"member_ids":[2,3],"group_out_ids":["部 门"],"permission":{"role_id":5}}' },
	],
]);
refuses(permission.permissionSet, [
	[
		'members named in two ways',
		{ ...ROLE, subjects: [member('id', '1'), member('account', 'a')] },
		/Members and Departments name members in several ways/,
		/From List names them by ID/,
	],
	['no role', { ...ROLE, role: by('id', 0), subjects: [member('id', '1')] }, /Role: 0 is no role/],
]);
sends(permission.setMany, [
	[
		'permissions of many files',
		{
			...ROLE,
			files: [{ file: by('list', 'a') }, { file }],
			type: '1',
			inherit: false,
			subjects: [member('id', '2')],
		},
		{
			fullpaths: `a|${fullpath}`,
			type: '1',
			inherit: '0',
			permissions: '{"member_ids":[2],"permission":{"role_id":5}}',
		},
	],
]);

sends(classic.setPermission, [
	[
		'classic permissions of departments, none',
		{ folder: path('/'), isGroup: '1', departments: [{ department: by('id', [3, 4]), names: [] }] },
		{ fullpath: '', is_group: '1', permissions: '{"3":[],"4":[]}' },
	],
]);
refuses(classic.setPermission, [
	[
		'a member in two rows',
		{ folder: path('Docs'), isGroup: '0', members: [{ member: by('id', '2') }, { member: by('list', '2') }] },
		/Members: ID "2" is in two rows/,
	],
]);

const inRows = (...rows: Array<[name: string, type: string, value: unknown]>) => ({
	file: path('a'),
	key: 'k',
	mode: 'manual',
	properties: rows.map(([name, type, value]) => ({ name, type, value })),
});
const inJson = (propertiesJson: unknown) => ({ file: path('a'), key: 'k', mode: 'json', propertiesJson });
const sent = (metadata: string) => ({ fullpath: 'a', key: 'k', metadata });

sends(setMetadata, [
	['JSON text', inJson('{ "a": 0, "b": ["é"] }'), sent('{"a":0,"b":["é"]}')],
	['rows beside JSON of the other mode', { ...inJson('{"a":1}'), ...inRows(['a', 'number', '3']) }, sent('{"a":3}')],
	[
		'values of all types',
		inRows(['d', 'date', '2026-12-31T23:00:00+01:00'], ['t', 'time', '2026-12-31 18:00'], ['m', 'multi', 'a, b']),
		sent('{"d":"2026-12-31","t":"2026-12-31 18:00:00","m":["a","b"]}'),
	],
	['a list, or JSON of one', inRows(['m', 'multi', ['a']], ['n', 'multi', '["b"]']), sent('{"m":["a"],"n":["b"]}')],
	['a time in digits', inRows(['t', 'time', '1767225600']), sent('{"t":"2026-01-01 00:00:00"}')],
]);
refuses(setMetadata, [
	['no properties', inRows(), /^Fill in Properties first$/],
	['an object in JSON', inJson({ a: {} }), /"a" must be text, a number or a list of texts/],
	['a broken list', inRows(['m', 'multi', '["a"']), /Property "m"[: ]/],
	['a list of numbers', inRows(['m', 'multi', '[1]']), /Property "m" must be a list of text values/],
	['a list for a text', inRows(['p', 'string', ['a']]), /^Property "p" must be text, but is a list/],
	['a day that there is not', inRows(['p', 'date', '2026-02-31']), /^Property "p": "2026-02-31" is not a date/],
	['a number beyond 2^53', inRows(['p', 'number', '9007199254740993']), /too large to be exact/],
]);
