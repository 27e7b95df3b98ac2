import { useClient } from '../testClient';
import vectorFile from '../../contract/signVectors.json';
import { ManualClock } from '../../emulator';
import { enterpriseClient } from '../../emulator/store/enterprise/apiClients';
import { readAnswer } from '../answer';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields, ticketFor } from '../signing';

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

test('without format the browser is redirected', async () => {
	const go = async (more: Record<string, string>, n: string) => {
		const query = new URLSearchParams({
			client_id: 'demo-enterprise',
			ticket: fresh(account, n),
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

test('another vendor prefix is in the names of key, grant and parameter', async () => {
	const other = await EnterpriseTestClient.start({ prefix: 'acme' });
	const query = new URLSearchParams({
		client_id: 'demo-enterprise',
		ticket: ticketFor(account, secret),
		format: 'json',
	});
	const { body } = await other.send('/account/autologin/entgrant', query, 'GET');
	expect((await other.grant('acmekey', { acmekey: body.acmekey })).status).toBe(200);
	expect((await other.grant('svckey', { svckey: body.acmekey })).body.error).toBe('unsupported_grant_type');
	await other.close();
});
