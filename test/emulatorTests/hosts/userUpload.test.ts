import { useClient } from '../testClient';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { sha1 } from '../../support/hashes';

const client = useClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

const mount = { mount_id: 2102 }; // Sales: the demo user is an Administrator there

const header = (token: string, more: Record<string, string>) => ({
	...Object.fromEntries(Object.entries(more).map(([name, value]) => [`x-svc-upload-${name}`, value])),
	'x-svc-token': token,
});
const init = (token: string, pathhash: string, content: string) =>
	fetch(`${client.emulator.url}/upload_init`, {
		method: 'POST',
		headers: header(token, {
			filename: 'u.txt',
			pathhash,
			filehash: sha1(content),
			filesize: String(content.length),
		}),
	});

test('a chunked upload with a token', async () => {
	const content = 'uploaded by a person';
	const { body } = await client.user('2/file/create_file', {
		...mount,
		fullpath: 'U/u.txt',
		filehash: sha1(content),
		filesize: content.length,
	});
	expect(body).toMatchObject({ state: 0, fullpath: 'U/u.txt', server: client.emulator.url });
	expect((await init('never-given', body.hash, content)).status).toBe(401);
	const { session } = (await (await init(client.token, body.hash, content)).json()) as { session: string };
	const step = (name: string, method: string, more: Record<string, string>, data?: string) =>
		fetch(`${client.emulator.url}/upload_${name}`, {
			method,
			headers: header('', { session, ...more }),
			...(data ? { body: data } : {}),
		});
	await step('part', 'PUT', { range: `0-${content.length - 1}` }, content);
	expect((await step('finish', 'POST', {})).status).toBe(200);
	expect((await client.user('2/file/info', { ...mount, fullpath: 'U/u.txt' })).body).toMatchObject({
		hash: body.hash,
		filesize: content.length,
		create_member_id: '101',
	});
	const again = await client.user('2/file/create_file', {
		...mount,
		fullpath: 'U/u.txt',
		filehash: sha1(content),
		filesize: content.length,
	});
	expect(again.body).toMatchObject({ state: 1, fullpath: 'U/u(2).txt' });
});

test('a web upload with a token', async () => {
	const send = async (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries({
			token: client.token,
			mount_id: '2102',
			path: 'W',
			name: '文.txt',
			filefield: 'file',
			...fields,
		}))
			form.append(name, value);
		form.append('file', new Blob(['web']), '文.txt');
		const response = await fetch(`${client.emulator.url}/2/web_upload`, { method: 'POST', body: form });
		return { status: response.status, body: (await response.json()) as Record<string, unknown> };
	};
	expect(await send({})).toMatchObject({ status: 200, body: { fullpath: 'W/文.txt', filesize: 3 } });
	expect(await send({ overwrite: '0' })).toMatchObject({ body: { fullpath: 'W/文(2).txt' } });
	expect(await send({ token: 'never-given' })).toMatchObject({
		status: 401,
		body: { error_code: 40101, fullpath: 'W/文.txt' },
	});
	expect(await send({ mount_id: '2104' })).toMatchObject({ status: 403, body: { error_code: 40310 } });
	expect(await send({ org_client_id: 'x' })).toMatchObject({ status: 400, body: { error_code: 40003 } });
});
