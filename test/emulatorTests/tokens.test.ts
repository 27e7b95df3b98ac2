import { ManualClock } from '../emulator/index';
import { FamiliesClient, md5, signFields, ticketFor } from './familiesClient';
import vectorFile from '../contract/signVectors.json';
import { enterpriseClient } from '../emulator/store/enterprise/apiClients';

let clock: ManualClock;
let client: FamiliesClient;
beforeEach(async () => {
	clock = new ManualClock();
	client = await FamiliesClient.start({ clock });
});
afterEach(() => client.close());

const good = { username: 'zhang.wei@example.com', password: md5('demo-password') };
const secret = 'demo-enterprise-secret';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const grantee = (ticket: string, more = {}) =>
	client.send(
		'/account/autologin/entgrant',
		new URLSearchParams({ client_id: 'demo-enterprise', ticket, format: 'json', ...more }),
		'GET',
	);
const now = (): number => Math.floor(clock.now() / 1000);
const fresh = (account = good.username, n = 'abc123', t: number | string = now()): string =>
	ticketFor(account, secret, n, t);

describe('grant password', () => {
	test('gives tokens that work', async () => {
		expect(await client.signOn()).toMatchObject({
			status: 200,
			body: { expires_in: 21_600, refresh_token: expect.any(String) },
		});
		expect((await client.user('1/account/mount')).status).toBe(200);
	});

	test('an account with a domain sends base64', async () => {
		expect(
			(await client.grant('password', { username: 'EXAMPLE\\li.na', password: base64('demo-password') })).status,
		).toBe(200);
		expect(
			(await client.grant('password', { username: 'EXAMPLE\\li.na', password: md5('demo-password') })).body.error,
		).toBe('invalid_grant');
	});

	test.each([
		[{ ...good, password: md5('wrong') }, 'invalid_grant'],
		[{ ...good, username: 'nobody' }, 'invalid_grant'],
		[{ ...good, password: 'demo-password' }, 'invalid_request'],
		[{ ...good, password: base64('demo-password') }, 'invalid_request'],
		[{ ...good, password: md5('demo-password').toUpperCase() }, 'invalid_request'],
		[{ username: good.username }, 'invalid_request'],
		[{ ...good, surprise: 1 }, 'invalid_request'],
	])('%j is %s', async (fields, error) => {
		const { status, body } = await client.grant('password', fields);
		expect(status).toBeGreaterThanOrEqual(400);
		expect(body).toEqual({ error, error_description: expect.any(String) });
	});

	test('two-factor, disabled account, blocked address, client without permission or disabled', async () => {
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
		client.emulator.faults.signOnBlocked = true;
		expect(await error()).toBe('access_denied');
	});

	test('the request is signed with the client secret; dateline may be missing', async () => {
		const fields = { client_id: 'demo-enterprise', grant_type: 'password', ...good };
		expect((await client.send('/m-api/oauth2/token2', signFields(fields, secret))).status).toBe(200);
		expect((await client.send('/m-api/oauth2/token2', signFields(fields, 'wrong'))).body.error).toBe(
			'invalid_client',
		);
		expect(
			(await client.send('/m-api/oauth2/token2', signFields({ ...fields, dateline: 1 }, secret))).body.error,
		).toBe('invalid_client');
		expect(
			(await client.send('/m-api/oauth2/token2', signFields({ ...fields, client_id: 'nobody' }, secret))).body
				.error,
		).toBe('invalid_client');
		expect((await client.grant('other', {})).body.error).toBe('unsupported_grant_type');
	});
});

test('a member that was added signs on with its password, and no longer when it is disabled', async () => {
	await client.ent('add_member', { account: 'new@example.com', member_name: 'New', password: 'initial' });
	const { body } = await client.grant('password', { username: 'new@example.com', password: md5('initial') });
	client.token = body.access_token;
	expect((await client.user('1/account/mount')).body.list).toMatchObject([{ org_type: 20, ent_id: 3001 }]);
	await client.ent('set_member', { account: 'new@example.com', state: 0 });
	expect(await client.user('1/account/mount')).toMatchObject({ status: 403, body: { error_code: 40302 } });
	expect((await client.grant('refresh_token', { refresh_token: body.refresh_token })).body.error).toBe(
		'invalid_grant',
	);
});

describe('tokens in time', () => {
	test('an expired token is 401 + 40102, an unknown one 401 + 40101', async () => {
		await client.signOn();
		clock.advance(21_599_000);
		expect((await client.user('1/account/mount')).status).toBe(200);
		clock.advance(1000);
		expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40102 } });
		client.token = 'never-given';
		expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40101 } });
	});

	test('refreshing gives two new tokens and ends the old refresh token', async () => {
		const first = (await client.signOn()).body;
		const second = (await client.grant('refresh_token', { refresh_token: first.refresh_token })).body;
		expect(second.refresh_token).not.toBe(first.refresh_token);
		expect((await client.user('1/account/mount')).status).toBe(200); // the old access token lives on
		expect((await client.grant('refresh_token', { refresh_token: first.refresh_token })).body.error).toBe(
			'invalid_token',
		);
		clock.advance(7 * 86_400_000);
		expect((await client.grant('refresh_token', { refresh_token: second.refresh_token })).body.error).toBe(
			'invalid_token',
		);
	});

	test('switches: all tokens expire or are unknown; the life is an option', async () => {
		client.emulator.world.options.tokenSeconds = 5;
		expect((await client.signOn()).body.expires_in).toBe(5);
		client.emulator.expireTokens('expired');
		expect((await client.user('1/account/mount')).body.error_code).toBe(40102);
		client.emulator.expireTokens('unknown');
		expect((await client.user('1/account/mount')).body.error_code).toBe(40101);
	});
});

