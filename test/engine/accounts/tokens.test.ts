import { startExamples, withDemo } from '../../contract/demo';
import { type OperationEntry, reference } from '../../contract/reference';
import type { CredentialData } from '../support/credentialsHelper';
import { by } from '../support/library';
import { PERSON } from '../support/userAccount';
import { nodes, GET, library, storedIn, TYPE, UPLOAD } from '../support/nodes';

/* The user token credential: how access tokens are obtained, stored and renewed. */

const person = nodes({ service: 'strict', as: 'user' });

test.each<[string, Record<string, unknown>, string[]]>([
	['password', {}, ['password']],
	[
		'exchange token',
		{ grantType: 'exchangeToken', exchangeToken: 'foreign-code', domain: 'acme', auth: 'x' },
		['exchange_token'],
	],
])('by %s: obtained before the first call, stored by n8n, not asked for again', async (_name, fields, grants) => {
	const credentials = person.credential(fields);
	const items = [{ json: {} }, { json: {} }, { json: {} }];
	expect((await person.run(GET, credentials, items)).error).toBeUndefined();
	expect(person.server.grants()).toEqual(grants);
	expect(storedIn(credentials)).toMatchObject({
		accessToken: expect.stringMatching(/^access-/) as string,
		refreshToken: expect.stringMatching(/^refresh-/) as string,
	});
	expect(Number(storedIn(credentials).expiry)).toBeGreaterThan(Date.now() + 21_000_000);
	expect((await person.run(GET, credentials)).error).toBeUndefined();
	expect(person.server.grants()).toEqual(grants);
	expect(person.server.sent('userFileInfo').every(({ token }) => token === storedIn(credentials).accessToken)).toBe(
		true,
	);
});

test('by sign-on key: obtained before the first call, kept by the process, not stored', async () => {
	const credentials = person.credential({ grantType: 'signOnKey', account: PERSON.username });
	const before = storedIn(credentials);
	const items = [{ json: {} }, { json: {} }, { json: {} }];
	for (let times = 0; times < 2; times++) expect((await person.run(GET, credentials, items)).error).toBeUndefined();
	expect(person.server.grants()).toEqual(['svckey']);
	person.server.account.expire();
	expect((await person.run(GET, credentials, items)).error).toBeUndefined();
	person.server.account.expire(true);
	expect((await person.run(GET, credentials, items)).error).toBeUndefined();
	expect(person.server.grants()).toEqual(['svckey', 'refresh_token', 'refresh_token', 'svckey']);
	expect(storedIn(credentials)).toEqual(before);
});

test('a token refused in the middle is renewed once, and the refused call is repeated', async () => {
	const credentials = person.credential();
	await person.run(GET, credentials);
	const old = storedIn(credentials).refreshToken;
	person.server.account.expire();
	const { items, error } = await person.run(
		{ resource: 'file', operation: 'delete', library, file: by('path', 'a.txt') },
		credentials,
		[{ json: {} }, { json: {} }],
	);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
	expect(person.server.grants()).toEqual(['password', 'refresh_token']);
	expect(person.server.sent('tokenIssue')[1]?.refresh_token).toBe(old);
	expect(person.server.sent('userFileDelete')).toHaveLength(3);
	expect(storedIn(credentials).refreshToken).not.toBe(old);
});

test.each(['chunked', 'form'])('a token that ends inside an upload (%s)', async (method) => {
	const credentials = person.credential();
	await person.run(GET, credentials);
	person.server.requests.length = 0;
	const at = method === 'form' ? 'userFileUploadServer' : 'userFileCreateFile';
	const timer = setInterval(() => {
		if (person.server.sent(at).length && person.server.grants().length === 0) person.server.account.expire();
	}, 0);
	const { error } = await person.run({ ...UPLOAD, options: { method } }, credentials, await person.file());
	clearInterval(timer);
	expect(error).toBeUndefined();
	expect(person.server.files.get('Up/report.bin')?.toString()).toBe('bytes to upload');
});

test('after an edit of the credential, the tokens of the previous account are not used', async () => {
	const credentials = person.credential();
	await person.run(GET, credentials);
	const edited = { [TYPE]: { ...storedIn(credentials), username: 'ben@example.com' } } as CredentialData;
	expect((await person.run(GET, edited)).error?.message).toMatch(/sign-in was refused/);
	expect(person.server.grants()).toEqual(['password', 'password']);
});

const LIST = { resource: 'library', operation: 'getMany', returnAll: true };

test('a missing field of the credential is named', async () => {
	expect((await person.run(GET, person.credential({ password: '' }))).error?.message).toMatch(
		/Password is missing in the credential/,
	);
	expect((await person.run(LIST, person.credential({ grantType: 'signOnKey' }))).error?.message).toMatch(
		/Account is missing/,
	);
	expect(person.server.requests).toEqual([]);
});

/* n8n stores a token only beside a call of its own. What becomes of that call does not matter. */

const example = reference().find(({ id }) => id === 'userFileInfo') as OperationEntry;

test.each(['reset', 'resetAfter', 'html'] as const)('the call beside the token fails with %s', async (action) => {
	const { run } = await startExamples();
	await withDemo(async (emulator) => {
		emulator.faults.add({ match: '/account/mount', action });
		const { error, items } = await run(example, emulator);
		expect(error?.message).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'Contracts/offer.txt' });
		expect(emulator.faults.pending).toBe(0);
		expect(emulator.requests.filter(({ path }) => path.endsWith('/token2'))).toHaveLength(1);
	});
});
