import type { Http, HttpRequest } from '../../../src/client/http/types';
import { inspect } from 'node:util';
import { makeBindings, type LibraryId } from '../../../src/client/service/libraryBinding';
import { get as INFO } from '../../../src/protocol/catalogue/libraryFile';
import { copy as COPY } from '../../../src/protocol/catalogue/libraryFileChange';
import { call, type Caller } from '../../../src/client/service/call';
import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/servicePort';
import {
	callerWith,
	errorOf,
	fieldsOf,
	orgAccount,
	scriptedHttp,
	type Reply,
	type ScriptedHttp,
} from '../../support/ports';

const library: LibraryId = { by: 'org_id', id: '1201' };
const UNKNOWN: Reply = { status: 401, body: { error_code: 40103, error_msg: 'unknown client' } };

/** A service that hands out `id1/secret-number-1`, `id2/…`; `unbind` ends the newest. Everything sent is kept in `sent`. */
function service(refuse: Reply = UNKNOWN, special: (path: string) => Reply | undefined = () => undefined) {
	let [number, valid] = [0, false];
	const http = scriptedHttp((r) => {
		const path = new URL(r.url).pathname;
		const own = special(path);
		if (own) return own;
		if (path.endsWith('/org/bind')) {
			if (!valid) number++;
			valid = true;
			return { body: { org_client_id: `library-id-${number}`, org_client_secret: `secret-number-${number}` } };
		}
		return valid && clientOf(r) === `library-id-${number}` ? { body: { by: `library-id-${number}` } } : refuse;
	});
	return {
		http,
		unbind: () => {
			valid = false;
		},
		binds: () => pathsOf(http).filter((path) => path.endsWith('/org/bind')).length,
	};
}

const clientOf = (r: HttpRequest): string | undefined =>
	fieldsOf(r)['org_client_id'] ?? new URL(r.url).searchParams.get('org_client_id') ?? undefined;
const pathsOf = (http: ScriptedHttp): string[] => http.sent.map(({ url }) => new URL(url).pathname);
const enterprise = (http: Http, change: Record<string, unknown> = {}, extra: Partial<Caller> = {}): Caller =>
	callerWith(http, {
		account: {
			...orgAccount(),
			kind: 'enterprise',
			clientId: 'ent1',
			secret: 'enterprise-secret',
			...change,
		} as Caller['account'],
		...extra,
	});

