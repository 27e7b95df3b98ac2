import { createHash, createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { tokenKeeper, type Known, type TokenKeeper, type TokenPorts } from '../../../src/client/service/tokens';
import type { Grant, TokenClient } from '../../../src/protocol/signOn/grants';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import {
	errorOf,
	fakeClock,
	fieldsOf,
	scriptedHttp,
	type FakeClock,
	type Reply,
	type ScriptedHttp,
} from '../../support/ports';

const START = 1_700_000_000_000;
const password: Grant = { type: 'password', username: 'anna', password: 'very secret' };
const clientFor = (grant: Grant = password, more: Partial<TokenClient> = {}): TokenClient => ({
	baseUrl: 'https://files.example.com',
	vendorPrefix: 'svc',
	clientId: 'CLIENT',
	secret: 'client-secret-value',
	grant,
	...more,
});
const grantTo = (n: number | string, more: Record<string, unknown> = {}): Reply => ({
	body: { access_token: `access-${n}`, refresh_token: `refresh-${n}`, expires_in: 21600, ...more },
});
const refused = (error: string, status = 400): Reply => ({
	status,
	body: { error, error_description: 'said the service' },
});
const mac = (params: Record<string, string>) =>
	createHmac('sha1', 'client-secret-value')
		.update(
			Object.keys(params)
				.sort()
				.map((name) => params[name])
				.join('\n'),
		)
		.digest('base64');

interface Bench {
	keeper: TokenKeeper;
	http: ScriptedHttp;
	clock: FakeClock;
	renew(known?: Known, client?: TokenClient): ReturnType<TokenKeeper['renew']>;
	grants(): string[];
}
function bench(...script: Parameters<typeof scriptedHttp>): Bench {
	const [keeper, http, clock] = [tokenKeeper(), scriptedHttp(...script), fakeClock(START)];
	const ports: TokenPorts = { http, clock, random: () => 0 };
	return {
		keeper,
		http,
		clock,
		renew: async (known = {}, client = clientFor()) => await keeper.renew(client, known, ports),
		grants: () => http.sent.map((r) => fieldsOf(r)['grant_type'] ?? 'entgrant'),
	};
}

test('the password grant: signed with the client secret, MD5 made here', async () => {
	const { renew, http } = bench(grantTo(1));
	expect(await renew()).toEqual({
		accessToken: 'access-1',
		refreshToken: 'refresh-1',
		expiresAt: START + 21_600_000,
	});
	const { sign, ...params } = fieldsOf(http.sent[0]);
	expect(http.sent[0]).toMatchObject({ method: 'POST', url: 'https://files.example.com/m-api/oauth2/token2' });
	expect(params).toEqual({
		client_id: 'CLIENT',
		dateline: '1700000000',
		grant_type: 'password',
		username: 'anna',
		password: createHash('md5').update('very secret').digest('hex'),
	});
	expect(sign).toBe(mac(params));
});

test('the sign-on key: a ticket of the account, then its key, used once', async () => {
	const { renew, http } = bench({ body: { svckey: 'key-1' } }, grantTo(1));
	await renew({}, clientFor({ type: 'signOnKey', account: 'anna@example.com' }));
	const [entgrant, token] = http.sent;
	expect(entgrant?.method).toBe('GET');
	const { ticket = '', ...rest } = fieldsOf(entgrant);
	expect(rest).toEqual({ client_id: 'CLIENT', format: 'json' });
	expect(entgrant?.url).toContain(`ticket=${encodeURIComponent(ticket)}`);
	const { account, n, t, sign } = JSON.parse(Buffer.from(ticket, 'base64').toString()) as Record<string, string>;
	expect({ account, t }).toEqual({ account: 'anna@example.com', t: '1700000000' });
	expect(n).toMatch(/^[A-Za-z0-9]{6}$/);
	expect(sign).toBe(createHmac('sha1', 'client-secret-value').update([account, n, t].join('\n')).digest('base64'));
	expect(fieldsOf(token)).toMatchObject({ grant_type: 'svckey', svckey: 'key-1' });
});

test('another prefix names the key, the grant and the parameter', async () => {
	const { renew, http } = bench({ body: { gkkey: 'key-1' } }, grantTo(1));
	await renew({}, clientFor({ type: 'signOnKey', account: 'anna' }, { vendorPrefix: 'gk' }));
	expect(fieldsOf(http.sent[1])).toMatchObject({ grant_type: 'gkkey', gkkey: 'key-1' });
	expect(
		await errorOf(
			bench({ body: { svckey: 'x' } }).renew(
				{},
				clientFor({ type: 'signOnKey', account: 'anna' }, { vendorPrefix: 'gk' }),
			),
		),
	).toMatchObject({ kind: 'protocol', message: expect.stringContaining('gkkey') as string });
});

test('a refresh token goes first, and the new one replaces it; without a new one it stays', async () => {
	const rotating = bench(grantTo(2));
	expect(await rotating.renew({ refused: 'access-1', refreshToken: 'refresh-1' })).toMatchObject({
		accessToken: 'access-2',
		refreshToken: 'refresh-2',
	});
	expect(rotating.grants()).toEqual(['refresh_token']);
	expect(
		await bench({ body: { access_token: 'access-2', expires_in: '60' } }).renew({ refreshToken: 'refresh-1' }),
	).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-1', expiresAt: START + 60_000 });
});

test('an answer without an end or with a text as end', async () => {
	expect(await bench({ body: { access_token: 'a' } }).renew()).toEqual({ accessToken: 'a' });
	expect(await bench({ body: { access_token: 'a', expires_in: '10' } }).renew()).toEqual({
		accessToken: 'a',
		expiresAt: START + 10_000,
	});
	expect(await errorOf(bench({ body: { token: 'a' } }).renew())).toMatchObject({ kind: 'protocol' });
});

test.each([
	refused('invalid_token'),
	refused('invalid_grant', 401),
	{ status: 401, body: { error_code: 401010, error_msg: 'spent' } },
])('a spent refresh token (%j) gives way to the full grant', async (answer) => {
	const { renew, grants } = bench(answer, grantTo(3));
	expect(await renew({ refused: 'access-1', refreshToken: 'refresh-1' })).toMatchObject({ accessToken: 'access-3' });
	expect(grants()).toEqual(['refresh_token', 'password']);
});

test('a sign-on key is made afresh when the refresh token is spent', async () => {
	const { renew, grants } = bench(refused('invalid_token'), { body: { svckey: 'key-2' } }, grantTo(3));
	await renew({ refreshToken: 'refresh-1' }, clientFor({ type: 'signOnKey', account: 'anna' }));
	expect(grants()).toEqual(['refresh_token', 'entgrant', 'svckey']);
});

test('a refresh refused for another reason is reported, the password is not tried', async () => {
	const { renew, grants } = bench(refused('deprecated_client'), grantTo(3));
	expect(await errorOf(renew({ refreshToken: 'refresh-1' }))).toMatchObject({ code: 'deprecated_client' });
	expect(grants()).toEqual(['refresh_token']);
});

test('many at once: one request, one answer for all; a failure is shared too', async () => {
	const { renew, http } = bench(grantTo(1));
	const all = await Promise.all(Array.from({ length: 20 }, async () => await renew({ refused: 'old' })));
	expect(http.sent).toHaveLength(1);
	expect(new Set(all.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']));
	const failing = bench(refused('invalid_grant'));
	expect(
		(await Promise.allSettled(Array.from({ length: 5 }, async () => await failing.renew()))).every(
			({ status }) => status === 'rejected',
		),
	).toBe(true);
	expect(failing.http.sent).toHaveLength(1);
	await failing.renew().catch(() => undefined);
	expect(failing.http.sent).toHaveLength(2); // a failure is not remembered
});

test('who comes late with what was replaced gets what replaced it', async () => {
	const { renew, http } = bench(grantTo(2), grantTo(3));
	await renew({ refused: 'access-1', refreshToken: 'refresh-1' });
	expect(await renew({ refused: 'access-1', refreshToken: 'refresh-1' })).toMatchObject({ accessToken: 'access-2' });
	expect(await renew({ readAt: START - 1 })).toMatchObject({ accessToken: 'access-2' }); // read before it was there
	expect(http.sent).toHaveLength(1);
	expect(await renew({ refused: 'access-2', refreshToken: 'refresh-1' })).toMatchObject({ accessToken: 'access-3' });
	expect(fieldsOf(http.sent[1])).toMatchObject({ refresh_token: 'refresh-2' });
});

test('a credential read after the last renewal asks for itself', async () => {
	const { renew, clock, grants } = bench(grantTo(1), grantTo(2));
	await renew();
	clock.time += 1;
	expect(await renew({ readAt: clock.time })).toMatchObject({ accessToken: 'access-2' });
	expect(grants()).toEqual(['password', 'password']);
});

test('kept tokens that end within a minute are no answer', async () => {
	const { renew, clock, grants } = bench(grantTo(1, { expires_in: 100 }), grantTo(2));
	await renew({ refused: 'old' });
	clock.time += 40_000;
	expect(await renew({ refused: 'old', refreshToken: 'refresh-0' })).toMatchObject({ accessToken: 'access-2' });
	expect(grants()).toEqual(['password', 'refresh_token']);
});

test('the grant Refresh Token: rotated, and the one person is known by each of its tokens', async () => {
	const { renew, keeper, http } = bench(grantTo(2), grantTo(3));
	const first = clientFor({ type: 'refreshToken', refreshToken: 'refresh-1' });
	const second = clientFor({ type: 'refreshToken', refreshToken: 'refresh-2' });
	await renew({}, first);
	expect(keeper.latest(second)).toMatchObject({ accessToken: 'access-2' });
	expect(await renew({ refused: 'access-1' }, first)).toMatchObject({ accessToken: 'access-2' }); // still has the old one
	expect(await renew({ refused: 'access-2' }, second)).toMatchObject({ accessToken: 'access-3' });
	expect(http.sent.map((r) => fieldsOf(r)['refresh_token'])).toEqual(['refresh-1', 'refresh-2']);
	expect(keeper.latest(clientFor({ type: 'refreshToken', refreshToken: 'of-another-person' }))).toBeUndefined();
});

test('two persons of one client never share', async () => {
	const { renew, http } = bench(grantTo('anna'), grantTo('ben'));
	const [anna, ben] = await Promise.all([renew(), renew({}, clientFor({ ...password, username: 'ben' }))]);
	expect([anna?.accessToken, ben?.accessToken]).toEqual(['access-anna', 'access-ben']);
	expect(http.sent).toHaveLength(2);
});

test.each<[string, string, RegExp, RegExp]>([
	['second_verify', 'auth', /second factor/, /two-factor/],
	['access_denied', 'auth', /blocks the address/, /allow/],
	['deprecated_client', 'auth', /expired or is disabled/, /renew/],
	['invalid_client', 'auth', /does not know the client ID/, /Check the ID/],
	['invalid_grant', 'auth', /sign-in was refused/, /user name and password/],
	['unauthorized_client', 'auth', /isn't allowed to use this kind/, /administrator/],
	['invalid_token', 'auth', /refresh token or sign-on key/, /credential/],
	['invalid_request', 'input', /invalid parameters/, /^$/],
	['unsupported_grant_type', 'input', /does not support this kind/, /^$/],
])('%s is an error of its own', async (word, kind, message, hint) => {
	const failure = await errorOf(bench(refused(word)).renew());
	expect(failure).toMatchObject({ kind, code: word, operation: 'tokenIssue' });
	expect(failure.message).toMatch(message);
	expect(String(failure['hint'] ?? '')).toMatch(hint);
});

test('no error shows a secret, not even one that the service repeats', async () => {
	const said = (text: string): Reply => ({ status: 400, body: { error: 'invalid_grant', error_description: text } });
	const md5 =
		fieldsOf(
			await (async () => {
				const b = bench(grantTo(1));
				await b.renew();
				return b.http.sent[0];
			})(),
		)['password'] ?? '';
	const failures = [
		await errorOf(bench(said(`no user with very secret or ${md5} or client-secret-value`)).renew()),
		await errorOf(
			bench(said('unknown refresh-very-long')).renew(
				{},
				clientFor({ type: 'refreshToken', refreshToken: 'refresh-very-long' }),
			),
		),
		await errorOf(
			bench({ body: { svckey: 'key-very-long' } }, said('unknown key-very-long')).renew(
				{},
				clientFor({ type: 'signOnKey', account: 'anna' }),
			),
		),
		await errorOf(bench(new LibraryError('network', 'down', { code: 'ENOTFOUND', retryable: false })).renew()),
	];
	for (const secret of ['very secret', md5, 'client-secret-value', 'refresh-very-long', 'key-very-long'])
		expect(inspect(failures, { depth: 20 })).not.toContain(secret);
});
