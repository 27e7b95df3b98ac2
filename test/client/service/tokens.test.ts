import { inspect } from 'node:util';
import { makeSecretVault } from '../../../src/client/service/secretVault';
import { isUsable, makeTokenCache } from '../../../src/client/service/tokenCache';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf, fieldsOf, type Reply, fakeClock, scriptedHttp } from '../../support/ports';
import { clientFor, grantTo, refused, START, tokenBench } from './tokenBench';

test('a refresh token is used first and replaced by the new one; without a new one it is kept', async () => {
	const rotating = tokenBench(grantTo(2));
	expect(await rotating.renew({ refused: 'access-1', refreshToken: 'refresh-1' })).toMatchObject({
		accessToken: 'access-2',
		refreshToken: 'refresh-2',
	});
	expect(rotating.grants()).toEqual(['refresh_token']);
	expect(
		await tokenBench({ body: { access_token: 'access-2', expires_in: '60' } }).renew({ refreshToken: 'refresh-1' }),
	).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-1', expiresAt: START + 60_000 });
});

test.each([
	refused('invalid_token'),
	refused('invalid_grant', 401),
	{ status: 401, body: { error_code: 401010, error_msg: 'spent' } },
])('a refresh token that is of no use any more (%j) gives way to the full grant', async (answer) => {
	const { renew, grants } = tokenBench(answer, grantTo(3));
	expect(await renew({ refused: 'access-1', refreshToken: 'refresh-1' })).toMatchObject({ accessToken: 'access-3' });
	expect(grants()).toEqual(['refresh_token', 'password']);
});

const UNAVAILABLE = { status: 503, body: {} };

test('a sign-in by password is repeated after a failure that passes', async () => {
	const { renew, grants } = tokenBench(UNAVAILABLE, UNAVAILABLE, grantTo(1));
	expect((await renew()).accessToken).toBe('access-1');
	expect(grants()).toEqual(['password', 'password', 'password']);
});

test('a refresh token is good once, so it is not sent again when the answer may be lost', async () => {
	const { renew, grants } = tokenBench(UNAVAILABLE, grantTo(1));
	const failure = await errorOf(renew({}, clientFor({ type: 'refreshToken', refreshToken: 'refresh-0' })));
	expect(failure).toMatchObject({ kind: 'busy', status: 503 });
	expect(grants()).toEqual(['refresh_token']);
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
])('%s has its own message', async (word, kind, message, hint) => {
	const failure = await errorOf(tokenBench(refused(word)).renew());
	expect(failure).toMatchObject({ kind, code: word, operation: 'tokenIssue' });
	expect(failure.message).toMatch(message);
	expect(String(failure.hint ?? '')).toMatch(hint);
});

test('no error shows a secret, not even one that the service repeats', async () => {
	const said = (text: string): Reply => ({ status: 400, body: { error: 'invalid_grant', error_description: text } });
	const first = tokenBench(grantTo(1));
	await first.renew();
	const md5 = fieldsOf(first.http.sent[0]).password ?? '';
	expect(md5).toMatch(/^[0-9a-f]{32}$/);
	const byToken = clientFor({ type: 'refreshToken', refreshToken: 'refresh-very-long' });
	const byKey = clientFor({ type: 'signOnKey', account: 'anna' });
	const down = new LibraryError('network', 'down', { code: 'ENOTFOUND', retryable: false });
	const failures = [
		await errorOf(tokenBench(said(`no user with very secret or ${md5} or client-secret-value`)).renew()),
		await errorOf(tokenBench(said('unknown refresh-very-long')).renew({}, byToken)),
		await errorOf(
			tokenBench({ body: { svckey: 'key-very-long' } }, said('unknown key-very-long')).renew({}, byKey),
		),
		await errorOf(tokenBench(down).renew()),
	];
	for (const secret of ['very secret', md5, 'client-secret-value', 'refresh-very-long', 'key-very-long'])
		expect(inspect(failures, { depth: 20 })).not.toContain(secret);
});

