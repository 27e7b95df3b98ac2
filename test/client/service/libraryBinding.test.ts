import type { Http } from '../../../src/client/http/types';
import type { Account } from '../../../src/client/service/account';
import { type Caller, call } from '../../../src/client/service/call';
import { type LibraryId, makeLibraryBindings } from '../../../src/client/service/libraryBinding';
import {
	callerWith,
	fieldsOf,
	orgAccount,
	scriptedHttp,
	type Reply,
	type ScriptedHttp,
	errorOf,
} from '../../support/ports';
import { makeSecretVault } from '../../../src/client/service/secretVault';
import { libraryFileInfo as INFO } from '../../../src/protocol/catalogue/libraryFiles';
import { libraryFileCopy as COPY } from '../../../src/protocol/catalogue/libraryPlaces';

const library: LibraryId = { by: 'org_id', id: '1201' };
/** The refusal of an authorization that is no longer valid. */
const UNKNOWN: Reply = { status: 401, body: { error_code: 40103, error_msg: 'unknown client' } };

/** Binds libraries, to another ID after each `unbind`; answers all but the newest with `refuse`, some in `special`. */
function bindingService(refuse: Reply = UNKNOWN, special: (path: string) => Reply | undefined = () => undefined) {
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
		return valid && fieldsOf(r).org_client_id === `library-id-${number}`
			? { body: { by: `library-id-${number}` } }
			: refuse;
	});
	return {
		http,
		unbind: () => void (valid = false),
		binds: () => pathsOf(http).filter((path) => path.endsWith('/org/bind')).length,
	};
}

const pathsOf = (http: ScriptedHttp): string[] => http.sent.map(({ url }) => new URL(url).pathname);

const ENTERPRISE = { kind: 'enterprise', clientId: 'ent1', secret: 'enterprise-secret' };
const enterprise = (
	http: Http,
	change: Record<string, unknown> = {},
	extra: Parameters<typeof callerWith>[1] = {},
): Caller => callerWith(http, { account: { ...orgAccount(), ...ENTERPRISE, ...change } as Account, ...extra });

test('concurrent bindings send one request, later ones none', async () => {
	const { http, binds } = bindingService();
	const bindings = makeLibraryBindings();
	await Promise.all(Array.from({ length: 20 }, async () => await bindings.bind(enterprise(http), library)));
	await bindings.bind(enterprise(http, { baseUrl: 'https://files.example.com/' }), library);
	expect(binds()).toBe(1);
});

test.each<[string, Record<string, unknown>, LibraryId]>([
	['another service', { baseUrl: 'https://other.example.com' }, library],
	['another enterprise', { clientId: 'ent2' }, library],
	['another library', {}, { by: 'org_id', id: '1202' }],
	['a mount ID with the same digits', {}, { by: 'mount_id', id: '1201' }],
	['another secret: a credential without it receives nothing', { secret: 'guessed' }, library],
	['another choice of TLS', { http: { allowUnauthorizedCerts: true } }, library],
])('an authorization is not shared with %s', async (_name, change, which) => {
	const { http, binds } = bindingService();
	const bindings = makeLibraryBindings();
	await bindings.bind(enterprise(http), library);
	await bindings.bind(enterprise(http, change), which);
	expect(binds()).toBe(2);
});

test('a failure is reported to all that wait, and not cached', async () => {
	const http = scriptedHttp(
		{ status: 404, body: { error_code: 40401 } },
		{ body: { org_client_id: 'library-id-1', org_client_secret: 'secret-number-1' } },
	);
	const bindings = makeLibraryBindings();
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
	const { account } = await bindings.bind(enterprise(http), library);
	expect(account()).toMatchObject({ kind: 'org', clientId: 'library-id-1' });
});

test('an execution that is cancelled stops waiting, and the others continue', async () => {
	let answer = (): void => undefined;
	const answered = new Promise<void>((resolve) => (answer = resolve));
	const { http } = bindingService();
	const slow: Http = {
		...http,
		request: async (r) => {
			await answered;
			return await http.request(r);
		},
	};
	const bindings = makeLibraryBindings();
	const stop = new AbortController();
	const first = errorOf(bindings.bind(enterprise(slow, {}, { signal: stop.signal }), library));
	const second = bindings.bind(enterprise(slow), library);
	stop.abort();
	expect(await first).toMatchObject({ kind: 'aborted' });
	answer();
	expect((await second).account()).toMatchObject({ clientId: 'library-id-1' });
	expect(http.sent).toHaveLength(1);
	expect(http.sent[0]?.signal).toBeUndefined();
});

test('the run learns the authorization as a secret that items may not show either', async () => {
	const vault = makeSecretVault();
	const { http, unbind } = bindingService();
	const bindings = makeLibraryBindings();
	const caller = await bindings.bind(enterprise(http, {}, { vault }), library);
	expect(vault.all()).toEqual(expect.arrayContaining(['secret-number-1', 'library-id-1']));
	expect(vault.forItems('library-id-1 has secret-number-1')).toBe('*** has ***');
	unbind();
	await call(caller, INFO, { fullpath: 'a' });
	expect(vault.forItems('library-id-2 has secret-number-2')).toBe('*** has ***');
	// Another run that finds it in the cache learns it too.
	const other = makeSecretVault();
	await bindings.bind(enterprise(http, {}, { vault: other }), library);
	expect(other.forItems('library-id-2 has secret-number-2')).toBe('*** has ***');
});

const refusals: Reply[] = [
	UNKNOWN,
	{ status: 401, body: { error_code: 401041 } },
	{ status: 401 },
	{ status: 403 },
	{ status: 403, body: { error_code: 40311 } },
	{ status: 403, body: { error_code: 40310 } },
	{ status: 400, body: { error_code: 400012 } },
];
test.each(refusals)('a refused call is repeated after another binding, even a write: %j', async (refusal) => {
	const { http, unbind, binds } = bindingService(refusal);
	const caller = await makeLibraryBindings().bind(enterprise(http), library);
	unbind();
	expect(await call(caller, COPY, { fullpath: 'a' })).toEqual({ by: 'library-id-2' });
	expect(binds()).toBe(2);
	expect(await call(caller, COPY, { fullpath: 'b' })).toEqual({ by: 'library-id-2' });
	expect(http.sent).toHaveLength(5);
});

// 40302: an account that is not allowed to sign in.
test.each([
	[40310, 2],
	[40306, 2],
	[40302, 1],
])('a call without permission is not repeated with the same authorization: %d', async (code, bound) => {
	const { http, binds } = bindingService(UNKNOWN, (path) =>
		path.endsWith('/file/info') ? { status: 403, body: { error_code: code } } : undefined,
	);
	const caller = await makeLibraryBindings().bind(enterprise(http), library);
	expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'auth', code });
	expect(pathsOf(http).filter((path) => path.endsWith('/info'))).toHaveLength(1);
	expect(binds()).toBe(bound);
});

const AUTHORIZED = { org_client_id: 'library-id-1', org_client_secret: 'secret-number-1' };

test.each([
	['without a secret', { ...AUTHORIZED, org_client_secret: '' }],
	['without an ID', { ...AUTHORIZED, org_client_id: '' }],
])('an authorization %s is none', async (_what, body) => {
	const error = await errorOf(makeLibraryBindings().bind(enterprise(scriptedHttp({ body })), library));
	expect(error).toMatchObject({ kind: 'protocol' });
});
