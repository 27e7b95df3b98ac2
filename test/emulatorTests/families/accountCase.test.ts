import { EnterpriseTestClient } from '../enterpriseTestClient';
import { md5, ticketFor } from '../signing';

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