describe('binding', () => {
	test.each<[LibraryId, Record<string, string>]>([
		[library, { org_id: '1201' }],
		[{ by: 'mount_id', id: '77' }, { mount_id: '77' }],
	])('asks once for %j, signed by the enterprise', async (which, sent) => {
		const { http, binds } = service();
		const caller = await makeBindings().bind(enterprise(http), which);
		expect(await call(caller, INFO, { fullpath: 'a' })).toEqual({ by: 'library-id-1' });
		expect(Object.keys(fieldsOf(http.sent[0])).sort()).toEqual(
			['client_id', 'dateline', ...Object.keys(sent), 'sign', 'title'].sort(),
		);
		expect(fieldsOf(http.sent[0])).toMatchObject({ client_id: 'ent1', title: 'n8n', ...sent });
		expect(fieldsOf(http.sent[1])).not.toHaveProperty('client_id');
		expect(binds()).toBe(1);
	});

	test('many at once send one request, later ones none', async () => {
		const { http, binds } = service();
		const bindings = makeBindings();
		await Promise.all(Array.from({ length: 20 }, async () => await bindings.bind(enterprise(http), library)));
		await bindings.bind(enterprise(http, { baseUrl: 'https://files.example.com/' }), library);
		expect(binds()).toBe(1);
	});

	test.each<[string, Record<string, unknown>, LibraryId]>([
		['another service', { baseUrl: 'https://other.example.com' }, library],
		['another enterprise', { clientId: 'ent2' }, library],
		['another library', {}, { by: 'org_id', id: '1202' }],
		['a mount ID of the same digits', {}, { by: 'mount_id', id: '1201' }],
		['another secret: who does not know it gets nothing', { secret: 'guessed' }, library],
		['another choice of TLS', { http: { allowUnauthorizedCerts: true } }, library],
	])('is not shared with %s', async (_name, change, which) => {
		const { http, binds } = service();
		const bindings = makeBindings();
		await bindings.bind(enterprise(http), library);
		await bindings.bind(enterprise(http, change), which);
		expect(binds()).toBe(2);
	});

	test('forgets the one not used for longest', async () => {
		const { http, binds } = service();
		const bindings = makeBindings(2);
		for (const id of ['1', '2', '1', '3', '1']) await bindings.bind(enterprise(http), { by: 'org_id', id });
		expect(binds()).toBe(3);
		await bindings.bind(enterprise(http), { by: 'org_id', id: '2' });
		expect(binds()).toBe(4);
	});

	test('a failure is told to all who wait, and not kept', async () => {
		const http = scriptedHttp(
			{ status: 404, body: { error_code: 40401 } },
			{ body: { org_client_id: 'library-id-1', org_client_secret: 'secret-number-1' } },
		);
		const bindings = makeBindings();
		const errors = await Promise.all(
			[1, 2, 3].map(async () => await errorOf(bindings.bind(enterprise(http), library))),
		);
		expect(errors.map(({ kind }) => kind)).toEqual(['notFound', 'notFound', 'notFound']);
		expect(errors[0]).toMatchObject({
			status: 404,
			code: 40401,
			operation: 'orgBind',
			message: expect.stringMatching(/could not open the library.*does not exist/),
		});
		expect(http.sent).toHaveLength(1);
		expect((await bindings.bind(enterprise(http), library)).account).toMatchObject({
			kind: 'org',
			clientId: 'library-id-1',
		});
	});

	test('who is cancelled stops waiting, the others go on', async () => {
		let answer: () => void = () => undefined;
		const answered = new Promise<void>((resolve) => {
			answer = resolve;
		});
		const { http } = service();
		const slow: Http = {
			...http,
			request: async (r) => {
				await answered;
				return await http.request(r);
			},
		};
		const bindings = makeBindings();
		const stop = new AbortController();
		const first = errorOf(bindings.bind(enterprise(slow, {}, { signal: stop.signal }), library));
		const second = bindings.bind(enterprise(slow), library);
		stop.abort();
		expect(await first).toMatchObject({ kind: 'aborted' });
		answer();
		expect((await second).account).toMatchObject({ clientId: 'library-id-1' });
		expect(http.sent).toHaveLength(1);
		expect(http.sent[0]?.signal).toBeUndefined();
	});

	test.each([{}, { org_client_id: 'x' }, { org_client_id: 1, org_client_secret: 2 }, [], 'text'])(
		'an answer without an authorization is refused: %j',
		async (body) => {
			expect(await errorOf(makeBindings().bind(enterprise(scriptedHttp({ body })), library))).toMatchObject({
				kind: 'protocol',
			});
		},
	);
});