test('grant exchange_token: code and domain, auth may be empty', async () => {
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

describe('sign-on with a ticket', () => {
	test('the ticket computed by public clients is taken', async () => {
		const vector = vectorFile.ssoTickets[0];
		if (!vector) throw new Error('no vector');
		const { world } = client.emulator;
		world.clients.set('vector', enterpriseClient('vector', vector.secret, 'Vector', world.enterprise));
		world.directory.addMember({ account: vector.account, name: 'V' });
		clock.set(Number(vector.t) * 1000);
		const path = `/account/autologin/entgrant?client_id=vector&format=json&ticket=${vector.ticket_urlencoded}`;
		expect(await client.send(path, new URLSearchParams())).toMatchObject({
			status: 200,
			body: { svckey: expect.any(String) },
		});
	});

	test('a key becomes tokens once, within its life, for its own client', async () => {
		const key = (await grantee(fresh())).body.svckey;
		const tokens = await client.grant('svckey', { svckey: key });
		client.token = tokens.body.access_token;
		expect((await client.user('1/account/mount')).status).toBe(200);
		expect((await client.grant('svckey', { svckey: key })).body.error).toBe('invalid_token');
		const late = (await grantee(fresh(good.username, 'abc124'))).body.svckey;
		clock.advance(300_000);
		expect((await client.grant('svckey', { svckey: late })).body.error).toBe('invalid_token');
		const { world } = client.emulator;
		world.clients.set('other', enterpriseClient('other', 's', 'Other', world.enterprise));
		const foreign = (await grantee(fresh(good.username, 'abc125'))).body.svckey;
		const form = signFields({ client_id: 'other', grant_type: 'svckey', svckey: foreign, dateline: now() }, 's');
		expect((await client.send('/m-api/oauth2/token2', form)).body.error).toBe('invalid_token');
	});

	test('t as text or number, window, replay, signature, account', async () => {
		expect((await grantee(fresh(good.username, '123456', String(now())))).status).toBe(200);
		expect((await grantee(fresh(good.username, 'aaaaaa', now() - 301))).body.error_code).toBe(40106);
		const once = fresh(good.username, 'bbbbbb');
		expect((await grantee(once)).status).toBe(200);
		expect((await grantee(once)).body.error_code).toBe(40101);
		expect((await grantee(ticketFor(good.username, 'wrong', 'abc123', now()))).body.error_code).toBe(401041);
		expect((await grantee(fresh('nobody'))).body.error_code).toBe(40420);
		expect((await grantee(fresh(good.username, 'short'))).body.error_code).toBe(40003);
		expect((await grantee(encodeURIComponent(fresh(good.username, 'cccccc')))).body.error_code).toBe(40003); // encoded twice
		client.emulator.world.directory.memberByAccount(good.username).enabled = false;
		expect((await grantee(fresh(good.username, 'dddddd'))).body.error_code).toBe(40302);
	});

	test('without format the browser is sent on', async () => {
		const go = async (more: Record<string, string>, n: string) => {
			const query = new URLSearchParams({
				client_id: 'demo-enterprise',
				ticket: fresh(good.username, n),
				...more,
			});
			const response = await fetch(`${client.emulator.url}/account/autologin/entgrant?${query}`, {
				redirect: 'manual',
			});
			return [response.status, response.headers.get('location')];
		};
		expect(await go({}, 'aaaaa1')).toEqual([302, `${client.emulator.url}/`]);
		expect(await go({ returnurl: 'https://example.com/文件?a=1' }, 'aaaaa2')).toEqual([
			302,
			'https://example.com/%E6%96%87%E4%BB%B6?a=1',
		]);
	});

	test('another vendor prefix names key, grant and parameter', async () => {
		const other = await FamiliesClient.start({ prefix: 'gk' });
		const query = new URLSearchParams({
			client_id: 'demo-enterprise',
			ticket: ticketFor(good.username, secret),
			format: 'json',
		});
		const { body } = await other.send('/account/autologin/entgrant', query, 'GET');
		expect((await other.grant('gkkey', { gkkey: body.gkkey })).status).toBe(200);
		expect((await other.grant('svckey', { svckey: body.gkkey })).body.error).toBe('unsupported_grant_type');
		await other.close();
	});
});

test('neither password nor token reaches the console, even with a wrong signature', async () => {
	const lines: string[] = [];
	const other = await FamiliesClient.start({ log: (line) => lines.push(line) });
	await other.signOn();
	await other.send('/m-api/1/account/mount', signFields({ token: other.token }, 'wrong'));
	await other.send(
		'/m-api/oauth2/token2',
		signFields({ client_id: 'demo-enterprise', grant_type: 'password', ...good }, 'wrong'),
	);
	expect(lines.join('\n')).toContain('expected to be signed');
	for (const hidden of [other.token, good.password, secret]) expect(lines.join('\n')).not.toContain(hidden);
	await other.close();
});
