import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { startEmulator, type Emulator } from '../../emulator';
import { by, node, startLibrary, type Library } from '../support/library';

/* What the editor of n8n does with the node and its credential: browsing, testing the credential, offering the node to an AI agent. */

let emulator: Emulator;
let library: Library;
beforeAll(async () => {
	emulator = await startEmulator();
	library = await startLibrary({ url: emulator.url, ...emulator.library });
	for (const path of ['Docs/2026/é 合同.txt', 'Docs/2026/b.txt', 'Docs/readme.txt', 'top.txt'])
		emulator.seedFile(path, path);
	emulator.seed({ count: 250, folder: 'Many' });
	for (let i = 0; i < 3; i++) emulator.seedFile(`Folders/sub${i}/x.txt`, 'x');
});
afterAll(async () => await emulator.close());
beforeEach(() => emulator.faults.clear());

describe('From List', () => {
	const search = async (method: string, filter?: string, token?: string) =>
		await library.engine.search({
			node: library.name,
			parameters: { resource: 'file', operation: 'get', file: by('list', '') },
			credentials: library.credentials,
			method,
			...(filter === undefined ? {} : { filter }),
			...(token === undefined ? {} : { token }),
		});
	const names = async (method: string, filter?: string): Promise<string[]> =>
		(await search(method, filter)).results.map(({ name }) => name).sort();

	test.each(['entriesByHash', 'entriesByPath', 'foldersByPath'])(
		'%s: every locator of the form that browses has its method',
		(method) => {
			const used = node.description.properties
				.flatMap(({ modes }) => modes ?? [])
				.map(({ typeOptions }) => typeOptions?.searchListMethod)
				.filter(Boolean);
			expect(used).toContain(method);
			for (const name of used) expect(Object.keys(node.methods.listSearch)).toContain(name);
		},
	);

	test('without text: the root of the library, folders with a slash', async () => {
		expect(await names('entriesByPath')).toEqual(['Docs/', 'Folders/', 'Many/', 'top.txt']);
	});
	test('folders only, the root among them', async () =>
		expect(await names('foldersByPath')).toEqual(['/ (Library Root)', 'Docs/', 'Folders/', 'Many/']));
	test('down by "Folder/"', async () => {
		expect(await names('entriesByPath', 'Docs/')).toEqual(['Docs/2026/', 'Docs/readme.txt']);
		expect(await names('entriesByPath', 'Docs/2026/')).toEqual(['Docs/2026/b.txt', 'Docs/2026/é 合同.txt']);
		expect(await names('foldersByPath', 'Docs/')).toEqual(['Docs/2026/']);
	});
	test('the beginning of a name inside a folder', async () =>
		expect(await names('entriesByPath', 'Docs/re')).toEqual(['Docs/readme.txt']));
	test('a text is searched by name', async () =>
		expect(await names('entriesByPath', '合同')).toEqual(['Docs/2026/é 合同.txt']));
	test('a folder that does not exist is an error that can be read', async () =>
		await expect(search('entriesByPath', 'nowhere/')).rejects.toThrow(/not exist|not found|40402/i));

	test('page after page: all 250 entries, none twice', async () => {
		const found: unknown[] = [];
		let token: string | undefined;
		for (let pages = 0; pages < 10; pages++) {
			const page = await search('entriesByHash', 'Many/', token);
			found.push(...page.results.map(({ value }) => value));
			token = page.paginationToken === undefined ? undefined : String(page.paginationToken);
			if (token === undefined) break;
		}
		expect(found).toHaveLength(250);
		expect(new Set(found).size).toBe(250);
	});

	test('what is chosen works as the value of the locator', async () => {
		const byHash = (await search('entriesByHash', 'Docs/2026/b')).results[0];
		const byPath = (await search('foldersByPath', 'Docs/')).results[0];
		expect(
			(await library.run({ resource: 'file', operation: 'get', file: by('list', byHash?.value) })).items[0]?.json
				.fullpath,
		).toBe('Docs/2026/b.txt');
		expect(
			(await library.run({ resource: 'folder', operation: 'getMany', folder: by('list', byPath?.value) })).items,
		).toHaveLength(2);
		expect(
			(await library.run({ resource: 'folder', operation: 'getMany', folder: by('list', '/') })).items,
		).toHaveLength(4);
	});
});

