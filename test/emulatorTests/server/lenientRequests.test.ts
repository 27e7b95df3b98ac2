import { shareClient, signed } from '../testClient';
import { request as httpRequest } from 'node:http';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { hmac, type Fields } from '../signing';
import { sha1 } from '../../support/hashes';
import { announced, company, libraryBy, memberBy } from './lenientCalls';

/* What requests of public clients do in lenient mode, where the status alone does not say it. */

const client = shareClient(EnterpriseTestClient, { strict: false, seedDemo: true }, (each) => each.signOn());

const library = (name: string, fields: Fields) => libraryBy(client, name, fields);
const userBy = (method: string, name: string, fields: Fields) => memberBy(client, method, name, fields);

test('a search in an empty list of scopes looks where it looks by default', async () => {
	const found = async (fields: Fields) => (await library('search', { keywords: 'offer', ...fields })).body.count;
	expect(await found({ scope: '[]' })).toBe(await found({}));
	const own = await userBy('GET', '2/file/search', { ...company, keyword: 'offer', scope: '[]', ext: '[]' });
	expect(own.body.count).toBeGreaterThan(0);
});

test('a folder may be named by its path and its hash at once: the path counts', async () => {
	const [folder, other] = ['2026', 'Reports'];
	const { body } = await userBy('GET', '2/file/info', { ...company, fullpath: folder });
	const named = async (fields: Fields) => (await userBy('GET', '2/file/attribute', { ...company, ...fields })).body;
	const expected = await named({ fullpath: folder });
	expect(expected.file_count).toBeGreaterThan(0);
	expect(await named({ fullpath: folder, hash: body.hash })).toEqual(expected);
	expect(await named({ fullpath: '', hash: body.hash })).toEqual(expected);
	expect(await named({ fullpath: other, hash: body.hash })).toEqual(await named({ fullpath: other }));
});

test('add_sync_member changes a member who is named by out_id only', async () => {
	const { body } = await client.ent('add_sync_member', { out_id: 'e-0009', state: 0 });
	expect(body).toEqual({ member_id: 109, state: 0 });
	expect(client.emulator.world.directory.memberById(109)).toMatchObject({ enabled: false, outId: 'e-0009' });
	expect(client.emulator.world.directory.memberById(109).name).not.toBe('');
	const added = await client.ent('add_sync_member', { out_id: 'new-1', state: 0 });
	expect(client.emulator.world.directory.memberById(added.body.member_id)).toMatchObject({
		outId: 'new-1',
		account: 'new-1',
		name: 'new-1',
		enabled: false,
	});
});

test('fact 6.9: a library has an id of another system', async () => {
	const { body } = await client.org('create', { org_name: 'Outside', out_id: 'lib-7' });
	expect((await client.org('info', { out_id: 'lib-7' })).body.info).toMatchObject({ org_id: body.org_id });
});

test('fact 2.2: GET with a form body, also without a media type; POST with everything in the query', async () => {
	const { port } = new URL(client.emulator.url);
	const path = '/m-open/1/file/ls';
	const ask = async (method: string, body: string, query: string, headers: Record<string, string>) =>
		await new Promise((resolve, reject) => {
			const options = { port, method, path: `${path}${query}`, headers };
			const sent = httpRequest(options, (response) => resolve(response.resume().statusCode));
			sent.on('error', reject);
			sent.end(body);
		});
	const form = String(signed({ fullpath: 'Contracts' }, client.emulator.library));
	const length = { 'content-length': String(form.length) };
	expect(await ask('GET', form, '', { ...length, 'content-type': 'application/x-www-form-urlencoded' })).toBe(200);
	expect(await ask('GET', form, '', length)).toBe(200);
	expect(await ask('POST', '', `?${form}`, {})).toBe(200);
	expect(await ask('POST', form, '', { ...length, 'content-type': 'text/plain' })).toBe(400);
});

test('fact 1.17: a wrong token in a header is refused', async () => {
	const headers = { authorization: 'Bearer wrong' };
	expect((await fetch(`${client.emulator.url}/m-api/1/file/ls?mount_id=2101`, { headers })).status).toBe(401);
});

test('fact 5.27: open takes the id of a version', async () => {
	for (const content of ['one', 'three']) {
		const at = { ...company, ...announced('v.txt', content), overwrite: 1 };
		client.emulator.world.contents.put(Buffer.from(content));
		await userBy('POST', '2/file/create_file', at);
	}
	const library2101 = client.emulator.libraries.get(2101);
	const [, first] = library2101?.history(library2101.tree.get('v.txt')) ?? [];
	const { body } = await userBy('GET', '2/file/open', { ...company, fullpath: 'v.txt', hid: first?.hid ?? '' });
	expect(body).toMatchObject({ filehash: sha1('one'), filesize: 3 });
	expect(await (await fetch(body.uris[0])).text()).toBe('one');
});

test('fact 7.19: create_file takes the content as a multipart form', async () => {
	const fields = signed(announced('Direct/d.txt', 'direct'), client.emulator.library, ['filehash', 'filesize']);
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	form.append('filefield', 'file');
	const message = [...fields.keys(), 'filefield']
		.filter((name) => !['sign', 'filehash', 'filesize'].includes(name))
		.sort()
		.map((name) => fields.get(name) ?? 'file');
	form.set('sign', hmac(message.join('\n'), client.emulator.library.orgClientSecret));
	form.append('file', new Blob(['direct']), 'd.txt');
	const response = await fetch(`${client.emulator.url}/m-open/1/file/create_file`, { method: 'POST', body: form });
	expect(await response.json()).toMatchObject({ state: 1, fullpath: 'Direct/d.txt' });
});

test('unknown parameters are part of the signature, and of repeated ones the last counts', async () => {
	const form = signed({ fullpath: '', surprise: 1 }, client.emulator.library);
	expect((await client.send('/m-open/1/file/ls', form)).status).toBe(200);
	form.set('surprise', '2');
	expect((await client.send('/m-open/1/file/ls', form)).body.error_code).toBe(401041);
	const repeated = signed({ fullpath: 'Contracts' }, client.emulator.library);
	const query = new URLSearchParams({ fullpath: 'Reports' });
	expect((await client.send(`/m-open/1/file/ls?${query}`, repeated)).body.list[0].fullpath).toMatch(/^Contracts/);
});

test('what is missing without a meaning of its own, and what is malformed, is refused here too', async () => {
	expect((await library('create_folder', {})).body.error_msg).toContain("'fullpath'");
	expect((await library('ls', { fullpath: '', start: 'x' })).body.error_msg).toContain("'start'");
	expect((await library('del', { fullpath: 'a', tag: 'b' })).body.error_msg).toContain("'tag'");
	expect((await library('del', {})).body.error_msg).toContain("'fullpath'");
});
