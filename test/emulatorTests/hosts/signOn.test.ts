import vectorFile from '../../contract/signVectors.json';
import { ManualClock } from '../../emulator';
import { enterpriseClient } from '../../emulator/store/enterprise/enterprise';
import { md5 } from '../../support/hashes';
import { EnterpriseTestClient, readAnswer, signFields, ticketFor, useClient } from '../testClient';

const good = { username: 'zhang.wei@example.com', password: md5('demo-password') };

test('an expired token is 401 + 40102, an unknown one 401 + 40101', async () => {
	await client.signOn();
	client.clock.advance(21_599_000);
	expect((await client.user('1/account/mount')).status).toBe(200);
	client.clock.advance(1000);
	expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40102 } });
	client.token = 'never-given';
	expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40101 } });
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

const client = useClient(EnterpriseTestClient, () => ({ clock: new ManualClock() }));

const account = 'zhang.wei@example.com';
const secret = 'demo-enterprise-secret';
/** Exchanges a ticket for a sign-on key. */
const keyFor = (ticket: string, more = {}) =>
	client.send(
		'/account/autologin/entgrant',
		new URLSearchParams({ client_id: 'demo-enterprise', ticket, format: 'json', ...more }),
		'GET',
	);
const now = (): number => Math.floor(client.clock.now() / 1000);
/** A valid ticket. */
const fresh = (who = account, n = 'abc123', t: number | string = now()): string => ticketFor(who, secret, n, t);

test('a ticket computed by public clients is accepted', async () => {
	const vector = vectorFile.ssoTickets[0];
	if (!vector) throw new Error('no vector');
	const { world } = client.emulator;
	world.clients.set('vector', enterpriseClient('vector', vector.secret, 'Vector', world.enterprise));
	world.directory.addMember({ account: vector.account, name: 'V' });
	client.clock.set(Number(vector.t) * 1000);
	const path = `/account/autologin/entgrant?client_id=vector&format=json&ticket=${vector.ticket_urlencoded}`;
	expect(await readAnswer(await fetch(`${client.emulator.url}${path}`))).toMatchObject({
		status: 200,
		body: { svckey: expect.any(String) },
	});
});

test('a key is exchanged for tokens once, in time, by its own client', async () => {
	const key = (await keyFor(fresh())).body.svckey;
	const tokens = await client.grant('svckey', { svckey: key });
	client.token = tokens.body.access_token;
	expect((await client.user('1/account/mount')).status).toBe(200);
	expect((await client.grant('svckey', { svckey: key })).body.error).toBe('invalid_token');
	const late = (await keyFor(fresh(account, 'abc124'))).body.svckey;
	client.clock.advance(300_000);
	expect((await client.grant('svckey', { svckey: late })).body.error).toBe('invalid_token');
	const { world } = client.emulator;
	world.clients.set('other', enterpriseClient('other', 's', 'Other', world.enterprise));
	const foreign = (await keyFor(fresh(account, 'abc125'))).body.svckey;
	const form = signFields({ client_id: 'other', grant_type: 'svckey', svckey: foreign, dateline: now() }, 's');
	expect((await client.send('/m-api/oauth2/token2', form)).body.error).toBe('invalid_token');
});

test('tickets are checked: form of t, age, replay, signature, account', async () => {
	expect((await keyFor(fresh(account, '123456', String(now())))).status).toBe(200);
	expect((await keyFor(fresh(account, 'aaaaaa', now() - 301))).body.error_code).toBe(40106);
	const once = fresh(account, 'bbbbbb');
	expect((await keyFor(once)).status).toBe(200);
	expect((await keyFor(once)).body.error_code).toBe(40101);
	expect((await keyFor(ticketFor(account, 'wrong', 'abc123', now()))).body.error_code).toBe(401041);
	expect((await keyFor(fresh('nobody'))).body.error_code).toBe(40420);
	expect((await keyFor(fresh(account, 'short'))).body.error_code).toBe(40003);
	expect((await keyFor(encodeURIComponent(fresh(account, 'cccccc')))).body.error_code).toBe(40003); // encoded twice
	client.emulator.world.directory.memberByAccount(account).enabled = false;
	expect((await keyFor(fresh(account, 'dddddd'))).body.error_code).toBe(40302);
});
