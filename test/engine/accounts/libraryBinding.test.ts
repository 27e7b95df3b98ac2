import { inspect } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { signRequest } from '../../../src/n8n/credentials/authenticate';
import type { RunResult } from '../support/engine';
import { by, node, startLibrary, type Library } from '../support/library';
import { LIBRARIES, startEnterpriseServer, type EnterpriseServer } from '../support/enterpriseServer';

/* The File Library node with the credential of an enterprise: it opens the chosen library by itself. */

let server: EnterpriseServer;
let library: Library;
const ID = { orgClientId: 'of another credential', orgClientSecret: 'not used at all' };
const on = (resource: string, operation: string, more: object = {}) => ({
	authentication: 'enterprise',
	library: by('id', '1001'),
	resource,
	operation,
	...more,
});
const GET = on('file', 'get', { file: by('path', 'a.txt') });
const LIST = on('folder', 'getMany', { folder: by('path', '/') });

beforeEach(async () => {
	server = await startEnterpriseServer(); // a new address each time: nothing is known of it
	library = await startLibrary({ url: server.url, ...ID });
	library.engine.register(node, new FileLibraryEnterpriseApi());
	library.credentials.fileLibraryEnterpriseApi = { ...server.credential };
	server.files.set('1001/a.txt', Buffer.from('content of a'));
});
afterEach(async () => await server.close());

/** Runs and looks for what must never be seen. */
async function run(parameters: object, items?: INodeExecutionData[], more = {}): Promise<RunResult> {
	const result = await library.run({ ...parameters }, items, more);
	for (const secret of server.secrets)
		expect(inspect([result.items, result.error], { depth: 30 })).not.toContain(secret);
	return result;
}
const namesOf = ({ items }: RunResult): unknown[] => items.map(({ json }) => json.fullpath);
const lastParts = (): Array<string | undefined> => server.log.map(({ path }) => path.split('/').at(-1));

describe('choosing the library', () => {
	test.each([
		['list', '1001', 1001],
		['id', '1002', 1002],
		['id', 1003, 1003],
		['mountId', '5004', 1004],
	])('by %s', async (mode, value, org) => {
		const result = await run({ ...LIST, library: by(mode, value) });
		expect(result.error).toBeUndefined();
		expect(namesOf(result)).toEqual([`of library ${org}`]);
		const [bind] = server.log;
		expect(bind?.params).toMatchObject({
			title: 'n8n',
			[mode === 'mountId' ? 'mount_id' : 'org_id']: String(value),
		});
	});

	test('each item by its own expression, each library bound once', async () => {
		const items = [1001, 1002, 1001, 1002].map((id) => ({ json: { id } }));
		const result = await run({ ...LIST, library: by('id', '={{ $json.id }}') }, items);
		expect(namesOf(result)).toEqual([1001, 1002, 1001, 1002].map((org) => `of library ${org}`));
		expect(server.count('/bind')).toBe(2);
	});

	test('many executions at once bind once', async () => {
		const results = await Promise.all(Array.from({ length: 10 }, async () => await run(LIST)));
		expect(results.map(namesOf)).toEqual(results.map(() => ['of library 1001']));
		expect(server.count('/bind')).toBe(1);
		await run(LIST);
		expect(server.count('/bind')).toBe(1);
	});

	test.each<[string, object, RegExp]>([
		['no library', { library: by('id', '={{ "" }}') }, /Library: is required/],
		['a name instead of an ID', { library: by('id', '={{ "Contracts" }}') }, /Library: must be a whole number/],
		['wrong input beside it', { ...GET, file: by('path', '={{ "" }}') }, /File: is required/],
	])('%s: nothing is sent', async (_name, change, message) => {
		const { error } = await run({ ...LIST, ...change });
		expect(error?.message).toMatch(message);
		expect(server.log).toEqual([]);
	});

	test('a library that does not exist', async () => {
		const { error } = await run({ ...LIST, library: by('id', '9') });
		expect(error?.message).toMatch(/could not open the library: The library does not exist.*\[Item 0\]/);
		expect(lastParts()).toEqual(['bind']);
	});

	test('a wrong secret of the enterprise, which gets nothing that another has bound', async () => {
		await run(LIST);
		const { error } = await run(LIST, undefined, {
			credentials: { fileLibraryEnterpriseApi: { ...server.credential, clientSecret: 'guessed-secret' } },
		});
		expect(error?.message).toMatch(/could not open the library: The service refused the signature/);
		expect(inspect(error, { depth: 30 })).not.toContain('guessed-secret');
	});

	test('without the parameter the library authorization is used, as before', async () => {
		const { error } = await run({ resource: 'folder', operation: 'getMany', folder: by('path', '/') });
		expect(error?.message).toMatch(/40103/);
		expect(server.log.map(({ params }) => params.org_client_id)).toEqual([ID.orgClientId]);
	});
});

