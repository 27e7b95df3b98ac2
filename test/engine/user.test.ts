import { inspect } from 'node:util';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { FileLibraryTokenApi } from '../../credentials/FileLibraryTokenApi.credentials';
import { FileLibraryUser } from '../../nodes/FileLibraryUser/FileLibraryUser.node';
import { reference, type OperationEntry, type ParameterRow } from '../../src/tools/reference';
import { contractOf, resolve } from '../contract/contract';
import type { CredentialData } from './credentialsHelper';
import { createEngine, type Engine, type RunResult } from './engine';
import { by, withValue } from './library';
import { CLIENT, PERSON, startUserServer, type UserServer } from './userServer';

/* The File Library User node and its credential, in the real engine against a strict server. */

const TYPE = 'fileLibraryTokenApi';
const entries = reference().filter(({ node }) => node === 'fileLibraryUser');
const HIDDEN = '合同 2026/é+b%20&x.txt';
let server: UserServer;
let engine: Engine;
let node: string;
let serial = 0;

beforeAll(async () => {
	server = await startUserServer();
	engine = await createEngine();
	node = engine.register(new FileLibraryUser(), new FileLibraryTokenApi());
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());
afterEach(() => expect(server.problems).toEqual([]));

/** A credential as a person fills it in. Each is of a service of its own, so that tests share no tokens in the process. */
const credential = (fields: Record<string, unknown> = {}): CredentialData =>
	({ [TYPE]: { baseUrl: `${server.url}${'/'.repeat(++serial)}`, ...CLIENT, grantType: 'password', ...PERSON, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...fields } as CredentialData[string] });
const run = async (parameters: Readonly<Record<string, unknown>>, credentials = credential(), items: INodeExecutionData[] = [{ json: {} }]): Promise<RunResult> =>
	await engine.run({ node, parameters: { ...parameters }, credentials, items });
const library = by('id', 1024);
const GET = { resource: 'file', operation: 'get', library, file: by('path', 'Docs/a.txt') };
const LIST = { resource: 'library', operation: 'getMany', returnAll: true };
const file = async () => [await engine.binaryItem(Buffer.from('bytes to upload'), { fileName: 'report.bin' })];
const isUpload = (entry: OperationEntry): boolean => entry.covers.includes('uploadPart');
const kept = (credentials: CredentialData) => credentials[TYPE] as Record<string, unknown>;

describe('operations', () => {
	test.each(entries.map((entry): [string, OperationEntry] => [entry.id, entry]))('%s: the example, and every parameter', async (id, entry) => {
		const credentials = credential();
		const { items, error } = await run(entry.example, credentials, isUpload(entry) ? await file() : undefined);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
		expect(server.sent(entry.covers.includes(id) ? id : entry.covers[0] ?? '')).not.toEqual([]);
		for (const row of entry.parameters.filter(({ composed, kind }) => !composed && kind !== 'binary')) {
			for (const [value, wire] of casesOf(entry, row)) {
				server.requests.length = 0;
				const changed = await run(withValue(row.path === 'limit' ? { ...entry.example, returnAll: false } : entry.example, row.path, value), credentials, isUpload(entry) ? await file() : undefined);
				expect({ row: row.path, error: changed.error }).toEqual({ row: row.path, error: undefined });
				const target = entry.covers.find((name) => contractOf(name).parameters.has(row.wire)) ?? '';
				expect({ row: row.path, value, wire: server.sent(target)[0]?.[row.wire] ?? null }).toEqual({ row: row.path, value, wire });
			}
		}
	});

	function casesOf(entry: OperationEntry, row: ParameterRow): Array<[unknown, string | null]> {
		const schema = resolve(entry.covers.map(contractOf).find(({ parameters }) => parameters.has(row.wire))?.parameters.get(row.wire)?.schema ?? {});
		const text = schema.type === 'integer' ? '7' : HIDDEN;
		if (row.multipleValues) return [[['pdf', 'docx'], '["pdf","docx"]']];
		switch (row.kind) {
			case 'resourceLocator': return [[by(row.mode ?? '', text), text], ...(row.mode === 'paths' ? [[by('paths', '/a/1.txt|b'), 'a/1.txt|b'] as [unknown, string], [by('paths', ['a', 'b']), 'a|b'] as [unknown, string]] : [])];
			case 'boolean': return [[true, row.values?.['true'] ?? null], [false, row.values?.['false'] ?? null]];
			case 'options': return (row.choices ?? []).filter((choice) => !['fail', 'skip'].includes(choice)).map((choice) => [choice, row.values && choice in row.values ? row.values[choice] ?? null : choice]);
			case 'multiOptions': return (row.choices ?? []).map((choice) => [[choice], JSON.stringify([choice])]);
			case 'number': return [[7, '7']];
			default: return row.wire === 'newname' ? [['é & b.txt', 'é & b.txt']] : [[HIDDEN, HIDDEN]];
		}
	}

	test('dateline goes exactly where the contract lists it, and never a client_id', async () => {
		const credentials = credential();
		for (const entry of entries) await run(entry.example, credentials, isUpload(entry) ? await file() : undefined);
		for (const { operation, params } of server.requests) {
			const { dateline, credential: kind } = contractOf(operation);
			expect({ operation, dateline: 'dateline' in params }).toEqual({ operation, dateline });
			if (kind === 'token') expect(params).not.toHaveProperty('client_id');
		}
	});

	test('upload in chunks: the token in the header, no org_client_id, the content arrives', async () => {
		const { items } = await run({ resource: 'file', operation: 'upload', library, binaryPropertyName: 'data', folder: by('path', 'Up'), options: { conflict: 'overwrite' } }, undefined, await file());
		expect(items[0]?.json).toMatchObject({ fullpath: 'Up/report.bin', filename: 'report.bin' });
		expect(server.files.get('Up/report.bin')?.toString()).toBe('bytes to upload');
		expect(server.sent('uploadInitUser')).toEqual([{}]);
		expect(server.requests.filter(({ headers }) => 'x-svc-token' in headers).map(({ operation }) => operation)).toEqual(['uploadInitUser']);
	});

	test('web upload by token; an existing file fails, is skipped', async () => {
		const upload = { resource: 'file', operation: 'upload', library, binaryPropertyName: 'data', folder: by('path', 'Up'), fileName: 'web.bin' };
		await run({ ...upload, options: { method: 'form' } }, undefined, await file());
		expect(server.files.get('Up/web.bin')?.toString()).toBe('bytes to upload');
		expect(server.sent('webUploadUser')[0]).toMatchObject({ mount_id: '1024', path: 'Up', name: 'web.bin', filefield: 'file', overwrite: '0' });
		expect((await run({ ...upload, options: { conflict: 'skip' } }, undefined, await file())).items[0]?.json).toMatchObject({ skipped: true, fullpath: 'Up/web.bin' });
		expect((await run({ ...upload, options: { conflict: 'fail' } }, undefined, await file())).error?.message).toContain('exists already');
	});

	test('download', async () => {
		const { items } = await run({ resource: 'file', operation: 'download', library, file: by('path', 'Docs/a.txt'), binaryPropertyName: 'data' });
		expect((await engine.contentOf(items[0] as INodeExecutionData)).toString()).toBe('content of any file\n');
		expect(items[0]?.binary?.['data']?.fileName).toBe('a.txt');
	});

	test('a search without a library is one in all libraries', async () => {
		await run({ resource: 'file', operation: 'search', keyword: 'offer', returnAll: true });
		expect(server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '0', keyword: 'offer' });
	});

	test.each([[{ ...GET, library: by('id', '={{ "" }}') }, /Library: .*required/], [{ ...GET, library: by('id', 'abc') }, /Library: must be a whole number/], [{ resource: 'file', operation: 'rename', library, file: by('path', 'a'), newName: 'b/c' }, /New Name: must not hold/]])('wrong input %# is named', async (parameters, message) => {
		expect((await run(parameters)).error?.message).toMatch(message);
	});

	test('pickers: libraries, and the files of the chosen one', async () => {
		const setup = { node, credentials: credential() };
		expect((await engine.search({ ...setup, method: 'mounts' })).results).toEqual([{ name: 'sample (1)', value: '1' }]);
		expect((await engine.search({ ...setup, method: 'mounts', filter: 'nothing' })).results).toEqual([]);
		expect((await engine.search({ ...setup, method: 'enterprises' })).results).toEqual([{ name: '1 (with sample)', value: '1' }]);
		const chosen = { ...setup, parameters: { resource: 'file', operation: 'copy', library, targetLibrary: by('id', '77') } };
		expect((await engine.search({ ...chosen, method: 'entriesByPath' })).results).toHaveLength(1);
		await engine.search({ ...chosen, method: 'targetFoldersByPath', filter: 'Archive/' });
		await engine.search({ ...chosen, method: 'entriesByHash', filter: 'offer' });
		expect(server.sent('userFileList').map(({ mount_id, fullpath }) => [mount_id, fullpath])).toEqual([['1024', ''], ['77', 'Archive']]);
		expect(server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '1024', keyword: 'offer' });
		await expect(engine.search({ ...setup, parameters: { resource: 'file', operation: 'get' }, method: 'entriesByPath' })).rejects.toThrow(/Library: is required/);
	});
});

