import { type Account, secretsOf, wireIdentity } from '../../../src/client/service/account';
import { call } from '../../../src/client/service/call';
import { callerWith, errorOf, fieldsOf, orgAccount, scriptedHttp } from '../../support/ports';
import { mac, read, write } from './callFixtures';

test('signs and posts a form', async () => {
	const http = scriptedHttp({ body: { hash: 'h' } });
	const params = { fullpath: 'a b/ü+&=.txt', empty: '', absent: undefined, none: null };
	expect(await call(callerWith(http), read, params)).toEqual({ hash: 'h' });
	expect(http.sent[0]).toMatchObject({
		method: 'POST',
		url: 'https://files.example.com/m-open/1/file/info',
		headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
	});
	expect(fieldsOf(http.sent[0])).toEqual({
		fullpath: 'a b/ü+&=.txt',
		empty: '',
		org_client_id: 'lib1',
		dateline: '1700000000',
		sign: mac(['1700000000', '', 'a b/ü+&=.txt', 'lib1']), // dateline, empty, fullpath, org_client_id
	});
});

test('GET sends a query; a client account and a token sign with their own secret', async () => {
	const http = scriptedHttp({});
	const { baseUrl, vendorPrefix, http: settings } = orgAccount();
	const get: typeof read = { ...read, route: 'GET /m-api/1/file/ls', credential: 'token' };
	await call(
		callerWith(http, {
			account: { kind: 'token', baseUrl, vendorPrefix, http: settings, token: 'T', secret: 'S' },
		}),
		get,
		{ mount_id: '7' },
	);
	expect(http.sent[0]?.method).toBe('GET');
	expect(http.sent[0]?.body).toBeUndefined();
	expect(fieldsOf(http.sent[0])).toEqual({ mount_id: '7', token: 'T', sign: mac(['7', 'T'], 'S') });
	await call(
		callerWith(http, {
			account: { kind: 'partner', baseUrl, vendorPrefix, http: settings, clientId: 'C', secret: 'S' },
		}),
		read,
		{},
	);
	expect(fieldsOf(http.sent[1])).toEqual({
		client_id: 'C',
		dateline: '1700000000',
		sign: mac(['C', '1700000000'], 'S'),
	});
});

test('every request asks for JSON in English, and can be cancelled', async () => {
	const { signal } = new AbortController();
	const http = scriptedHttp({});
	await call(callerWith(http, { signal }), read, {});
	await call(callerWith(http, { signal }), { ...read, route: 'GET /m-api/1/file/ls' }, {});
	for (const request of http.sent) {
		expect(request).toMatchObject({
			headers: { accept: 'application/json', 'accept-language': 'en-US' },
			operation: 'libraryFileInfo',
		});
		expect(request.signal).toBe(signal);
	}
	expect(http.sent[1]?.headers).not.toHaveProperty('content-type');
	await call(callerWith(http), read, {});
	expect(http.sent[2]).not.toHaveProperty('signal');
});

test('a request that the document does not sign or date is sent as it is', async () => {
	const http = scriptedHttp({});
	await call(callerWith(http), { ...read, signed: false, dateline: false }, { fullpath: 'a' });
	expect(fieldsOf(http.sent[0])).toEqual({ fullpath: 'a', org_client_id: 'lib1' });
});

test('parameters may depend on the time of the service', async () => {
	const http = scriptedHttp({});
	await call(callerWith(http), read, (seconds) => ({ until: String(seconds + 60) }));
	expect(fieldsOf(http.sent[0])).toMatchObject({ until: '1700000060', dateline: '1700000000' });
});

test('an answer has the lists that the catalogue declares, and {} for an empty body', async () => {
	const shaped: typeof read = { ...read, shape: { tags: 'list' } };
	expect(await call(callerWith(scriptedHttp({ body: { tags: { 0: 'a', 2: 'b' } } })), shaped, {})).toEqual({
		tags: ['a', 'b'],
	});
	expect(await call(callerWith(scriptedHttp({ body: '' })), read, {})).toEqual({});
});

test('what is no failure of the service is thrown as it is, at once', async () => {
	const http = scriptedHttp(new RangeError('of this package'));
	expect(await errorOf(call(callerWith(http), read, {}))).toBeInstanceOf(RangeError);
	expect(http.sent).toHaveLength(1);
});

test('a change that the service does not confirm is a failure where the document demands it', async () => {
	const http = scriptedHttp({ body: { success: false } });
	expect(await call(callerWith(http), write, {})).toEqual({ success: false });
	expect(await errorOf(call(callerWith(http), { ...write, done: { copied: true } }, {}))).toBeInstanceOf(Error);
});

const { kind: _, ...deployment } = orgAccount();
const client = { ...deployment, clientId: 'C', secret: 'secret-of-it' };

test.each<[string, Account, Record<string, string>, string[]]>([
	['a library', { ...client, kind: 'org' }, { org_client_id: 'C' }, ['secret-of-it']],
	// No user entered its ID.
	['a bound library', { ...client, kind: 'org', bound: true }, { org_client_id: 'C' }, ['secret-of-it', 'C']],
	['an enterprise', { ...client, kind: 'enterprise' }, { client_id: 'C' }, ['secret-of-it']],
	['a partner', { ...client, kind: 'partner' }, { client_id: 'C' }, ['secret-of-it']],
	['a user', { ...deployment, kind: 'token', token: 'T', secret: 'S' }, { token: 'T' }, ['S', 'T']],
])('%s: what names it, and what no error may show', (_name, account, identity, secrets) => {
	expect(wireIdentity(account)).toEqual(identity);
	expect(secretsOf(account)).toEqual(secrets);
});
