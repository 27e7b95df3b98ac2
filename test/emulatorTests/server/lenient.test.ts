import { EnterpriseTestClient } from '../enterpriseTestClient';
import { readAnswer, type Answer } from '../answer';
import { signFields, ticketFor, type Fields } from '../signing';
import { md5, sha1 } from '../../support/hashes';
import { signed } from '../testClient';

/* What public clients send beyond the document, or short of it: lenient mode takes each row, strict mode refuses it. */

let client: EnterpriseTestClient;
beforeAll(async () => {
	client = await EnterpriseTestClient.start({ strict: false, seedDemo: true });
	await client.signOn();
});
afterAll(() => client.close());

/** The library that the signed-on member owns. */
const company = { mount_id: 2101 };

/** A library operation that signs all of its parameters. */
const library = (name: string, fields: Fields, method = 'POST'): Promise<Answer> =>
	client.send(`/m-open/1/file/${name}`, signed(fields, client.emulator.library), method);

/** A user operation, without dateline. */
const userBy = (method: string, name: string, fields: Fields): Promise<Answer> =>
	client.send(`/m-api/${name}`, signFields({ token: client.token, ...fields }, secret()), method);

const rows: ReadonlyArray<readonly [string, string, () => Promise<Answer>]> = [
	['2.3', 'GET for a read of a library', () => library('ls', { fullpath: '' }, 'GET')],
	['2.4', 'POST for a read of a person', () => userBy('POST', '1/file/ls', company)],
	['2.4', 'GET for a write of a person', () => userBy('GET', '2/file/create_folder', { ...company, fullpath: 'G' })],
	['1.15', 'no dateline where it is listed', () => userBy('GET', '1/account/mount', {})],
	['1.6', 'unlisted parameters, signed', () => library('ls', { fullpath: '', storage_check: 0, machine: 'm' })],
	['1.7', 'an empty optional number', () => library('ls', { fullpath: '', start: '', size: '', op_id: '', tag: '' })],
	['1.7', 'an empty word', () => client.ent('get_members', { start: '', size: '', orderby: '' })],
	['1.7', 'an empty alternative', () => library('info', { fullpath: 'Welcome.txt', hash: '' })],
	['1.7', 'empty optional fields', () => library('link', { fullpath: 'Welcome.txt', deadline: '', auth: '' })],
	['1.7', 'an empty storage point', () => client.org('create', { org_name: 'E', org_capacity: '' })],
	['1.7', 'an empty state and expiry', () => client.ent('add_sync_member', member({ state: '', expire: '' }))],
	['5.5', 'no fullpath for the root', () => library('ls', {})],
	['5.5', 'no fullpath and no hash for the root', () => library('info', {})],
	[
		'5.5',
		'no target_fullpath for the root',
		() => userBy('POST', '1/file/copy', { ...company, fullpath: '2026/Plan.txt' }),
	],
	['7.18', 'no fullpath for upload_servers', () => library('upload_servers', { timeout: 300, rand: 'r' })],
	['7.18', 'nothing for upload_servers', () => library('upload_servers', {})],
	['1.8', 'no group_path for the top level', () => client.ent('add_group_member', { members: 'member01' })],
	['5.6', 'order and dir', () => library('ls', { fullpath: '', order: 'last_dateline desc', dir: 1 })],
	[
		'5.6',
		'an order with a direction',
		() => userBy('GET', '1/file/ls', { ...company, order: 'filename desc', size: 10000 }),
	],
	['5.11', 'fullpaths in del', () => library('del', { fullpaths: 'Reports/Logo.png|Reports/Summary.docx' })],
	[
		'5.11',
		'fullpaths in del of a person',
		() => userBy('POST', '1/file/del', { ...company, fullpaths: 'Reports/old.txt' }),
	],
	[
		'6.6',
		'is_out, operator and older names',
		() =>
			library('file_permission', {
				fullpath: 'Contracts',
				permissions: '{"g-1":["file_sync","file_read"]}',
				is_group: 1,
				is_out: 1,
				op_name: 'Robot',
			}),
	],
	['6.9', 'bind without a title', () => client.org('bind', { org_id: 1101 })],
	[
		'6.10',
		'an older order',
		() =>
			client.partner('order', {
				out_id: 'customer-001',
				type: 'orderSubscribe',
				member_count: 5,
				space: 10,
				month: 1,
			}),
	],
	['6.10', 'an older address', () => client.partner('get_sso_url', { out_id: 'customer-001' })],
	[
		'2.6',
		'an address without its prefix',
		() => client.send('/1/file/ls', signed({ fullpath: '' }, client.emulator.library)),
	],
	[
		'2.6',
		'an address without its prefix, with a token',
		() => client.send('/1/file/ls', signFields({ ...company, token: client.token }, secret()), 'GET'),
	],
	[
		'4.5',
		'user name and password for exchange_token',
		() =>
			client.grant('exchange_token', {
				username: client.emulator.user.account,
				password: Buffer.from(client.emulator.user.password).toString('base64'),
				domain: 'demo-domain',
				auth: '',
			}),
	],
	[
		'1.13',
		'a token without dateline, by GET, at the older address',
		() => client.send('/m-api/oauth2/token', signFields(tokenFields(), secret()), 'GET'),
	],
	[
		'2.5',
		'a ticket by POST, with an empty address to return to',
		() => {
			const ticket = ticketFor(client.emulator.user.account, secret(), 'abcdef');
			const fields = { client_id: 'demo-enterprise', ticket, returnurl: '', format: 'json', sign: 'x' };
			return client.send('/account/autologin/entgrant', new URLSearchParams(fields));
		},
	],
	[
		'4.6',
		'device and info, signed',
		() => client.grant('password', { ...person(), device: 'phone', info: '{"os":"x"}' }),
	],
	[
		'1.17',
		'a token in a header, without a signature',
		async () => {
			const headers = { authorization: `Bearer ${client.token}`, 'x-auth-type': 'mcp' };
			return await readAnswer(await fetch(`${client.emulator.url}/m-api/1/file/ls?mount_id=2101`, { headers }));
		},
	],
	[
		'1.11',
		'filehash and filesize signed in create_file',
		() => library('create_file', { fullpath: 'signed.txt', filehash: sha1('signed'), filesize: 6 }),
	],
];

const secret = (): string => client.emulator.enterprise.clientSecret;
const person = () => ({ username: client.emulator.user.account, password: md5(client.emulator.user.password) });
const tokenFields = () => ({ client_id: 'demo-enterprise', grant_type: 'password', ...person() });
const member = (more: Fields): Fields => ({
	out_id: 'e-0001',
	member_name: '张伟',
	account: person().username,
	...more,
});
test.each(rows)('fact %s: %s', async (_fact, _what, send) => {
	const { status, body } = await send();
	expect([status, body.error_code, body.error]).toEqual([200, undefined, undefined]);
});

describe('strict mode refuses', () => {
	let lenient: EnterpriseTestClient;
	beforeAll(async () => {
		lenient = client;
		client = await EnterpriseTestClient.start({ seedDemo: true });
		await client.signOn();
	});
	afterAll(async () => {
		await client.close();
		client = lenient;
	});
	test.each(rows)('fact %s: %s', async (_fact, _what, send) => {
		const { status } = await send();
		expect([400, 401, 405]).toContain(status);
	});
});
