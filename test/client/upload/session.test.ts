import { openSession } from '../../../src/client/upload/servicePort';
import type { Account } from '../../../src/client/service/account';
import { callerWith, errorOf, orgAccount, scriptedHttp } from '../../support/ports';

/* The request that opens a session: who sends it, and what becomes of an answer without one. */

const FILE = { hash: 'h', fullpath: 'A/b c', instant: false, servers: ['http://up.example.com'] };
const CONTENT = { sha1: 'ab'.repeat(20), size: 5 };
const { signal } = new AbortController();
const { kind: _, ...deployment } = orgAccount();
const PERSON: Account = { ...deployment, kind: 'token', token: 'the-token' };

const opened = async (account: Account, reply: object) => {
	const http = scriptedHttp(reply);
	return { http, session: openSession(callerWith(http, { account }), FILE, CONTENT, signal) };
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
