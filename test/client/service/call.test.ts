import { openDownload } from '../../../src/client/download/download';
import type { HttpRequest } from '../../../src/client/http/types';
import { type Account, secretsOf, wireIdentity } from '../../../src/client/service/account';
import { call } from '../../../src/client/service/call';
import { withSilence } from '../../../src/client/service/callerVariants';
import { makeSecretVault } from '../../../src/client/service/secretVault';
import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import { callerWith, errorOf, fieldsOf, orgAccount, scriptedHttp, fakeClock } from '../../support/ports';
import { mac, read, write, failure } from './callFixtures';

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
	const { kind: _, clientId: __, ...service } = orgAccount();
	const get: typeof read = { ...read, route: 'GET /m-api/1/file/ls', credential: 'token' };
	const person: Account = { ...service, kind: 'token', token: 'T', secret: 'S' };
	await call(callerWith(http, { account: person }), get, { mount_id: '7' });
	expect(http.sent[0]?.method).toBe('GET');
	expect(http.sent[0]?.body).toBeUndefined();
	expect(fieldsOf(http.sent[0])).toEqual({ mount_id: '7', token: 'T', sign: mac(['7', 'T'], 'S') });
	const partner: Account = { ...service, kind: 'partner', clientId: 'C', secret: 'S' };
	await call(callerWith(http, { account: partner }), read, {});
	const sign = mac(['C', '1700000000'], 'S');
	expect(fieldsOf(http.sent[1])).toEqual({ client_id: 'C', dateline: '1700000000', sign });
});

