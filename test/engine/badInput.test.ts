import { inspect } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import { startEmulator, type Emulator, type FaultRule } from '../emulator';
import type { RunResult } from './engine';
import { by, startLibrary, type Library } from './library';

/* Bad input and bad service: one clear error with what to do and the item's number, nothing sent when the input is wrong, nothing secret in it. */

let emulator: Emulator;
let library: Library;
beforeAll(async () => {
	emulator = await startEmulator();
	library = await startLibrary({ url: emulator.url, ...emulator.library });
	emulator.seedFile('Docs/a.txt', 'content');
});
afterAll(async () => await emulator.close());
beforeEach(() => emulator.faults.clear());

type Parameters = Record<string, unknown>;
const on = (resource: string, operation: string, rest: Parameters = {}): Parameters => ({ resource, operation, ...rest });
const file = by('path', 'Docs/a.txt');
const GET = on('file', 'get', { file });
const UPLOAD = on('file', 'upload', { binaryPropertyName: 'data', folder: by('path', 'Up') });
const DOWNLOAD = on('file', 'download', { file });
const FIRST = { json: { first: true } };

/** Everything that must not be seen: the secret, every signature, token and link query of this emulator's requests. */
function secretsSeen(from: number): string[] {
	const sent = emulator.requests.slice(from).flatMap(({ params }) => ['sign', 'key'].map((name) => params[name] ?? ''));
	return [emulator.library.orgClientSecret, ...sent].filter((text) => text.length > 3).flatMap((text) => [text, encodeURIComponent(text)]);
}

interface Expected { message: RegExp; description?: RegExp; item?: number; sent?: boolean }
function expectClear(result: RunResult, { message, description = /\w{3}/, item = 0, sent = false }: Expected, before: number): void {
	const { error } = result;
	expect(error?.message).toMatch(message);
	expect(error?.message).toContain(`[Item ${item}]`);
	expect(error?.description ?? '').toMatch(description);
	expect(error?.context).toMatchObject({ itemIndex: item });
	expect(result.items).toEqual([]);
	if (!sent) expect(emulator.requests.slice(before).map(({ path }) => path)).toEqual([]);
	for (const secret of secretsSeen(before)) {
		expect(JSON.stringify(error)).not.toContain(secret);
		expect(inspect(error, { depth: 6 })).not.toContain(secret);
	}
}

async function expectFailure(parameters: Parameters, expected: Expected, items: INodeExecutionData[] = [{ json: {} }], more = {}): Promise<void> {
	const before = emulator.requests.length;
	expectClear(await library.run(parameters, items, more), expected, before);
	const kept = await library.run(parameters, items, { ...more, nodeProps: { onError: 'continueRegularOutput' } });
	const bad = kept.items.filter(({ json }) => json['error'] !== undefined);
	expect(kept.error).toBeUndefined();
	expect(bad).toHaveLength(1);
	expect(bad[0]?.pairedItem).toEqual({ item: expected.item ?? 0 });
	for (const secret of secretsSeen(before)) expect(inspect(kept.items, { depth: 6 })).not.toContain(secret);
}