describe('tokens', () => {
	test.each<[string, Record<string, unknown>, string[]]>([
		['password', {}, ['password']],
		['exchange token', { grantType: 'exchangeToken', exchangeToken: 'foreign-code', domain: 'acme', auth: 'x' }, ['exchange_token']],
		['sign-on key', { grantType: 'signOnKey', account: PERSON.username, username: '', password: '' }, ['svckey']],
	])('by %s: before the first call, kept by n8n, not asked for again', async (_name, fields, grants) => {
		const credentials = credential(fields);
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		expect((await run(GET, credentials, items)).error).toBeUndefined();
		expect(server.grants()).toEqual(grants);
		expect(kept(credentials)).toMatchObject({ accessToken: expect.stringMatching(/^access-/) as string, refreshToken: expect.stringMatching(/^refresh-/) as string });
		expect(Number(kept(credentials)['expiry'])).toBeGreaterThan(Date.now() + 21_000_000);
		expect((await run(GET, credentials)).error).toBeUndefined();
		expect(server.grants()).toEqual(grants);
		expect(server.sent('userFileInfo').every(({ token }) => token === kept(credentials)['accessToken'])).toBe(true);
	});

	test('by a refresh token: rotated, the new one is kept', async () => {
		const first = credential();
		await run(GET, first);
		const credentials = credential({ grantType: 'refreshToken', refreshToken: kept(first)['refreshToken'] });
		for (let times = 0; times < 3; times++) {
			expect((await run(GET, credentials)).error).toBeUndefined();
			server.expire();
		}
		const used = server.sent('tokenIssue').slice(1).map((params) => params['refresh_token']);
		expect(used[0]).toBe(kept(first)['refreshToken']);
		expect(new Set(used).size).toBe(3);
		expect(used).not.toContain(kept(credentials)['refreshToken']);
	});

	test('a token refused in the middle is renewed once, and what was refused is done again', async () => {
		const credentials = credential();
		await run(GET, credentials);
		const old = kept(credentials)['refreshToken'];
		server.expire();
		const { items, error } = await run({ resource: 'file', operation: 'rename', library, file: by('path', 'a.txt'), newName: 'b.txt' }, credentials, [{ json: {} }, { json: {} }]);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect(server.grants()).toEqual(['password', 'refresh_token']);
		expect(server.sent('tokenIssue')[1]?.['refresh_token']).toBe(old);
		expect(server.sent('userFileRename')).toHaveLength(3);
		expect(kept(credentials)['refreshToken']).not.toBe(old);
	});

	test.each(['chunked', 'form'])('a token that ends inside an upload (%s)', async (method) => {
		const credentials = credential();
		await run(GET, credentials);
		server.requests.length = 0;
		const at = method === 'form' ? 'userFileUploadServer' : 'userFileCreateFile';
		const timer = setInterval(() => { if (server.sent(at).length && server.grants().length === 0) server.expire(); }, 0);
		const { error } = await run({ resource: 'file', operation: 'upload', library, binaryPropertyName: 'data', folder: by('path', 'Up'), options: { method } }, credentials, await file());
		clearInterval(timer);
		expect(error).toBeUndefined();
		expect(server.files.get('Up/report.bin')?.toString()).toBe('bytes to upload');
	});

	test('a token that ends within a minute is renewed before it is used', async () => {
		server.life = 50;
		const credentials = credential();
		await run(GET, credentials);
		server.life = 21600;
		server.requests.length = 0;
		await run(GET, credentials);
		expect(server.grants()).toEqual(['refresh_token']);
		expect(server.sent('userFileInfo')).toHaveLength(1);
	});

	test('a spent refresh token gives way to the password', async () => {
		const credentials = credential();
		await run(GET, credentials);
		server.expire(true);
		expect((await run(GET, credentials)).error).toBeUndefined();
		expect(server.grants()).toEqual(['password', 'refresh_token', 'password']);
	});

	test('many executions at once: one sign-in, one renewal', async () => {
		const credentials = credential();
		const many = async () => await Promise.all(Array.from({ length: 8 }, async () => await run(GET, credentials, [{ json: {} }, { json: {} }])));
		expect((await many()).map(({ error }) => error).filter(Boolean)).toEqual([]);
		expect(server.grants()).toEqual(['password']);
		server.expire();
		expect((await many()).map(({ error }) => error).filter(Boolean)).toEqual([]);
		expect(server.grants()).toEqual(['password', 'refresh_token']);
	});

	test('another worker has renewed it meanwhile: its token is used', async () => {
		const credentials = credential();
		await run(GET, credentials);
		const stale = structuredClone(credentials);
		server.expire();
		await run(GET, credentials);
		expect((await run(GET, stale)).error).toBeUndefined();
		expect(server.grants()).toEqual(['password', 'refresh_token']);
	});

	test('after an edit of the credential the tokens of the old account are not used', async () => {
		const credentials = credential();
		await run(GET, credentials);
		const edited = { [TYPE]: { ...kept(credentials), username: 'ben@example.com' } } as CredentialData;
		expect((await run(GET, edited)).error?.message).toMatch(/sign-in was refused/);
		expect(server.grants()).toEqual(['password', 'password']);
	});

	test.each<[string, RegExp, RegExp]>([
		['second_verify', /second factor/, /two-factor/], ['access_denied', /blocks the address/, /administrator/], ['deprecated_client', /expired or is disabled/, /renew/],
		['invalid_client', /client ID/, /Check the ID/], ['invalid_grant', /sign-in was refused/, /password/], ['unauthorized_client', /may not use this kind/, /administrator/],
	])('%s is told clearly, with a way out and no secret', async (word, message, hint) => {
		server.tokenError = word;
		const { error } = await run(GET);
		expect(error?.message).toMatch(message);
		expect(error?.message).toContain('[Item 0]');
		expect(error?.description ?? '').toMatch(hint);
		expect(server.grants()).toEqual(['password']);
		for (const secret of server.secrets) expect(inspect(error, { depth: 20 })).not.toContain(secret);
	});

	test('no token in an error of a call, nor when the service is gone', async () => {
		const credentials = credential();
		await run(GET, credentials);
		const gone = credential({ baseUrl: 'http://127.0.0.1:9' });
		const failures = [await run(GET, gone), await run({ ...GET, library: by('id', 'x') }, credentials)];
		expect(failures.map(({ error }) => error?.message ?? '')).toEqual([expect.stringMatching(/refused/), expect.stringMatching(/Library/)]);
		for (const secret of server.secrets) expect(inspect(failures, { depth: 20 })).not.toContain(secret);
	});

	test('a missing field of the credential is named', async () => {
		expect((await run(GET, credential({ password: '' }))).error?.message).toMatch(/Password: is missing in the credential/);
		expect((await run(LIST, credential({ grantType: 'signOnKey' }))).error?.message).toMatch(/Account: is missing/);
		expect(server.requests).toEqual([]);
	});
});