test('every request asks for JSON in English, and can be cancelled', async () => {
	const { signal } = new AbortController();
	const http = scriptedHttp({});
	await call(callerWith(http, { signal }), read, {});
	await call(callerWith(http, { signal }), { ...read, route: 'GET /m-api/1/file/ls' }, {});
	for (const request of http.sent) {
		const headers = { accept: 'application/json', 'accept-language': 'en-US' };
		expect(request).toMatchObject({ headers, operation: 'libraryFileInfo' });
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
	const http = scriptedHttp({ body: { tags: { 0: 'a', 2: 'b' } } });
	expect(await call(callerWith(http), shaped, {})).toEqual({ tags: ['a', 'b'] });
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

const answering = (body: unknown) => {
	const vault = makeSecretVault();
	return { vault, caller: callerWith(scriptedHttp({ body }), { vault }) };
};

test.each(['password', 'ticket', 'refresh_token', 'exchange_token'])('the parameter %s is a secret', async (name) => {
	const vault = makeSecretVault();
	const http = scriptedHttp((request) => ({
		status: 400,
		body: { error_code: 40003, error_msg: `wrong value ${fieldsOf(request)[name]} for a` },
	}));
	const params = { [name]: 'quiet-river-58', fullpath: 'a' };
	const error = await errorOf(call(callerWith(http, { vault }), { ...read, signed: false }, params));
	expect(error.message).toContain('wrong value *** for a');
	expect(vault.all()).toEqual(['quiet-river-58']);
	// Without a vault it is hidden too.
	const alone = await errorOf(call(callerWith(http), { ...read, signed: false }, params));
	expect(alone.message).toContain('wrong value *** for a');
});

test('secrets that an answer is made to contain are noted: texts, and the signatures of links', async () => {
	const { vault, caller } = answering({
		key: 'handed-out-key',
		url: 'https://host.example.com/x?sign=signed-in-query',
		urls: ['HTTP://host.example.com/x?sign=the-second-link', 'http://host.example.com/x?sign=the-third-link', 7],
		text: 'spoken http: no link',
		count: 12345678,
		none: null,
		fullpath: 'folder/a.pdf',
	});
	const secrets = ['key', 'url', 'urls', 'text', 'count', 'none', 'absent'];
	await call(caller, { ...read, signed: false, secrets }, { fullpath: 'a' });
	expect(vault.all().sort()).toEqual(
		['handed-out-key', 'signed-in-query', 'the-second-link', 'the-third-link', 'spoken http: no link'].sort(),
	);
	// Items are made to show them.
	expect(vault.forItems('handed-out-key')).toBe('handed-out-key');
	expect(vault.forErrors('not handed-out-key')).toBe('not ***');
	expect(vault.forErrors('no file at https://host.example.com/x?sign=signed-in-query')).toBe(
		'no file at https://host.example.com/x?sign=***',
	);
});

const refusal = (date: string) => ({ status: 401, headers: { date }, body: { error_code: 401041, error_msg: 'sign' } });
const later = 'Tue, 14 Nov 2023 23:13:20 GMT'; // 1 700 003 600

test('a write is signed once more with the time of the service, and later calls use it at once', async () => {
	const http = scriptedHttp(refusal(later), {}, {});
	const clock = fakeClock();
	await call(callerWith(http, { clock }), write, { fullpath: 'x' });
	await call(callerWith(http, { clock }), read, {});
	expect(http.sent.map((r) => fieldsOf(r).dateline)).toEqual(['1700000000', '1700003600', '1700003600']);
	expect(fieldsOf(http.sent[1]).sign).toBe(mac(['1700003600', 'x', 'lib1']));
	expect(clock.slept).toEqual([]);
});

const START = 1_700_000_000;
const at = (seconds: number) => refusal(new Date((START + seconds) * 1000).toUTCString());
const datelines = async (...script: Parameters<typeof scriptedHttp>) => {
	const http = scriptedHttp(...script);
	const [clock, failures] = [fakeClock(), [] as string[]];
	for (let calls = 0; calls < 3; calls++)
		await call(callerWith(http, { clock }), write, {}).catch(({ kind }: { kind: string }) => failures.push(kind));
	return { sent: http.sent.map((r) => Number(fieldsOf(r).dateline) - START), failures };
};

test('a clock that was put right again is believed again', async () => {
	expect(await datelines(at(3600), {}, at(10), {}, {})).toEqual({ sent: [0, 3600, 3600, 0, 0], failures: [] });
});

test('a service whose clock jumps to the other side is followed', async () => {
	const { sent, failures } = await datelines(at(3600), {}, at(-3600), {}, {});
	expect([sent, failures]).toEqual([[0, 3600, 3600, -3600, -3600], []]);
});

test('a minute is the limit: more is corrected, a minute is not', async () => {
	expect(await datelines(at(60), {}, {})).toEqual({ sent: [0, 0, 0], failures: ['auth'] });
	expect(await datelines(at(-60), {}, {})).toEqual({ sent: [0, 0, 0], failures: ['auth'] });
	expect(await datelines(at(61), {}, {}, {})).toEqual({ sent: [0, 61, 61, 61], failures: [] });
	expect(await datelines(at(61), {}, at(60), {}, {})).toEqual({ sent: [0, 61, 61, 61], failures: ['auth'] });
});

const MINUTE = 60_000;
const limits = ({ headersTimeout, bodyTimeout }: HttpRequest) => [headersTimeout, bodyTimeout];
const slow: typeof write = { ...write, slow: true };

test('two minutes as a rule, ten for a request that works on a whole folder, and as the caller says', async () => {
	const http = scriptedHttp({});
	const caller = callerWith(http);
	for (const by of [caller, withSilence(caller, undefined), withSilence(caller, 5000)])
		for (const op of [read, write, slow]) await call(by, op, {});
	const asNeeded = [2 * MINUTE, 2 * MINUTE, 10 * MINUTE];
	expect(http.sent.map(limits)).toEqual([...asNeeded, ...asNeeded, 5000, 5000, 5000].map((limit) => [limit, limit]));
});

test('a slow request that was given up is not sent again, although it may be repeated', async () => {
	for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']) {
		const http = scriptedHttp(failure(code, 'timeout'), {});
		await errorOf(call(callerWith(http), { ...slow, repeatable: true }, {}));
		expect(http.sent).toHaveLength(1);
	}
	const connecting = scriptedHttp(failure('UND_ERR_CONNECT_TIMEOUT', 'timeout'), {});
	await call(callerWith(connecting), slow, {});
	expect(connecting.sent).toHaveLength(2);
});

const created = { body: { hash: 'h', fullpath: 'a.bin', state: 0, server: 'http://up.example.com' } };
const target = { fullpath: 'a.bin', overwrite: false, chunkSize: 10 };

test.each([
	[undefined, 2 * MINUTE],
	[3000, 3000],
])('every request of a chunked upload with a limit of %p', async (silenceMs, expected) => {
	const http = scriptedHttp(created, { body: { session: 'S' } }, { status: 500 }, { body: '0' }, {});
	await uploadToLibrary(withSilence(callerWith(http), silenceMs), bufferSource(Buffer.from('content')), target);
	expect(http.sent.map(({ url }) => url.split('/').at(-1)?.split('?')[0])).toEqual(
		'create_file upload_init upload_part upload_req upload_part upload_finish'.split(' '),
	);
	expect(http.sent.map(limits)).toEqual(http.sent.map(() => [expected, expected]));
});

test.each([
	[undefined, 5 * MINUTE],
	[3000, 3000],
])('the form of a web upload with a limit of %p', async (silenceMs, expected) => {
	const http = scriptedHttp(
		{ body: { 'm-upload': ['http://up.example.com'], key: 'k' } },
		{ body: { hash: 'h', fullpath: 'a.bin', filesize: 7 } },
	);
	await webUploadToLibrary(withSilence(callerWith(http), silenceMs), bufferSource(Buffer.from('content')), target);
	expect(limits(http.sent[1]!)).toEqual([expected, expected]);
});

test.each([[undefined], [3000]])('a download with a limit of %p', async (silenceMs) => {
	const http = scriptedHttp({ body: 'content' });
	await openDownload(withSilence(callerWith(http), silenceMs), ['http://host.example.com/x']);
	expect(http.sent.map(limits)).toEqual([[silenceMs, silenceMs]]);
});