describe('wrong input: the field is named and nothing is sent', () => {
	const rows = (row: Parameters) => ({ rows: [row] });
	test.each<[string, Parameters, RegExp, RegExp?]>([
		['a file that is not given', on('file', 'get', { file: by('path', '={{ "" }}') }), /File: is required/],
		['the root where a file is needed', on('file', 'get', { file: by('path', '/') }), /File: .*root/],
		['an object instead of text', on('file', 'search', { keywords: '={{ { a: 1 } }}' }), /Search Text: must be text/],
		['a text instead of a number', on('file', 'getEditLink', { file, editor: by('id', '1'), options: { timeout: '={{ "soon" }}' } }), /Valid For \(Seconds\): must be a whole number/],
		['a number that is too small', on('file', 'getEditLink', { file, editor: by('id', '1'), options: { timeout: 0 } }), /Valid For \(Seconds\): must be at least 1/],
		['a member id that is no number', on('file', 'getEditLink', { file, editor: by('id', 'Bob') }), /Editor: must be a whole number/],
		['an operator id that is no number', on('folder', 'create', { name: 'x', folder: by('path', '/'), options: { operatorId: '={{ "me" }}' } }), /Operator ID: must be a whole number/],
		['a text instead of a switch', on('file', 'getEditLink', { file, editor: by('id', '1'), options: { readonly: '={{ "perhaps" }}' } }), /Read Only: must be true or false/],
		['a choice that does not exist', on('file', 'get', { file, options: { attribute: '={{ "7" }}' } }), /Details: "7" is not one of/],
		['a choice of several that does not exist', on('file', 'search', { keywords: 'x', options: { scope: '={{ ["name"] }}' } }), /Search In: "name" is not one of/],
		['a date that is none', on('change', 'count', { begin: '={{ "yesterday-ish" }}', end: '2026-01-01' }), /From: .*is not a date/],
		['JSON that is none', on('metadata', 'set', { file, key: 'k', propertiesJson: '={{ "{a:" }}' }), /Properties \(JSON\): is not valid JSON/],
		['JSON of another shape', on('metadata', 'set', { file, key: 'k', propertiesJson: '={{ "[1]" }}' }), /Properties \(JSON\): must be a JSON object/],
		['a metadata number that is none', on('metadata', 'set', { file, key: 'k', properties: rows({ name: 'n', type: 'number', value: 'ten' }) }), /Property "n": "ten" is not a number/],
		['a metadata date that is none', on('metadata', 'set', { file, key: 'k', properties: rows({ name: 'd', type: 'date', value: '31.12.2026' }) }), /Property "d": .* is not a date/],
		['a metadata list that is broken JSON', on('metadata', 'set', { file, key: 'k', properties: rows({ name: 'm', type: 'multi', value: '["a"' }) }), /Property "m": /],
		['no metadata at all', on('metadata', 'set', { file, key: 'k' }), /Properties: is required/],
		['a folder name with a separator', on('folder', 'create', { name: 'a/b', folder: by('path', '/') }), /Folder Name: "a\/b" holds a "\/"/, /folder/i],
		['a folder name of dots', on('folder', 'create', { name: '..', folder: by('path', '/') }), /Folder Name: "\.\."/],
		['a tag with a separator', on('tag', 'add', { file, tags: ['a;b'] }), /Tags: "a;b" holds ";"/],
		['an empty tag', on('tag', 'add', { file, tags: '={{ ["a", ""] }}' }), /Tags: holds an empty value/],
		['no tags', on('tag', 'add', { file, tags: [] }), /Tags: is required/],
		['a path with a separator', on('recycleBin', 'restore', { paths: ['a|b'] }), /Paths: "a\|b" holds "\|"/],
		['paths and tags', on('recycleBin', 'delete', { paths: ['a'], tags: ['b'] }), /Paths: .*Tags/],
		['neither paths nor tags', on('recycleBin', 'delete'), /Paths: .*Tags.*required/],
		['three targets for two sources', on('file', 'copyMany', { sources: ['a', 'b'], targetFolders: ['c', 'd', 'e'] }), /Target Folders: /],
		['a folder of tags without tags', on('file', 'delete', { file, options: { tagFolder: 'Docs' } }), /Folder of the Tag: /],
		['nobody to give permissions to', on('permission', 'set', { file, grant: ['ls'] }), /Members and Departments: is required/],
		['members named in two ways', on('permission', 'set', { file, grant: ['ls'], subjects: { memberIds: ['1'], accounts: ['a'] } }), /Members and Departments: .*several/],
		['a role and single permissions', on('permission', 'set', { file, roleId: 3, grant: ['ls'], subjects: { memberIds: ['1'] } }), /Role ID: /],
		['one permission granted and denied', on('permission', 'set', { file, grant: ['ls'], deny: ['ls'], subjects: { memberIds: ['1'] } }), /Deny: "ls" is chosen twice/],
		['nobody to reset', on('folderPermission', 'reset', { folder: by('path', 'Docs') }), /Member IDs: .*Department IDs.*required/],
	])('%s', async (...[, parameters, message, description]) => {
		await expectFailure(parameters, { message, ...(description ? { description } : {}) });
	});

	test('the number is that of the item, not of the first one', async () => {
		await expectFailure(on('file', 'get', { file: by('path', '={{ $json.first ? "Docs/a.txt" : "" }}') }), { message: /File: is required/, item: 1, sent: true }, [FIRST, { json: {} }]);
	});

	test.each<[string, Parameters, RegExp]>([
		['a Base URL that is none', { baseUrl: 'files.example.com' }, /Base URL: /], ['an empty Base URL', { baseUrl: '' }, /Base URL: is missing/],
		['an empty client id', { orgClientId: ' ' }, /Library Client ID: is missing/], ['an empty secret', { orgClientSecret: '' }, /Library Client Secret: is missing/],
	])('%s', async (_name, change, message) => {
		await expectFailure(GET, { message }, undefined, { credentials: { fileLibraryOrgApi: { ...library.credentials['fileLibraryOrgApi'], ...change } } });
	});
});

