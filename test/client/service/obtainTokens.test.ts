import { inspect } from 'node:util';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf, fieldsOf, type Reply } from '../../support/ports';
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
	const failures = [
		await errorOf(tokenBench(said(`no user with very secret or ${md5} or client-secret-value`)).renew()),
		await errorOf(
			tokenBench(said('unknown refresh-very-long')).renew(
				{},
				clientFor({ type: 'refreshToken', refreshToken: 'refresh-very-long' }),
			),
		),
		await errorOf(
			tokenBench({ body: { svckey: 'key-very-long' } }, said('unknown key-very-long')).renew(
				{},
				clientFor({ type: 'signOnKey', account: 'anna' }),
			),
		),
		await errorOf(tokenBench(new LibraryError('network', 'down', { code: 'ENOTFOUND', retryable: false })).renew()),
	];
	for (const secret of ['very secret', md5, 'client-secret-value', 'refresh-very-long', 'key-very-long'])
		expect(inspect(failures, { depth: 20 })).not.toContain(secret);
});
