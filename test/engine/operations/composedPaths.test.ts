import { createHash } from 'node:crypto';
import { by, startLibrary, type Library } from '../support/library';
import { CLIENT, startStrictServer, type StrictServer } from '../support/strictServer';

/* Wire values that are composed of several properties, written out by hand from the interface document. */

const HIDDEN = '合同 2026/é+b%20&x.txt';
let server: StrictServer;
let library: Library;

beforeAll(async () => {
	server = await startStrictServer();
	library = await startLibrary({ url: server.url, ...CLIENT });
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

type Parameters = Record<string, unknown>;
type Case = [name: string, operation: string, parameters: Parameters, sent: Record<string, string | undefined>];
const file = by('path', HIDDEN);
const on = (resource: string, operation: string, rest: Parameters): Parameters => ({ resource, operation, ...rest });
const set = (rest: Parameters): Parameters => on('permission', 'set', { file, ...rest });
const metadata = (rest: Parameters): Parameters => on('metadata', 'set', { file, key: 'k', ...rest });
const row = (name: string, type: string, value: string) => ({ rows: [{ name, type, value }] });

const CASES: Case[] = [
	[
		'folder in the root',
		'libraryFileCreateFolder',
		on('folder', 'create', { name: '合同 é+b%20&x', folder: by('path', '/') }),
		{ fullpath: '合同 é+b%20&x' },
	],
	[
		'folder in a folder',
		'libraryFileCreateFolder',
		on('folder', 'create', { name: 'x', folder: by('list', HIDDEN) }),
		{ fullpath: `${HIDDEN}/x` },
	],
	[
		'slashes around the parent are dropped',
		'libraryFileCreateFolder',
		on('folder', 'create', { name: 'x', folder: by('path', '/a/b/') }),
		{ fullpath: 'a/b/x' },
	],
	[
		'root is the empty path',
		'libraryFileList',
		on('folder', 'getMany', { folder: by('list', '/'), limit: 1 }),
		{ fullpath: '' },
	],
	[
		'an empty folder path is the root',
		'libraryFileList',
		on('folder', 'getMany', { folder: by('path', ''), limit: 1 }),
		{ fullpath: '' },
	],
	[
		'copy to a path',
		'libraryFileCopy',
		on('file', 'copy', { file, destinationPath: 'a/é b.txt' }),
		{ from_fullpath: HIDDEN, fullpath: 'a/é b.txt' },
	],
	[
		'copy into a folder keeps the name',
		'libraryFileCopy',
		on('file', 'copy', { file, destinationPath: 'a/' }),
		{ fullpath: 'a/é+b%20&x.txt' },
	],
	[
		'copy into the root keeps the name',
		'libraryFileCopy',
		on('file', 'copy', { file, destinationPath: '/' }),
		{ fullpath: 'é+b%20&x.txt' },
	],
	[
		'move to a path',
		'libraryFileMove',
		on('file', 'move', { file, destinationPath: '/a/0' }),
		{ fullpath: HIDDEN, dest_fullpath: 'a/0' },
	],
	[
		'move into a folder',
		'libraryFileMove',
		on('file', 'move', { file: by('list', 'a/0'), destinationPath: 'b/' }),
		{ dest_fullpath: 'b/0' },
	],
	[
		'delete by tag in the whole library',
		'libraryFileDelete',
		on('file', 'delete', { file: by('tag', '旧;draft') }),
		{ tag: '旧;draft', path: '', fullpath: undefined },
	],
	[
		'delete by one tag in a folder',
		'libraryFileDelete',
		on('file', 'delete', { file: by('tag', '0'), options: { tagFolder: '/合同 2026/' } }),
		{ tag: '0', path: '合同 2026' },
	],
	[
		'delete by path sends no folder of tags',
		'libraryFileDelete',
		on('file', 'delete', { file, options: { tagFolder: '' } }),
		{ fullpath: HIDDEN, path: undefined },
	],
	['link without an end', 'libraryFileLink', on('link', 'create', { file, options: {} }), { deadline: undefined }],
	[
		'link with an end, in seconds',
		'libraryFileLink',
		on('link', 'create', { file, options: { deadline: '2026-03-04T05:06:07.999Z' } }),
		{ deadline: '1772600767' },
	],
	[
		'link that never ends',
		'libraryFileLink',
		on('link', 'create', { file, options: { neverExpires: true, deadline: '2026-03-04T05:06:07Z' } }),
		{ deadline: '-1' },
	],
	[
		'neverExpires false leaves the default',
		'libraryFileLink',
		on('link', 'create', { file, options: { neverExpires: false } }),
		{ deadline: undefined },
	],
	[
		'link closed by code',
		'libraryFileLinkClose',
		on('link', 'close', { link: by('code', 'é+b%20&x') }),
		{ code: 'é+b%20&x', fullpath: undefined },
	],
	[
		'metadata text',
		'libraryFileSetMetadata',
		metadata({ properties: row('名', 'string', HIDDEN) }),
		{ metadata: JSON.stringify({ 名: HIDDEN }) },
	],
	[
		'metadata number 0',
		'libraryFileSetMetadata',
		metadata({ properties: row('n', 'number', '0') }),
		{ metadata: '{"n":0}' },
	],
	[
		'metadata number from an expression',
		'libraryFileSetMetadata',
		metadata({ properties: row('n', 'number', '={{ 0 }}') }),
		{ metadata: '{"n":0}' },
	],
	[
		'metadata date and time',
		'libraryFileSetMetadata',
		metadata({
			properties: {
				rows: [
					{ name: 'd', type: 'date', value: '2026-12-31' },
					{ name: 't', type: 'time', value: '2026-12-31 18:00:00' },
				],
			},
		}),
		{ metadata: '{"d":"2026-12-31","t":"2026-12-31 18:00:00"}' },
	],
	[
		'metadata select',
		'libraryFileSetMetadata',
		metadata({ properties: row('s', 'select', 'é') }),
		{ metadata: '{"s":"é"}' },
	],
	[
		'metadata multiple select of one',
		'libraryFileSetMetadata',
		metadata({ properties: row('m', 'multi', 'a b') }),
		{ metadata: '{"m":["a b"]}' },
	],
	[
		'metadata multiple select of two',
		'libraryFileSetMetadata',
		metadata({ properties: row('m', 'multi', 'a, b') }),
		{ metadata: '{"m":["a","b"]}' },
	],
	[
		'metadata as JSON text',
		'libraryFileSetMetadata',
		metadata({ propertiesJson: '{ "a": 0, "b": ["é"] }' }),
		{ metadata: '{"a":0,"b":["é"]}' },
	],
	[
		'metadata as JSON object of an expression',
		'libraryFileSetMetadata',
		metadata({ propertiesJson: '={{ { a: 0, b: "" } }}' }),
		{ metadata: '{"a":0,"b":""}' },
	],
	[
		'rows win over the JSON',
		'libraryFileSetMetadata',
		metadata({ propertiesJson: '{"a":1,"b":2}', properties: row('a', 'number', '3') }),
		{ metadata: '{"a":3,"b":2}' },
	],
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
		set({ roleId: 5, subjects: { outIds: [HIDDEN] } }),
		{ permissions: JSON.stringify({ out_ids: [HIDDEN], permission: { role_id: 5 } }) },
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
			files: ['a', HIDDEN],
			type: '1',
			roleId: 0,
			deny: ['ls'],
			subjects: { memberIds: ['2'] },
			options: { inherit: false },
		}),
		{
			fullpaths: `a|${HIDDEN}`,
			type: '1',
			inherit: '0',
			permissions: '{"member_ids":[2],"permission":{"role_id":0,"ls":-1}}',
		},
	],
	[
		'one file, inheritance left alone',
		'permissionBatchSet',
		on('permission', 'setMany', { files: [HIDDEN], type: '0', roleId: 5, subjects: { memberIds: ['2'] } }),
		{ fullpaths: HIDDEN, inherit: undefined },
	],
	[
		'permissions taken away',
		'permissionDelete',
		on('permission', 'delete', { file, subjects: { accounts: ['a'], groupIds: ['4'] } }),
		{ ids: '{"accounts":["a"],"group_ids":[4]}' },
	],
	[
		'from now, newest first',
		'libraryFileUpdates',
		on('change', 'getMany', { mode: 'newest', returnAll: true }),
		{ fetch_dateline: '0', mode: undefined, dir: undefined },
	],
	[
		'changes since a date',
		'libraryFileUpdates',
		on('change', 'getMany', { since: '2026-03-04T05:06:07.890Z', returnAll: true, options: { dir: '0' } }),
		{ fetch_dateline: '1772600767890', mode: 'compare', dir: '0' },
	],
	[
		'changes since a cursor',
		'libraryFileUpdates',
		on('change', 'getMany', { since: '={{ 1772600767890 }}', returnAll: true }),
		{ fetch_dateline: '1772600767890' },
	],
];