test('concurrent renewals share one request and its answer or failure', async () => {
	const { renew, http } = tokenBench(grantTo(1));
	const all = await Promise.all(Array.from({ length: 20 }, async () => await renew({ refused: 'old' })));
	expect(http.sent).toHaveLength(1);
	expect(new Set(all.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']));
	const failing = tokenBench(refused('invalid_grant'));
	await Promise.all(Array.from({ length: 5 }, async () => await errorOf(failing.renew())));
	expect(failing.http.sent).toHaveLength(1);
	await failing.renew().catch(() => undefined);
	expect(failing.http.sent).toHaveLength(2); // a failure is not cached
});

test('a caller that still knows replaced tokens gets their replacement', async () => {
	const { renew, http } = tokenBench(grantTo(2), grantTo(3));
	await renew({ refused: 'access-1', refreshToken: 'refresh-1' });
	expect(await renew({ refused: 'access-1', refreshToken: 'refresh-1' })).toMatchObject({ accessToken: 'access-2' });
	// a credential that was read before these were obtained
	expect(await renew({ readAt: START - 1 })).toMatchObject({ accessToken: 'access-2' });
	expect(http.sent).toHaveLength(1);
	expect(await renew({ refused: 'access-2', refreshToken: 'refresh-1' })).toMatchObject({ accessToken: 'access-3' });
	expect(fieldsOf(http.sent[1])).toMatchObject({ refresh_token: 'refresh-2' });
});

test('a credential that was read after the last renewal causes a new one', async () => {
	const { renew, clock, grants } = tokenBench(grantTo(1), grantTo(2));
	await renew();
	clock.time += 1;
	expect(await renew({ readAt: clock.time })).toMatchObject({ accessToken: 'access-2' });
	expect(grants()).toEqual(['password', 'password']);
});

test('cached tokens that expire within a minute are renewed', async () => {
	const { renew, clock, grants } = tokenBench(grantTo(1, { expires_in: 100 }), grantTo(2));
	await renew({ refused: 'old' });
	clock.time += 40_000;
	expect(await renew({ refused: 'old', refreshToken: 'refresh-0' })).toMatchObject({ accessToken: 'access-2' });
	expect(grants()).toEqual(['password', 'refresh_token']);
});

test('the grant Refresh Token: the token is rotated, and the user is found by the old and the new one', async () => {
	const { renew, cache, http } = tokenBench(grantTo(2), grantTo(3));
	const first = clientFor({ type: 'refreshToken', refreshToken: 'refresh-1' });
	const second = clientFor({ type: 'refreshToken', refreshToken: 'refresh-2' });
	await renew({}, first);
	expect(cache.latest(second)).toMatchObject({ accessToken: 'access-2' });
	// a caller that still knows the old token
	expect(await renew({ refused: 'access-1' }, first)).toMatchObject({ accessToken: 'access-2' });
	expect(await renew({ refused: 'access-2' }, second)).toMatchObject({ accessToken: 'access-3' });
	expect(http.sent.map((r) => fieldsOf(r).refresh_token)).toEqual(['refresh-1', 'refresh-2']);
	expect(cache.latest(clientFor({ type: 'refreshToken', refreshToken: 'of-another-user' }))).toBeUndefined();
});

test.each([
	[undefined, true],
	[START + 60_001, true],
	[START + 60_000, false],
	[START - 1, false],
])('a token that expires at %p may still be used: %p', (expiresAt, usable) => {
	expect(isUsable(expiresAt === undefined ? {} : { expiresAt }, START)).toBe(usable);
});

test('tokens whose end the service does not say are shared until they are refused', async () => {
	const endless = { body: { access_token: 'access-1', refresh_token: 'refresh-1' } };
	const { renew, clock, http } = tokenBench(endless, grantTo(2));
	await renew({ refused: 'access-0' });
	clock.time += 365 * 86_400_000;
	expect(await renew({ refused: 'access-0' })).toMatchObject({ accessToken: 'access-1' });
	expect(http.sent).toHaveLength(1);
	expect(await renew({ refused: 'access-1' })).toMatchObject({ accessToken: 'access-2' });
});

test('a credential read when tokens were obtained gets them; one that knows nothing gets new ones', async () => {
	const { renew, http } = tokenBench(grantTo(1), grantTo(2));
	await renew();
	expect(await renew({ readAt: START })).toMatchObject({ accessToken: 'access-1' });
	expect(http.sent).toHaveLength(1);
	expect(await renew({})).toMatchObject({ accessToken: 'access-2' });
	expect(http.sent).toHaveLength(2);
});

test('the last twenty replaced tokens are known', async () => {
	const http = scriptedHttp(() => grantTo(http.sent.length));
	const [cache, clock] = [makeTokenCache(), fakeClock(START)];
	const renew = async (refused: string) =>
		await cache.renew(clientFor(), { refused }, { http, clock, vault: makeSecretVault() });
	await renew('access-0');
	for (let nth = 1; nth < 21; nth++) await renew(`access-${nth}`);
	// 21 tokens were replaced, the last one by access-21.
	expect(http.sent).toHaveLength(21);
	expect(await renew('access-1')).toMatchObject({ accessToken: 'access-21' });
	expect(http.sent).toHaveLength(21);
	expect(await renew('access-0')).toMatchObject({ accessToken: 'access-22' });
});

test('a user who signs in by password is not found by a refresh token', async () => {
	const { renew, cache } = tokenBench(grantTo(1));
	expect(cache.latest(clientFor())).toBeUndefined();
	await renew();
	expect(cache.latest(clientFor())).toMatchObject({ accessToken: 'access-1' });
	expect(cache.latest(clientFor({ type: 'refreshToken', refreshToken: 'refresh-1' }))).toBeUndefined();
});
