import { ManualClock } from '../../emulator';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { ticketFor } from '../signing';
import { md5 } from '../../support/hashes';
import { TestClient } from '../testClient';

/* Whether accounts that differ in case only are the same is not documented: an option decides. */

const member = { out_id: 'c-1', member_name: 'Console', account: 'Console@Example.com', member_email: 'C@Example.com' };

/** What six requests that write an account otherwise than it is get. */
async function outcomes(ignoreAccountCase: boolean): Promise<unknown[]> {
	const client = await EnterpriseTestClient.start({ ignoreAccountCase, reenableBySync: true });
	await client.ent('add_sync_member', { ...member, password: 'p' });
	const ticket = ticketFor('CONSOLE@example.com', client.emulator.enterprise.clientSecret);
	const answers = [
		await client.ent('get_member', { account: 'console@example.com' }),
		await client.ent('get_member', { email: 'c@EXAMPLE.com' }),
		await client.ent('add_sync_member', { ...member, out_id: 'c-2', account: 'console@example.com' }),
		await client.grant('password', { username: 'CONSOLE@EXAMPLE.COM', password: md5('p') }),
		await client.send(
			'/account/autologin/entgrant',
			new URLSearchParams({ client_id: 'demo-enterprise', ticket, format: 'json' }),
			'GET',
		),
		// External ids are compared as they are.
		await client.ent('add_sync_member', { ...member, out_id: 'C-1', account: 'other' }),
	];
	await client.close();
	return answers.map(({ status, body }) => body.error ?? body.error_code ?? status);
}

test('with the option accounts and addresses are the same in any case, external ids are not', async () => {
	expect(await outcomes(true)).toEqual([200, 200, 40003, 200, 200, 200]);
});

test('without it they are compared as they are', async () => {
	expect(await outcomes(false)).toEqual([40406, 40406, 200, 'invalid_grant', 40420, 200]);
});

const clock = new ManualClock();

test('a queued copy waits, is processed and completes', async () => {
	const queued = await TestClient.start({ clock, queueDelayMs: 4000 });
	queued.emulator.seedFile('A/x.txt', 'x');
	const { body } = await queued.file('copy', { from_fullpath: 'A', fullpath: 'B' });
	expect(body.queue_id).toEqual(expect.any(String));
	const status = async () => (await queued.file('queue_status', { queue_id: body.queue_id })).body.status;
	expect(await status()).toBe(0);
	clock.advance(2000);
	expect(await status()).toBe(1);
	expect(await queued.paths()).toEqual(['A']);
	clock.advance(2000);
	expect(await status()).toBe(2);
	expect((await queued.file('info', { hash: body.hash })).body.fullpath).toBe('B');
	queued.emulator.faults.queue = 'fail';
	const failing = (await queued.file('copy', { from_fullpath: 'A', fullpath: 'C' })).body.queue_id;
	clock.advance(4000);
	expect((await queued.file('queue_status', { queue_id: failing })).body).toMatchObject({
		status: 3,
		fullpath: 'C',
	});
	await queued.close();
});

test('copies of large folders are queued', async () => {
	const small = await TestClient.start({ clock, queueThreshold: 5 });
	small.emulator.seed({ count: 10, folder: 'Big' });
	expect((await small.file('copy', { from_fullpath: 'Big', fullpath: 'Copy' })).body.queue_id).toBeDefined();
	await small.close();
});