describe('the authorization ends in the middle', () => {
	test('between two executions: bound once more', async () => {
		await run(GET);
		server.unbind(1001);
		const { items, error } = await run(GET);
		expect(error).toBeUndefined();
		expect(items[0]?.json.fullpath).toBe('a.txt');
		expect(lastParts()).toEqual(['bind', 'info', 'info', 'bind', 'info']);
	});

	test('between two items', async () => {
		let calls = 0;
		server.before = (path) => {
			if (path.endsWith('/info') && ++calls === 2) server.unbind(1001);
		};
		const { items, error } = await run({ ...GET, options: { concurrency: 1 } }, [
			{ json: {} },
			{ json: {} },
			{ json: {} },
		]);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(lastParts()).toEqual(['bind', 'info', 'info', 'bind', 'info', 'info']);
	});

	test('while several items are worked on: bound once more for all of them', async () => {
		let calls = 0;
		server.before = (path) => {
			if (path.endsWith('/info') && ++calls === 2) server.unbind(1001);
		};
		const { items, error } = await run(
			GET,
			Array.from({ length: 12 }, () => ({ json: {} })),
		);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(Array.from({ length: 12 }, (_, item) => ({ item })));
		expect(lastParts().filter((part) => part === 'bind')).toHaveLength(2);
	});

	test.each<[number, unknown]>([
		[401, { error_code: 40103 }],
		[403, { error_code: 40311 }],
		[403, ''],
	])('a refusal that stays ends after one more try: %d %j', async (status, body) => {
		server.refusals.set('/file/info', [status, body]);
		const { error } = await run(GET);
		expect(error?.httpCode).toBe(String(status));
		expect(lastParts()).toEqual(['bind', 'info', 'bind', 'info']);
	});

	test('the library is gone', async () => {
		await run(GET);
		server.unbind(1001);
		server.refusals.set('/org/bind', [404, { error_code: 40401, error_msg: 'deleted' }]);
		const { error } = await run(GET);
		expect(error?.message).toMatch(/could not open the library.*deleted/);
	});
});

describe('files', () => {
	const content = Buffer.alloc(2_500_000, 'upload ');
	const UPLOAD = on('file', 'upload', {
		binaryPropertyName: 'data',
		folder: by('path', '/'),
		options: { chunkSize: 1 },
	});
	const DOWNLOAD = on('file', 'download', { file: by('path', 'big.bin'), binaryPropertyName: 'data' });
	const input = async () => [await library.engine.binaryItem(content, { fileName: 'big.bin' })];

	test('up and down again', async () => {
		const up = await run(UPLOAD, await input());
		expect(up.error).toBeUndefined();
		expect(server.files.get('1001/big.bin')?.equals(content)).toBe(true);
		const down = await run(DOWNLOAD);
		expect(down.error).toBeUndefined();
		expect((await library.engine.contentOf(down.items[0] as INodeExecutionData)).equals(content)).toBe(true);
		expect(server.count('/bind')).toBe(1);
	});

	test.each(['/create_file', '/upload_init'])('an authorization that ends before %s', async (step) => {
		let done = false;
		server.before = (path) => {
			if (done || !path.endsWith(step)) return;
			done = true;
			server.unbind(1001);
		};
		const { items, error } = await run(UPLOAD, await input());
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'big.bin', filesize: content.length });
		expect(server.files.get('1001/big.bin')?.equals(content)).toBe(true);
		expect(server.count('/bind')).toBe(2);
	});

	test('an authorization that ends before the download link', async () => {
		server.files.set('1001/big.bin', content);
		let done = false;
		server.before = (path) => {
			if (!done && path.endsWith('/download_url')) server.unbind(1001);
			done ||= path.endsWith('/download_url');
		};
		const { items, error } = await run(DOWNLOAD);
		expect(error).toBeUndefined();
		expect((await library.engine.contentOf(items[0] as INodeExecutionData)).equals(content)).toBe(true);
	});
});

describe('lists', () => {
	const search = async (method: string, filter?: string, token?: string, parameters: object = LIST) =>
		await library.engine.search({
			node: library.name,
			credentials: library.credentials,
			method,
			parameters: { ...parameters },
			...(filter === undefined ? {} : { filter }),
			...(token === undefined ? {} : { token }),
		});

	test('libraries come in pages', async () => {
		const found = [];
		let token: string | undefined;
		const sizes: number[] = [];
		do {
			const page = await search('libraries', undefined, token);
			found.push(...page.results);
			sizes.push(page.results.length);
			token = page.paginationToken as string | undefined;
		} while (token !== undefined);
		expect(sizes).toEqual([100, 100, 30]);
		expect(found).toEqual(
			LIBRARIES.map(({ org_id: id, org_name: name }) => ({ name: `${name} (${id})`, value: String(id) })),
		);
	});

	test('libraries by the beginning of their names', async () => {
		const { results, paginationToken } = await search('libraries', ' Contracts 2');
		expect(results.map(({ name }) => name)).toEqual([
			'Contracts 20 (1020)',
			'Contracts 200 (1200)',
			'Contracts 210 (1210)',
			'Contracts 220 (1220)',
		]);
		expect(paginationToken).toBeUndefined();
		expect(server.log[0]?.params).toMatchObject({ prefix: 'Contracts 2', size: '1000' });
	});

	test('files of the chosen library', async () => {
		const { results } = await search('entriesByPath');
		expect(results).toEqual([{ name: 'of library 1001', value: 'of library 1001' }]);
		server.unbind(1001);
		expect((await search('entriesByHash')).results).toHaveLength(1);
		expect(server.count('/bind')).toBe(2);
	});

	test('files before a library is chosen', async () => {
		await expect(
			search('entriesByPath', undefined, undefined, { ...LIST, library: by('list', '') }),
		).rejects.toThrow(/Library: is required/);
		expect(server.log).toEqual([]);
	});
});

test('the credential test is a signed call that every enterprise client may make', async () => {
	const type = new FileLibraryEnterpriseApi();
	expect(type.test.request).toMatchObject({ url: '/m-open/1/ent/get_roles', method: 'POST' });
	const request = await (type.authenticate as (data: IDataObject, request: object) => Promise<object>)(
		server.credential as IDataObject,
		{ url: `${server.url}/m-open/1/org/ls`, method: 'POST' },
	);
	const again = signRequest(
		request as Parameters<typeof signRequest>[0],
		{ name: 'client_id', id: server.credential.clientId, secret: server.credential.clientSecret },
		Date.now(),
	) as { url: string; body: string };
	const answer = await fetch(again.url, { method: 'POST', body: new URLSearchParams(again.body) });
	expect(answer.status).toBe(200);
});