describe('wrong input of an upload', () => {
	const item = async (fileName = 'x.bin') => await library.engine.binaryItem(Buffer.from('content'), { fileName });
	afterEach(() => expect(emulator.sessions()).toEqual([]));

	test('a missing binary field, with those that are there', async () => {
		await expectFailure({ ...UPLOAD, binaryPropertyName: 'photo' }, { message: /binary field "photo"/, description: /data/ }, [await item()]);
	});
	test('no binary data at all', async () => await expectFailure(UPLOAD, { message: /binary field "data"/, description: /no binary data/ }));
	test('no field name', async () => await expectFailure({ ...UPLOAD, binaryPropertyName: '={{ "" }}' }, { message: /Input Binary Field: is required/ }, [await item()]));
	test('a field name of commas', async () => await expectFailure({ ...UPLOAD, binaryPropertyName: ' , ' }, { message: /Input Binary Field: / }, [await item()]));
	test('one of several fields is missing: none is sent', async () => await expectFailure({ ...UPLOAD, binaryPropertyName: 'data,photo' }, { message: /binary field "photo"/ }, [await item()]));
	test('a name with a separator', async () => await expectFailure({ ...UPLOAD, fileName: 'a/b.txt' }, { message: /File Name: "a\/b.txt" holds a "\/"/, description: /folder/i }, [await item()]));
	test('no name anywhere', async () => {
		const { fileName: _fileName, ...data } = (await item()).binary?.['data'] ?? { data: '', mimeType: '' };
		await expectFailure(UPLOAD, { message: /File Name: is required/ }, [{ json: {}, binary: { data } }]);
	});
	test('a chunk size beyond the limit', async () => await expectFailure({ ...UPLOAD, options: { chunkSize: 11 } }, { message: /Chunk Size \(MB\): must be at most 10/ }, [await item()]));
	test('one name for several files', async () => await expectFailure({ ...UPLOAD, binaryPropertyName: 'data,data', fileName: 'x' }, { message: /File Name: / }, [await item()]));
	test('the second item', async () => await expectFailure(UPLOAD, { message: /binary field "data"/, item: 1, sent: true }, [await item('first.bin'), { json: {} }]));
});

describe('the credential or the service is wrong', () => {
	const credentials = (change: Parameters) => ({ credentials: { fileLibraryOrgApi: { ...library.credentials['fileLibraryOrgApi'], ...change } } });
	const always = (match: string | RegExp, action: FaultRule['action']) => emulator.faults.add({ match, action, times: 100 });

	test('a wrong secret', async () => await expectFailure(GET, { message: /signature.*401041/, description: /secret.*(encoding|non-ASCII)/is, sent: true }, undefined, credentials({ orgClientSecret: 'wrong-secret-123' })));
	test('an unknown client id', async () => await expectFailure(GET, { message: /\(error \d+, HTTP 40\d\)/, sent: true }, undefined, credentials({ orgClientId: 'nobody' })));
	test('401041 with a non-ASCII path', async () => {
		always('/file/info', { status: 401, body: { error_code: 401041, error_msg: 'sign error' } });
		await expectFailure(on('file', 'get', { file: by('path', '合同 2026/é.txt') }), { message: /signature.*sign error.*401041/, description: /non-ASCII|encoding/i, sent: true });
	});

	test('an unknown host', async () => await expectFailure(GET, { message: /host name|looked up|ENOTFOUND|EAI_AGAIN/, description: /Base URL|name server/ }, undefined, credentials({ baseUrl: 'http://no-such-host.invalid' })));
	test('a port where nothing listens', async () => await expectFailure(GET, { message: /refused/, description: /Base URL/ }, undefined, credentials({ baseUrl: 'http://127.0.0.1:9' })));
	test('HTML instead of JSON', async () => {
		always('/file/info', { status: 200, body: '<!doctype html><title>Sign in</title>', headers: { 'content-type': 'text/html' } });
		await expectFailure(GET, { message: /web page/, description: /Base URL/, sent: true });
	});
	test('a path of another service', async () => await expectFailure(GET, { message: /HTTP 404|does not know|web page/, description: /Base URL/, sent: true }, undefined, credentials({ baseUrl: `${emulator.url}/other` })));

	test.each<[string, Parameters, RegExp]>([
		['get', on('file', 'get', { file: by('path', 'no/such.txt') }), /does not exist|not found|40402/i],
		['get by id', on('file', 'get', { file: by('id', 'nohash') }), /does not exist|not found|40402/i],
		['list', on('folder', 'getMany', { folder: by('path', 'no/such') }), /does not exist|not found|40402/i],
		['download', on('file', 'download', { file: by('path', 'no/such.txt') }), /does not exist|not found|40402/i],
		['copy', on('file', 'copy', { file: by('path', 'no/such.txt'), destinationPath: 'x' }), /does not exist|not found|40402/i],
		['download of a folder', on('file', 'download', { file: by('path', 'Docs') }), /is a folder/],
	])('a missing file: %s', async (_name, parameters, message) => await expectFailure(parameters, { message, description: /Check|Choose/, sent: true }));

	test('the link of a download refuses: its signature is not shown', async () => {
		const { items } = await library.run(on('file', 'getDownloadLink', { file }));
		const link = new URL(String((items[0]?.json['urls'] as string[])[0]));
		always(link.pathname, { status: 403, body: { error_code: 40310, error_msg: 'no' } });
		const before = emulator.requests.length;
		const result = await library.run(DOWNLOAD);
		expectClear(result, { message: /403|40310/, sent: true }, before);
		for (const key of link.searchParams.keys()) expect(inspect(result.error, { depth: 6 })).not.toContain(`${key}=`);
	});
	test('a download that does not hold what was announced', async () => {
		const { items } = await library.run(on('file', 'getDownloadLink', { file }));
		always(new URL(String((items[0]?.json['urls'] as string[])[0])).pathname, { status: 200, body: 'another', headers: { 'content-length': '7' } });
		await expectFailure(DOWNLOAD, { message: /not what was announced/, sent: true });
	});
});

