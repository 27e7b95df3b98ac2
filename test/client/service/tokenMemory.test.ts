import { makeSecretVault } from '../../../src/client/service/secretVault';
import { isUsable, makeTokenCache } from '../../../src/client/service/tokenCache';
import { fakeClock, fieldsOf, scriptedHttp } from '../../support/ports';
import { clientFor, grantTo, refused, START, tokenBench } from './tokenBench';

test('concurrent renewals share one request and its answer or failure', async () => {
	const { renew, http } = tokenBench(grantTo(1));
	const all = await Promise.all(Array.from({ length: 20 }, async () => await renew({ refused: 'old' })));
	expect(http.sent).toHaveLength(1);
	expect(new Set(all.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']));
	const failing = tokenBench(refused('invalid_grant'));
	expect(
		(await Promise.allSettled(Array.from({ length: 5 }, async () => await failing.renew()))).every(
			({ status }) => status === 'rejected',
		),
	).toBe(true);
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

/* Which tokens the cache still knows, and for whom they are new. */

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