test.each(CASES)('%s', async (_name, operation, parameters, expected) => {
	const { error } = await library.run(parameters);
	expect(server.problems()).toEqual([]);
	expect(error).toBeUndefined();
	const sent = server.sent(operation)[0] ?? {};
	const chosen = Object.fromEntries(Object.keys(expected).map((name) => [name, sent[name]]));
	// JSON is compared by its meaning: the order of the keys is free.
	for (const name of ['permissions', 'ids', 'metadata']) {
		if (typeof expected[name] === 'string')
			expect(JSON.parse(chosen[name] ?? 'null')).toEqual(JSON.parse(expected[name]));
	}
	for (const [name, value] of Object.entries(expected))
		if (!['permissions', 'ids', 'metadata'].includes(name))
			expect({ [name]: chosen[name] }).toEqual({ [name]: value });
});

test('a date without an offset is in the time zone of the workflow', async () => {
	await library.run(on('link', 'create', { file, options: { deadline: '2026-03-04T05:06:07' } }), undefined, {
		settings: { timezone: 'Asia/Shanghai' },
	});
	expect(server.sent('libraryFileLink')[0]?.deadline).toBe(String(Date.UTC(2026, 2, 3, 21, 6, 7) / 1000));
});

describe('upload', () => {
	const bytes = Buffer.from([0, 255, 13, 10, 0]);
	const upload = (rest: Parameters): Parameters => on('file', 'upload', { binaryPropertyName: 'data', ...rest });
	const sha1 = createHash('sha1').update(bytes).digest('hex');

	test.each<[string, Parameters, string]>([
		['the name of the binary file', { folder: by('path', '/') }, 'é+b%20&x.txt'],
		['a folder and a name', { folder: by('path', '/合同 2026/'), fileName: '0' }, '合同 2026/0'],
		['a folder from the list', { folder: by('list', '合同 2026'), fileName: 'a b' }, '合同 2026/a b'],
	])('to %s', async (_name, parameters, fullpath) => {
		server.onlyKnown = true;
		const { error, items } = await library.run(upload(parameters), [
			await library.engine.binaryItem(bytes, { fileName: 'é+b%20&x.txt' }),
		]);
		expect(server.problems()).toEqual([]);
		expect(error).toBeUndefined();
		expect(server.sent('libraryFileCreateFile')[0]).toMatchObject({
			fullpath,
			filehash: sha1,
			filesize: '5',
			overwrite: '0',
		});
		const init = server.requests.find(({ operation }) => operation === 'uploadInitLibrary');
		expect(decodeURIComponent(String(init?.headers['x-svc-upload-filename']))).toBe(fullpath.split('/').at(-1));
		expect(init?.headers).toMatchObject({
			'x-svc-upload-pathhash': 'path-hash',
			'x-svc-upload-filehash': sha1,
			'x-svc-upload-filesize': '5',
		});
		expect(server.files.get(fullpath)).toEqual(bytes);
		expect(items[0]?.json).toMatchObject({ fullpath, filehash: sha1, filesize: 5 });
	});

	test('by web form', async () => {
		server.onlyKnown = true;
		const { error } = await library.run(
			upload({
				folder: by('path', '合同 2026'),
				fileName: 'é+b%20&x.txt',
				options: { method: 'form', conflict: 'overwrite', operatorId: 0 },
			}),
			[await library.engine.binaryItem(bytes)],
		);
		expect(server.problems()).toEqual([]);
		expect(error).toBeUndefined();
		expect(server.sent('libraryFileUploadServers')[0]).toMatchObject({ fullpath: HIDDEN });
		expect(server.sent('webUploadLibrary')[0]).toMatchObject({
			org_client_id: CLIENT.orgClientId,
			key: 'temporary-key',
			path: '合同 2026',
			name: 'é+b%20&x.txt',
			filefield: 'file',
			overwrite: '1',
			op_id: '0',
		});
		expect(server.files.get(HIDDEN)).toEqual(bytes);
	});

	test('to a server named by another vendor prefix', async () => {
		const credentials = structuredClone(library.credentials);
		(credentials.fileLibraryOrgApi as Parameters).vendorPrefix = 'gk';
		await library.run(upload({ folder: by('path', '/') }), [await library.engine.binaryItem(bytes)], {
			credentials,
		});
		const init = server.requests.find(({ operation }) => operation === 'uploadInitLibrary');
		expect(init?.headers).toMatchObject({ 'x-gk-upload-filehash': sha1 });
		expect(Object.keys(init?.headers ?? {}).filter((name) => name.startsWith('x-svc-'))).toEqual([]);
	});
});