describe('a clock that is off', () => {
	let off: Emulator; // of its own: what is learned about a clock is kept by address
	beforeEach(async () => {
		off = await startEmulator();
		off.seedFile('Docs/a.txt', 'content');
	});
	afterEach(async () => await off.close());
	const run = async (parameters: Parameters, items?: INodeExecutionData[], orgClientSecret = off.library.orgClientSecret) =>
		await library.run(parameters, items, { credentials: { fileLibraryOrgApi: { ...library.credentials['fileLibraryOrgApi'], baseUrl: off.url, orgClientSecret } } });

	test.each([[3600], [-3600]])('the clock is off by %d seconds: signed again with the service\'s time', async (seconds) => {
		off.faults.clockSkewMs = seconds * 1000;
		const { items, error } = await run(GET);
		expect(error).toBeUndefined();
		expect(items[0]?.json['fullpath']).toBe('Docs/a.txt');
		const up = await run({ ...UPLOAD, fileName: `skew ${seconds}.bin` }, [await library.engine.binaryItem(Buffer.from('x'))]);
		expect(up.error).toBeUndefined();
	});
	test('the clock is set right again: the next call finds the time again', async () => {
		off.faults.clockSkewMs = 7_200_000;
		expect((await run(GET)).error).toBeUndefined();
		off.faults.clear();
		expect((await run(GET)).error).toBeUndefined();
	});
	test('a wrong secret and a clock that is off: both are named', async () => {
		off.faults.clockSkewMs = 10_800_000;
		const { error } = await run(GET, undefined, 'wrong-secret-123');
		expect(error?.message).toMatch(/signature.*\[Item 0\]/);
		expect(error?.description).toMatch(/clock.*secret/is);
	});
	test('a wrong secret of one credential does not disturb another one', async () => {
		off.faults.clockSkewMs = 10_800_000;
		await run(GET, undefined, 'wrong-secret-123');
		off.faults.clear();
		expect((await run(GET)).error).toBeUndefined();
	});
});

describe('failed uploads leave no session behind', () => {
	const bytes = Buffer.alloc(3_000_000, 7);
	let count = 0;
	const input = async () => [await library.engine.binaryItem(Buffer.concat([bytes, Buffer.from(String(++count))]), { fileName: 'big.bin' })];
	afterEach(() => expect(emulator.sessions()).toEqual([]));

	test('a full library', async () => {
		emulator.faults.libraryFull = true;
		await expectFailure(UPLOAD, { message: /space|full|quota/i, description: /space|free|delete|administrator/i, sent: true }, await input());
	});
	test.each<[string, FaultRule]>([
		['parts are refused', { match: '/upload_part', action: { status: 400 }, times: 100 }],
		['no right for a part', { match: '/upload_part', action: { status: 403 }, times: 100 }],
		['the finish is refused', { match: '/upload_finish', action: { status: 403 }, times: 100 }],
		['a proxy limits the size', { match: '/upload_part', action: { status: 413, body: 'too large' }, times: 100 }],
	])('%s', async (_name, fault) => {
		emulator.faults.add(fault);
		await expectFailure(UPLOAD, { message: /\w/, sent: true }, await input());
	});
	test('an existing file with conflict Fail', async () => {
		await expectFailure({ ...UPLOAD, folder: by('path', 'Docs'), fileName: 'a.txt', options: { conflict: 'fail' } }, { message: /exists already/, sent: true }, await input());
		expect(emulator.requests.at(-1)?.path).toMatch(/info$/);
	});
});