describe('a library call is refused', () => {
	const refusals: Reply[] = [
		UNKNOWN,
		{ status: 401, body: { error_code: 401041 } },
		{ status: 401 },
		{ status: 403 },
		{ status: 403, body: { error_code: 40311 } },
		{ status: 403, body: { error_code: 40310 } },
		{ status: 400, body: { error_code: 400012 } },
	];
	test.each(refusals)('binds once more and repeats a write: %j', async (refusal) => {
		const { http, unbind, binds } = service(refusal);
		const caller = await makeBindings().bind(enterprise(http), library);
		unbind();
		expect(await call(caller, COPY, { fullpath: 'a' })).toEqual({ by: 'library-id-2' });
		expect(binds()).toBe(2);
		expect(await call(caller, COPY, { fullpath: 'b' })).toEqual({ by: 'library-id-2' });
		expect(http.sent).toHaveLength(5);
	});

	test('calls refused at the same time bind once', async () => {
		const { http, unbind, binds } = service();
		const bindings = makeBindings();
		const callers = await Promise.all(
			Array.from({ length: 10 }, async () => await bindings.bind(enterprise(http), library)),
		);
		unbind();
		const answers = await Promise.all(callers.map(async (caller) => await call(caller, COPY, {})));
		expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"by":"library-id-2"}']));
		expect(binds()).toBe(2);
	});

	test('one that still has the old authorization takes the new one', async () => {
		const { http, unbind, binds } = service();
		const bindings = makeBindings();
		const [a, b] = [await bindings.bind(enterprise(http), library), await bindings.bind(enterprise(http), library)];
		unbind();
		await call(a, INFO, {});
		await call(b, INFO, {});
		expect(binds()).toBe(2);
	});

	test('once for each call: a refusal that stays is reported', async () => {
		const { http, binds } = service(UNKNOWN, (path) => (path.endsWith('/file/info') ? UNKNOWN : undefined));
		const caller = await makeBindings().bind(enterprise(http), library);
		expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'auth', code: 40103 });
		expect(pathsOf(http).map((path) => path.split('/').at(-1))).toEqual(['bind', 'info', 'bind', 'info']);
		expect(binds()).toBe(2);
	});

	test.each([40310, 40306])('the same authorization without a right is not tried again: %d', async (code) => {
		const { http, binds } = service(UNKNOWN, (path) =>
			path.endsWith('/file/info') ? { status: 403, body: { error_code: code } } : undefined,
		);
		const caller = await makeBindings().bind(enterprise(http), library);
		expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'auth', code });
		expect(pathsOf(http).filter((path) => path.endsWith('/info'))).toHaveLength(1);
		expect(binds()).toBe(2);
	});

	test.each([404, 409, 500, 400])('HTTP %d has nothing to do with it', async (status) => {
		const { http, binds } = service(UNKNOWN, (path) => (path.endsWith('/file/copy') ? { status } : undefined));
		const caller = await makeBindings().bind(enterprise(http), library);
		expect(await errorOf(call(caller, COPY, {}))).toMatchObject({ status });
		expect(binds()).toBe(1);
	});

	test('the reason why binding again failed is reported', async () => {
		let gone = false;
		const { http } = service(UNKNOWN, (path) =>
			gone ? (path.endsWith('/bind') ? { status: 404, body: { error_code: 40401 } } : UNKNOWN) : undefined,
		);
		const caller = await makeBindings().bind(enterprise(http), library);
		gone = true;
		expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'notFound', operation: 'orgBind' });
	});

	test('an upload whose session is refused goes on with the new authorization', async () => {
		const server = service(UNKNOWN, (path) => {
			if (path.endsWith('/create_file')) {
				server.unbind();
				return { body: { hash: 'h', fullpath: 'a.txt', state: 0, server: 'https://up.example.com' } };
			}
			return /upload_(part|finish)$/.test(path) ? {} : undefined;
		});
		const tried: Array<string | undefined> = [];
		const http: Http = {
			...server.http,
			request: async (r) => {
				if (!r.url.includes('/upload_init')) return await server.http.request(r);
				tried.push(clientOf(r));
				const answer = await server.http.request(r);
				return answer.status === 200 ? { ...answer, text: async () => '{"session":"s"}' } : answer;
			},
		};
		const caller = await makeBindings().bind(enterprise(http), library);
		await uploadToLibrary(caller, bufferSource(Buffer.from('content')), {
			fullpath: 'a.txt',
			overwrite: true,
			chunkSize: 1000,
		});
		expect(tried).toEqual(['library-id-1', 'library-id-2']);
	});
});

test('a caller without renew reports the refusal at once', async () => {
	const http = scriptedHttp(UNKNOWN, {});
	expect(await errorOf(call(callerWith(http), INFO, {}))).toMatchObject({ code: 40103 });
	expect(http.sent).toHaveLength(1);
});

test('no error shows what was bound', async () => {
	const { http } = service(UNKNOWN, (path) =>
		path.endsWith('/file/info')
			? { status: 403, body: { error_code: 40311, error_msg: 'library-id-1 with secret-number-1 may not' } }
			: undefined,
	);
	const caller = await makeBindings().bind(enterprise(http), library);
	const error = await errorOf(call(caller, INFO, { fullpath: 'a' }));
	expect(error.message).toContain('may not');
	const refused = await errorOf(
		makeBindings().bind(
			enterprise(scriptedHttp({ status: 401, body: { error_code: 40104, error_msg: 'not enterprise-secret' } })),
			library,
		),
	);
	for (const text of [inspect(error, { depth: 20 }), inspect(refused, { depth: 20 })])
		expect(text).not.toMatch(/library-id|secret-number|enterprise-secret/);
});
