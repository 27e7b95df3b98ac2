import { md5 } from '../../support/hashes';
import { EnterpriseTestClient, signFields, useClient } from '../testClient';

const client = useClient(EnterpriseTestClient);

const good = { username: 'zhang.wei@example.com', password: md5('demo-password') };
const secret = 'demo-enterprise-secret';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
	[{ ...good, password: md5('wrong') }, 'invalid_grant'],
	[{ ...good, username: 'nobody' }, 'invalid_grant'],
	[{ ...good, password: 'demo-password' }, 'invalid_request'],
	[{ ...good, password: base64('demo-password') }, 'invalid_request'],
	[{ ...good, password: md5('demo-password').toUpperCase() }, 'invalid_request'],
	[{ username: good.username }, 'invalid_request'],
	[{ ...good, surprise: 1 }, 'invalid_request'],
])('grant password: %j is %s', async (fields, error) => {
	const { status, body } = await client.grant('password', fields);
	expect(status).toBeGreaterThanOrEqual(400);
	expect(body).toEqual({ error, error_description: expect.any(String) });
});

test('grant password: second factor, disabled account, client not allowed or disabled', async () => {
	const { directory, clients } = client.emulator.world;
	const member = directory.memberByAccount(good.username);
	const error = async () => (await client.grant('password', good)).body.error;
	member.secondVerify = true;
	expect(await error()).toBe('second_verify');
	member.enabled = false;
	expect(await error()).toBe('invalid_grant');
	const demo = clients.get('demo-enterprise');
	if (demo?.kind !== 'enterprise') throw new Error('no client');
	demo.grants.delete('password');
	expect(await error()).toBe('unauthorized_client');
	demo.deprecated = true;
	expect(await error()).toBe('deprecated_client');
});

test('a token request is signed with the client secret and has a fresh dateline', async () => {
	const dateline = client.nowSeconds;
	const fields = { client_id: 'demo-enterprise', grant_type: 'password', dateline, ...good };
	expect((await client.send('/m-api/oauth2/token2', signFields(fields, secret))).status).toBe(200);
	expect((await client.send('/m-api/oauth2/token2', signFields(fields, 'wrong'))).body.error).toBe('invalid_client');
	expect((await client.send('/m-api/oauth2/token2', signFields({ ...fields, dateline: 1 }, secret))).body.error).toBe(
		'invalid_client',
	);
	expect(
		(await client.send('/m-api/oauth2/token2', signFields({ ...fields, client_id: 'nobody' }, secret))).body.error,
	).toBe('invalid_client');
	expect((await client.grant('other', {})).body.error).toBe('unsupported_grant_type');
});

test('grant exchange_token: code and domain; auth may be empty', async () => {
	const fields = { exchange_token: `code:${good.username}`, domain: 'demo-domain' };
	expect((await client.grant('exchange_token', fields)).status).toBe(200);
	expect((await client.grant('exchange_token', { ...fields, auth: '' })).status).toBe(200);
	expect((await client.grant('exchange_token', { ...fields, auth: 'demo-auth' })).status).toBe(200);
	expect((await client.grant('exchange_token', { ...fields, auth: 'wrong' })).body.error).toBe('invalid_grant');
	expect((await client.grant('exchange_token', { ...fields, domain: 'other' })).body.error).toBe('invalid_grant');
	expect(
		(await client.grant('exchange_token', { exchange_token: 'code:nobody', domain: 'demo-domain' })).body.error,
	).toBe('invalid_grant');
	expect((await client.grant('exchange_token', { exchange_token: 'code:x' })).body.error).toBe('invalid_request');
});
