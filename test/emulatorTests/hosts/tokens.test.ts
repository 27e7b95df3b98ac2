import { useClient } from '../testClient';
import { ManualClock } from '../../emulator';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { md5, signFields } from '../signing';

const client = useClient(EnterpriseTestClient, () => ({ clock: new ManualClock() }));

const good = { username: 'zhang.wei@example.com', password: md5('demo-password') };
const secret = 'demo-enterprise-secret';

test('an expired token is 401 + 40102, an unknown one 401 + 40101', async () => {
	await client.signOn();
	client.clock.advance(21_599_000);
	expect((await client.user('1/account/mount')).status).toBe(200);
	client.clock.advance(1000);
	expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40102 } });
	client.token = 'never-given';
	expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40101 } });
});

test('refreshing issues two new tokens and ends the old refresh token', async () => {
	const first = (await client.signOn()).body;
	const second = (await client.grant('refresh_token', { refresh_token: first.refresh_token })).body;
	expect(second.refresh_token).not.toBe(first.refresh_token);
	expect((await client.user('1/account/mount')).status).toBe(200); // the old access token stays valid
	expect((await client.grant('refresh_token', { refresh_token: first.refresh_token })).body.error).toBe(
		'invalid_token',
	);
	client.clock.advance(7 * 86_400_000);
	expect((await client.grant('refresh_token', { refresh_token: second.refresh_token })).body.error).toBe(
		'invalid_token',
	);
});

test('expireTokens, and the option tokenSeconds', async () => {
	client.emulator.world.options.tokenSeconds = 5;
	expect((await client.signOn()).body.expires_in).toBe(5);
	client.emulator.expireTokens('expired');
	expect((await client.user('1/account/mount')).body.error_code).toBe(40102);
	client.emulator.expireTokens('unknown');
	expect((await client.user('1/account/mount')).body.error_code).toBe(40101);
});

test('neither password nor token reaches the console, even with a wrong signature', async () => {
	const lines: string[] = [];
	const other = await EnterpriseTestClient.start({ log: (line) => lines.push(line) });
	await other.signOn();
	const dateline = other.nowSeconds;
	await other.send('/m-api/1/account/mount', signFields({ token: other.token }, 'wrong'), 'GET');
	await other.send(
		'/m-api/oauth2/token2',
		signFields({ client_id: 'demo-enterprise', grant_type: 'password', dateline, ...good }, 'wrong'),
	);
	expect(lines.join('\n')).toContain('expected to be signed');
	for (const hidden of [other.token, good.password, secret]) expect(lines.join('\n')).not.toContain(hidden);
	await other.close();
});