describe('n8n\'s HTTP Request node', () => {
	/** Asks as that node does: by the current helper, and by the legacy one. */
	const requester: INodeType = {
		description: { displayName: 'Requester', name: 'requester', group: [], version: 1, description: '', defaults: {}, inputs: ['main'], outputs: ['main'], credentials: [{ name: TYPE }], properties: [{ displayName: 'Legacy', name: 'legacy', type: 'boolean', default: false }] },
		async execute() {
			const address = `${server.url}/m-api/1/file/ls`;
			const answer: unknown = this.getNodeParameter('legacy', 0) === true
				? await this.helpers.requestWithAuthentication.call(this, TYPE, { method: 'GET', uri: address, qs: { mount_id: 7 }, json: true })
				: await this.helpers.httpRequestWithAuthentication.call(this, TYPE, { method: 'GET', url: address, qs: { mount_id: 7 } });
			return [[{ json: answer as INodeExecutionData['json'] }]];
		},
	};

	test.each([false, true])('signed with a token that n8n gets, keeps and renews (legacy helper: %s)', async (legacy) => {
		const asker = engine.register(requester);
		const credentials = credential();
		const ask = async () => await engine.run({ node: asker, parameters: { legacy }, credentials });
		expect([(await ask()).error, (await ask()).error]).toEqual([undefined, undefined]);
		expect(server.grants()).toEqual(['password']);
		server.expire();
		expect((await ask()).error).toBeUndefined();
		expect(server.grants()).toEqual(['password', 'refresh_token']);
		expect(server.sent('userFileList')).toHaveLength(4);
	});
});
