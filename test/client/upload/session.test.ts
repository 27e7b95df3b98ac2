import type { Account } from '../../../src/client/service/account';
import { anyOf, uploadServers } from '../../../src/client/upload/serverRequest';
import { servicePort } from '../../../src/client/upload/servicePort';
import { verification } from '../../../src/client/upload/stored';
import { abortedError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, orgAccount, scriptedHttp } from '../../support/ports';

test.each<[unknown, string[]]>([
	['up.example', ['https://up.example']],
	['up.example:8443/', ['https://up.example:8443']],
	['http://up.example//', ['http://up.example']],
	['//up.example', ['https://up.example']],
	[' a.example, http://b.example:1/x/ ,', ['https://a.example', 'http://b.example:1/x']],
	[
		['https://a.example', 'b.example'],
		['https://a.example', 'https://b.example'],
	],
	['up.example/go?to=http://b.example', ['https://up.example/go?to=http://b.example']],
	['', []],
	[undefined, []],
	[5, []],
	['ftp://a', []],
	['ftp://a/https://b', []],
	[['http://'], []],
])('upload servers %j', (value, servers) =>
	expect(uploadServers(value, 'https://files.example.com/base')).toEqual(servers),
);

test('each server is reached at random', () => {
	const servers = ['a', 'b', 'c'];
	expect([0, 0.34, 0.999].map((random) => anyOf(servers, { ...fakeClock(), random: () => random }))).toEqual(servers);
	expect(anyOf([], fakeClock())).toBeUndefined();
});

test.each([[','.repeat(2_000_000)], [Array.from({ length: 300 }, () => 'a.example,b.example')]])(
	'of many servers few are looked at',
	(value) => expect(uploadServers(value, 'https://files.example.com').length).toBeLessThanOrEqual(100),
);

/* The request that opens a session: who sends it, and what becomes of an answer without one. */

const FILE = { hash: 'h', fullpath: 'A/b c', instant: false, servers: ['http://up.example.com'] };
const CONTENT = { sha1: 'ab'.repeat(20), size: 5 };
const { signal } = new AbortController();
const { kind: _, ...deployment } = orgAccount();
const PERSON: Account = { ...deployment, kind: 'token', token: 'the-token' };

const opened = async (account: Account, reply: object) => {
	const http = scriptedHttp(reply);
	const port = servicePort(callerWith(http, { account }), { fullpath: 'A/b c', overwrite: false });
	return { http, session: port.init(FILE, CONTENT, signal) };
};

test.each<[string, Account, string, string, string | undefined]>([
	['a library', orgAccount(), '?org_client_id=lib1', 'uploadInitLibrary', undefined],
	['a person', PERSON, '', 'uploadInitUser', 'the-token'],
])('%s: exactly one of ID and token', async (_name, account, query, operation, token) => {
	const { http, session } = await opened(account, { body: { session: 'key' } });
	expect(await session).toEqual({ server: 'http://up.example.com', id: 'key' });
	const [sent] = http.sent;
	expect(sent?.url).toBe(`http://up.example.com/upload_init${query}`);
	expect(sent?.operation).toBe(operation);
	expect(sent?.headers?.['x-svc-token']).toBe(token);
	expect(sent?.headers).toMatchObject({ 'x-svc-upload-filename': 'b%20c', 'x-svc-upload-filesize': '5' });
});

test('a session is aborted by its key', async () => {
	const http = scriptedHttp({});
	const port = servicePort(callerWith(http), { fullpath: 'A/b c', overwrite: false });
	await port.abort({ server: 'http://up.example.com', id: 'key' }, signal);
	expect(http.sent).toMatchObject([
		{ url: 'http://up.example.com/upload_abort', signal, headers: { 'x-svc-upload-session': 'key' } },
	]);
});

test('a service that needs no content says so with 202', async () => {
	expect(await (await opened(orgAccount(), { status: 202 })).session).toBe('complete');
});

test('an answer with the type of a page is no page, unless it begins like one', async () => {
	const headers = { 'content-type': 'text/html' };
	const { session } = await opened(orgAccount(), { headers, body: '{"session":"a <b>"}' });
	expect(await session).toMatchObject({ id: 'a <b>' });
	const page = await opened(orgAccount(), { headers, body: ' <p>{"session":"a"}' });
	expect(await errorOf(page.session)).toMatchObject({ kind: 'protocol', retryable: true });
});

test.each(['', '{}', '{"session":""}', '{"session":7}', 'key'])('the answer %j opens no session', async (body) => {
	expect(await errorOf((await opened(orgAccount(), { body })).session)).toMatchObject({
		...{ kind: 'protocol', operation: 'uploadInitLibrary', status: 200 },
		message: "The upload server didn't open a session",
	});
});

/* What was stored is read back. */

const SHA1 = 'ab'.repeat(20);
const OTHER = 'cd'.repeat(20);
const SENT = { fullpath: 'a/b', filehash: SHA1 };
const verified = async (reply: object | Error) =>
	await verification(
		callerWith(scriptedHttp(reply), { noRetryAfter: AbortSignal.abort() }),
		{ fullpath: 'a/b', overwrite: false },
		SENT,
	);

test.each([SHA1, SHA1.toUpperCase()])('the same SHA1: %s', async (filehash) => {
	expect(await verified({ body: { filehash } })).toEqual({ verified: true });
});

test.each([{}, { filehash: '' }, { filehash: 'abc' }, { filehash: 7 }])('no SHA1: %j', async (body) => {
	expect(await verified({ body })).toEqual({
		verified: false,
		warning: 'The service sent no SHA1 to verify the stored content with',
	});
});

test('another SHA1 is an error', async () => {
	expect(await errorOf(verified({ body: { filehash: OTHER } }))).toMatchObject({
		...{ kind: 'upload', retryable: false },
		message: 'The content stored at "a/b" is not the one that was sent: its SHA1 differs',
		hint: expect.stringContaining('upload it again') as string,
	});
});

test('a refusal is a warning, because the content may be right', async () => {
	const { verified: is, warning } = await verified(new LibraryError('network', 'connection reset'));
	expect(is).toBe(false);
	expect(warning).toBe('The stored content could not be verified: connection reset');
});

test.each([abortedError(), new TypeError('a mistake of ours')])('$message is thrown', async (cause) => {
	expect(await errorOf(verified(cause))).toBe(cause);
});
