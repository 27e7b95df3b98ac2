import type { Http } from '../../../src/client/http/types';
import { call } from '../../../src/client/service/call';
import { makeLibraryBindings } from '../../../src/client/service/libraryBinding';
import { makeSecretVault } from '../../../src/client/service/secretVault';
import { libraryFileInfo as INFO } from '../../../src/protocol/catalogue/libraryFiles';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf, orgAccount, scriptedHttp } from '../../support/ports';
import { bindingService, enterprise, library } from './bindingService';

/* What a bound library consists of, and which authorization stays in the cache. */

const AUTHORIZED = { org_client_id: 'library-id-1', org_client_secret: 'secret-number-1' };

test('the account of a bound library is at the same service', async () => {
	const { http } = bindingService();
	const settings = { allowUnauthorizedCerts: true };
	const account = { baseUrl: 'https://other.example.com/x/', vendorPrefix: 'acme', http: settings };
	const caller = await makeLibraryBindings().bind(enterprise(http, account, { silenceMs: 7 }), library);
	expect(caller.account()).toEqual({
		...account,
		kind: 'org',
		clientId: 'library-id-1',
		secret: 'secret-number-1',
		bound: true,
	});
	expect(caller).toMatchObject({ silenceMs: 7, http });
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

test('a failure of the connection is reported as it is, without the library', async () => {
	const down = new LibraryError('network', 'No connection to the service', { code: 'ENOTFOUND', retryable: false });
	const error = await errorOf(makeLibraryBindings().bind(enterprise(scriptedHttp(down)), library));
	expect(error).toMatchObject({ kind: 'network', message: 'No connection to the service' });
});

test('an answer without an authorization says what to check', async () => {
	const error = await errorOf(makeLibraryBindings().bind(enterprise(scriptedHttp({ body: {} })), library));
	expect(error).toMatchObject({ operation: 'orgBind', hint: expect.stringContaining('Base URL') as string });
});

test.each([
	['without a secret', { ...AUTHORIZED, org_client_secret: '' }],
	['without an ID', { ...AUTHORIZED, org_client_id: '' }],
])('an authorization %s is none', async (_what, body) => {
	const error = await errorOf(makeLibraryBindings().bind(enterprise(scriptedHttp({ body })), library));
	expect(error).toMatchObject({ kind: 'protocol' });
});

test('a late failure does not take away what was obtained meanwhile', async () => {
	let fail: (error: Error) => void = () => undefined;
	const failure = new Promise<never>((_, reject) => {
		fail = reject;
	});
	const answering = scriptedHttp({ body: AUTHORIZED });
	let requests = 0;
	const http: Http = {
		...answering,
		request: async (request) => await (++requests === 1 ? failure : answering.request(request)),
	};
	const bindings = makeLibraryBindings(1);
	const first = errorOf(bindings.bind(enterprise(http), library));
	// The cache has one place: another library takes it, and the first one is bound anew.
	await bindings.bind(enterprise(http), { by: 'org_id', id: '1202' });
	await bindings.bind(enterprise(http), library);
	expect(requests).toBe(3);
	fail(new LibraryError('network', 'cut', { code: 'ENOTFOUND', retryable: false }));
	expect(await first).toMatchObject({ kind: 'network' });
	await bindings.bind(enterprise(http), library);
	expect(requests).toBe(3);
});

test('a user and a client with the same name do not share a library', async () => {
	const { http, binds } = bindingService();
	const bindings = makeLibraryBindings();
	const { kind: _, ...deployment } = orgAccount();
	const user = (token: string) => enterprise(http, { ...deployment, kind: 'token', token, secret: 'S' });
	await bindings.bind(user('T'), library);
	await bindings.bind(user('U'), library);
	await bindings.bind(user('T'), library);
	expect(binds()).toBe(2);
});
