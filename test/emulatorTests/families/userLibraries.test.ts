import { useClient } from '../testClient';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields } from '../signing';

const client = useClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

test('the list contains the libraries that the member takes part in', async () => {
	const ids = async () =>
		((await client.user('1/account/mount', {})).body.list as Array<{ mount_id: number }>).map(
			({ mount_id: id }) => id,
		);
	expect(await ids()).toEqual(expect.arrayContaining([2101, 2102, 2201]));
	expect(await ids()).not.toContain(2001);
	expect(await client.user('1/file/ls', { mount_id: 2001 })).toMatchObject({
		status: 403,
		body: { error_code: 40311 },
	});
	expect(await client.user('1/file/ls', { mount_id: 9999 })).toMatchObject({
		status: 404,
		body: { error_code: 40401 },
	});
});

test('create: owner, capacity, storage point, permission', async () => {
	const { body } = await client.user('1/library/create', {
		name: 'Mine',
		ent_id: 3001,
		capacity: 1000,
		storage_point: 'Shanghai',
	});
	expect(body).toEqual({ org_id: expect.any(Number), mount_id: expect.any(Number), storage_point: 'Shanghai' });
	expect((await client.org('info', { org_id: body.org_id })).body.info).toMatchObject({
		owner_id: 101,
		size_org_total: 1000,
	});
	expect(
		(await client.user('1/library/create', { name: 'M', ent_id: 3001, storage_point: 'Mars' })).body.error_code,
	).toBe(40051);
	expect((await client.user('1/library/create', { name: 'M', ent_id: 1 })).body.error_code).toBe(40410);
	client.emulator.world.directory.memberById(101).mayCreateLibraries = false;
	expect((await client.user('1/library/create', { name: 'M', ent_id: 3001 })).body.error_code).toBe(40310);
});

test('the secret of the client that obtained the token signs, the token included; dateline is optional', async () => {
	const { token } = client;
	const mountList = (form: URLSearchParams) => client.send('/m-api/1/account/mount', form, 'GET');
	expect((await mountList(signFields({ token, dateline: client.nowSeconds }, 'demo-enterprise-secret'))).status).toBe(
		200,
	);
	expect((await mountList(signFields({ token }, 'demo-enterprise-secret', ['token']))).body.error_code).toBe(401041);
	expect((await mountList(signFields({ token }, 'demo-library-secret'))).body.error_code).toBe(401041);
	expect((await mountList(signFields({ token, dateline: 1 }, 'demo-enterprise-secret'))).body.error_code).toBe(
		401041,
	);
	expect((await client.user('1/account/mount', { client_id: 'demo-enterprise' })).body.error_msg).toContain(
		"'client_id'",
	);
});