describe('credential', () => {
	const credential = new FileLibraryOrgApi();
	const authenticate = credential.authenticate as (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	) => Promise<IHttpRequestOptions>;
	const data = (change = {}) => ({ ...library.credentials.fileLibraryOrgApi, ...change });

	/** As n8n's tester: the test request with its expressions resolved, signed by `authenticate`, sent, judged by its rules. */
	async function test_(change = {}): Promise<{ status: number; message: string }> {
		const given = data(change) as Record<string, string>;
		const { request, rules } = credential.test;
		const base = String(given.baseUrl).replace(/\/+$/, '');
		expect(request.baseURL).toContain('$credentials.baseUrl');
		const signed = await authenticate(given, {
			method: request.method,
			url: `${base}${request.url}`,
		} as IHttpRequestOptions);
		const query = new URLSearchParams(signed.qs as Record<string, string>).toString();
		const answer = await fetch(`${signed.url}${query ? `?${query}` : ''}`, {
			method: signed.method ?? 'GET',
			headers: signed.headers as Record<string, string>,
			body: signed.body as string,
		});
		const rule = (rules ?? []).find(
			({ type, properties }) => type === 'responseCode' && properties.value === answer.status,
		);
		return { status: answer.status, message: String(rule?.properties.message ?? '') };
	}

	test('the right one passes', async () => expect(await test_()).toEqual({ status: 200, message: '' }));
	test('a slash at the end of the address does no harm', async () =>
		expect((await test_({ baseUrl: `${emulator.url}/` })).status).toBe(200));
	test('a wrong secret says so', async () =>
		expect(await test_({ orgClientSecret: 'wrong' })).toMatchObject({
			status: 401,
			message: expect.stringMatching(/Secret/),
		}));
	test('an address without the service says so', async () =>
		expect(await test_({ baseUrl: `${emulator.url}/nothing` })).toMatchObject({
			message: expect.stringMatching(/Base URL/),
		}));

	test('every field that holds a secret is a password field', () => {
		for (const { name, typeOptions } of credential.properties)
			if (/secret|password|token/i.test(name))
				expect({ name, typeOptions }).toMatchObject({ typeOptions: { password: true } });
	});

	test.each<[string, Partial<IHttpRequestOptions> & Record<string, unknown>]>([
		['a form text', { method: 'POST', url: '/m-open/1/file/info', body: 'fullpath=Docs%2F2026%2Fb.txt' }],
		['an object', { method: 'POST', url: '/m-open/1/file/info', body: { fullpath: 'Docs/2026/é 合同.txt' } }],
		[
			'URLSearchParams',
			{
				method: 'POST',
				url: '/m-open/1/file/info',
				body: new URLSearchParams({ fullpath: 'Docs/2026/é 合同.txt' }),
			},
		],
		[
			'the legacy uri and form',
			{ method: 'POST', uri: '/m-open/1/file/info', form: { fullpath: 'Docs/2026/é 合同.txt' } },
		],
		['query of a GET', { method: 'GET', url: '/m-open/1/file/info', qs: { fullpath: 'Docs/2026/b.txt' } }],
		[
			'query in the address',
			{ method: 'GET', url: '/m-open/1/file/info?fullpath=Docs%2F2026%2F%C3%A9+%E5%90%88%E5%90%8C.txt' },
		],
		[
			'create_file, whose checksum is not signed',
			{
				method: 'POST',
				url: '/m-open/1/file/create_file',
				body: { fullpath: 'x.txt', filehash: 'a'.repeat(40), filesize: 3 },
			},
		],
		[
			'an old stamp is replaced',
			{
				method: 'POST',
				url: '/m-open/1/file/info',
				body: { fullpath: 'Docs/2026/b.txt', sign: 'old', dateline: '1' },
			},
		],
	])('authenticate signs %s, also twice', async (_name, request) => {
		const key = request.uri ? 'uri' : 'url';
		const given = { ...request, [key]: `${emulator.url}${String(request[key])}` } as never;
		const once = await authenticate(data(), given);
		const signed = (await authenticate(data(), once)) as IHttpRequestOptions & { uri?: string };
		const query = new URLSearchParams(signed.qs as Record<string, string>).toString();
		const answer = await fetch(`${signed.url ?? signed.uri}${query ? `?${query}` : ''}`, {
			method: signed.method ?? 'GET',
			headers: signed.headers as Record<string, string>,
			...(signed.body ? { body: signed.body as string } : {}),
		});
		expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200 });
	});
});

