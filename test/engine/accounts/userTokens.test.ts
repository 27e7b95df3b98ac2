import { inspect } from 'node:util';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import type { CredentialData } from '../support/credentialsHelper';
import type { Engine, RunResult } from '../support/engine';
import { by } from '../support/library';
import { GET, library, Person, TYPE } from '../support/person';
import { PERSON, type UserServer } from '../support/userServer';

/* The credential of a person: how tokens are got, kept and renewed, in the real engine against a strict server. */

let person: Person;
let server: UserServer;
let engine: Engine;
beforeAll(async () => {
	person = await Person.start();
	({ server, engine } = person);
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());
afterEach(() => expect(server.problems).toEqual([]));

const credential = (fields: Record<string, unknown> = {}): CredentialData => person.credential(fields);
const run = async (...request: Parameters<Person['run']>): Promise<RunResult> => await person.run(...request);
const file = async () => [await engine.binaryItem(Buffer.from('bytes to upload'), { fileName: 'report.bin' })];
const LIST = { resource: 'library', operation: 'getMany', returnAll: true };
const kept = (credentials: CredentialData) => credentials[TYPE] as Record<string, unknown>;

describe('tokens', () => {
	test.each<[string, Record<string, unknown>, string[]]>([
		['password', {}, ['password']],
		[
			'exchange token',
			{ grantType: 'exchangeToken', exchangeToken: 'foreign-code', domain: 'acme', auth: 'x' },
			['exchange_token'],
		],
		['sign-on key', { grantType: 'signOnKey', account: PERSON.username, username: '', password: '' }, ['svckey']],
	])('by %s: before the first call, kept by n8n, not asked for again', async (_name, fields, grants) => {
		const credentials = credential(fields);
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		expect((await run(GET, credentials, items)).error).toBeUndefined();
		expect(server.grants()).toEqual(grants);
		expect(kept(credentials)).toMatchObject({
			accessToken: expect.stringMatching(/^access-/) as string,
			refreshToken: expect.stringMatching(/^refresh-/) as string,
		});
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
		const used = server
			.sent('tokenIssue')
			.slice(1)
			.map((params) => params['refresh_token']);
		expect(used[0]).toBe(kept(first)['refreshToken']);
		expect(new Set(used).size).toBe(3);
		expect(used).not.toContain(kept(credentials)['refreshToken']);
	});

	test('a token refused in the middle is renewed once, and what was refused is done again', async () => {
		const credentials = credential();
		await run(GET, credentials);
		const old = kept(credentials)['refreshToken'];
		server.expire();
		const { items, error } = await run(
			{ resource: 'file', operation: 'rename', library, file: by('path', 'a.txt'), newName: 'b.txt' },
			credentials,
			[{ json: {} }, { json: {} }],
		);
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
		const timer = setInterval(() => {
			if (server.sent(at).length && server.grants().length === 0) server.expire();
		}, 0);
		const { error } = await run(
			{
				resource: 'file',
				operation: 'upload',
				library,
				binaryPropertyName: 'data',
				folder: by('path', 'Up'),
				options: { method },
			},
			credentials,
			await file(),
		);
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
		const many = async () =>
			await Promise.all(
				Array.from({ length: 8 }, async () => await run(GET, credentials, [{ json: {} }, { json: {} }])),
			);
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
		['second_verify', /second factor/, /two-factor/],
		['access_denied', /blocks the address/, /administrator/],
		['deprecated_client', /expired or is disabled/, /renew/],
		['invalid_client', /client ID/, /Check the ID/],
		['invalid_grant', /sign-in was refused/, /password/],
		['unauthorized_client', /isn.t allowed to use this kind/, /administrator/],
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
		expect(failures.map(({ error }) => error?.message ?? '')).toEqual([
			expect.stringMatching(/refused/),
			expect.stringMatching(/Library/),
		]);
		for (const secret of server.secrets) expect(inspect(failures, { depth: 20 })).not.toContain(secret);
	});

	test('a missing field of the credential is named', async () => {
		expect((await run(GET, credential({ password: '' }))).error?.message).toMatch(
			/Password: is missing in the credential/,
		);
		expect((await run(LIST, credential({ grantType: 'signOnKey' }))).error?.message).toMatch(/Account: is missing/);
		expect(server.requests).toEqual([]);
	});
});

describe("n8n's HTTP Request node", () => {
	/** Asks as that node does: by the current helper, and by the legacy one. */
	const requester: INodeType = {
		description: {
			displayName: 'Requester',
			name: 'requester',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: TYPE }],
			properties: [{ displayName: 'Legacy', name: 'legacy', type: 'boolean', default: false }],
		},
		async execute() {
			const address = `${server.url}/m-api/1/file/ls`;
			const answer: unknown =
				this.getNodeParameter('legacy', 0) === true
					? await this.helpers.requestWithAuthentication.call(this, TYPE, {
							method: 'GET',
							uri: address,
							qs: { mount_id: 7 },
							json: true,
						})
					: await this.helpers.httpRequestWithAuthentication.call(this, TYPE, {
							method: 'GET',
							url: address,
							qs: { mount_id: 7 },
						});
			return [[{ json: answer as INodeExecutionData['json'] }]];
		},
	};

	test.each([false, true])(
		'signed with a token that n8n gets, keeps and renews (legacy helper: %s)',
		async (legacy) => {
			const asker = engine.register(requester);
			const credentials = credential();
			const ask = async () => await engine.run({ node: asker, parameters: { legacy }, credentials });
			expect([(await ask()).error, (await ask()).error]).toEqual([undefined, undefined]);
			expect(server.grants()).toEqual(['password']);
			server.expire();
			expect((await ask()).error).toBeUndefined();
			expect(server.grants()).toEqual(['password', 'refresh_token']);
			expect(server.sent('userFileList')).toHaveLength(4);
		},
	);
});