describe('as an AI tool', () => {
	/** packages/cli's convertNodeToAiTool asks for plain main inputs and outputs and a description. */
	test('the description can be converted', () => {
		const { usableAsTool, inputs, outputs, description, properties } = node.description;
		expect(usableAsTool).toBe(true);
		expect([inputs, outputs]).toEqual([['main'], ['main']]);
		expect(description).toBeTruthy();
		expect(properties.map(({ name }) => name)).not.toContain('toolDescription');
		const operations = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => options ?? []);
		for (const option of operations)
			expect(option).toMatchObject({
				action: expect.stringMatching(/^[A-Z]/),
				description: expect.stringMatching(/\w/),
			});
	});

	test('n8n makes a tool of it whose arguments reach the node', async () => {
		const parameters = {
			descriptionType: 'auto',
			resource: 'file',
			operation: 'get',
			file: by('path', "={{ $fromAI('File_Path', `Full path of the file`, 'string') }}"),
			options: { attribute: "={{ $fromAI('Details', `How much`, 'string') }}" },
		};
		const asNode: INode = {
			id: '1',
			name: 'File Library',
			type: library.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: parameters as never,
		};
		let asked: Record<string, unknown> = {};
		const { response } = createNodeAsTool({
			node: asNode,
			nodeType: node,
			handleToolInvocation: async (args) => {
				asked = args;
				return await Promise.resolve('ok');
			},
		});
		expect(Object.keys((response.schema as unknown as { shape: object }).shape)).toEqual(['File_Path', 'Details']);
		expect(response.description).toMatch(/get/i);
		await response.invoke({ File_Path: 'Docs/2026/b.txt', Details: '1' });
		expect(asked).toEqual({ File_Path: 'Docs/2026/b.txt', Details: '1' });
		const { items, error } = await library.run(
			{
				resource: 'file',
				operation: 'get',
				file: by('path', '={{ $json.File_Path }}'),
				options: { attribute: '={{ $json.Details }}' },
			},
			[{ json: asked as never }],
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json.fullpath).toBe('Docs/2026/b.txt');
	});

	test('numbers, switches and lists may come as text from a model', async () => {
		const { error } = await library.run({
			resource: 'file',
			operation: 'getEditLink',
			file: by('path', 'Docs/readme.txt'),
			editor: by('id', '={{ 1 }}'),
			options: { timeout: '={{ "60" }}', readonly: '={{ "true" }}' },
		});
		expect(error?.message ?? '').not.toMatch(/must be/);
		const sent = emulator.requests.at(-1)?.params;
		expect(sent).toMatchObject({ op_id: '1', timeout: '60', readonly: '1' });
		await library.run({
			resource: 'tag',
			operation: 'add',
			file: by('path', 'top.txt'),
			tags: '={{ \'["a","b"]\' }}',
		});
		expect(emulator.requests.at(-1)?.params).toMatchObject({ tag: 'a;b' });
	});
});
