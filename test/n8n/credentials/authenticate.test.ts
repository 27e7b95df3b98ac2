import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';

/* The credential signs requests of n8n's helpers. The expected signature is computed here, independently of src. */

const SECRET = 'ORGSECRET';
const credentials: ICredentialDataDecryptedObject = {
	baseUrl: 'https://files.example.com',
	orgClientId: 'ORGID',
	orgClientSecret: SECRET,
};
const URL_LS = 'https://files.example.com/m-open/1/file/ls';
type Request = IHttpRequestOptions & { uri?: string; form?: unknown; rejectUnauthorized?: boolean };

async function authenticate(request: Partial<Request>, data = credentials): Promise<Request> {
	const { authenticate: sign } = new FileLibraryOrgApi();
	if (typeof sign !== 'function') throw new Error('authenticate is not a function');
	return (await sign(data, request as IHttpRequestOptions)) as Request;
}

/** All parameters that the service would see. */
function seen(request: Request): Record<string, string> {
	return {
		...(request.qs as Record<string, string>),
		...Object.fromEntries(new URLSearchParams(request.body as string | undefined)),
	};
}
/** The signature of these parameters by a secret. */
const signatureOf = (secret: string, all: Record<string, string>): string =>
	createHmac('sha1', secret)
		.update(
			Object.keys(all)
				.sort()
				.map((name) => all[name])
				.join('\n'),
		)
		.digest('base64');
const STARTED = Math.floor(Date.now() / 1000);
/** A time is one of this test file. */
function expectNow(dateline: unknown): void {
	const seconds = Number(dateline);
	expect([seconds >= STARTED, seconds <= Date.now() / 1000]).toEqual([true, true]);
}
function expectSigned(request: Request, params: Record<string, string>): void {
	const { sign, dateline, ...rest } = seen(request);
	expect(rest).toEqual({ org_client_id: 'ORGID', ...params });
	expectNow(dateline);
	expect(sign).toBe(signatureOf(SECRET, { ...rest, dateline: dateline ?? '' }));
}

const FORM = { method: 'POST', url: URL_LS } as const;
const PATH = { fullpath: 'Docs/é 合同.txt' };
test.each<[string, Partial<Request>, Record<string, string>]>([
	['a form text', { ...FORM, body: 'fullpath=Docs%2F%C3%A9+%E5%90%88%E5%90%8C.txt' }, PATH],
	['an object', { ...FORM, body: PATH }, PATH],
	['URLSearchParams', { ...FORM, body: new URLSearchParams(PATH) }, PATH],
	['the legacy uri and form', { method: 'POST', uri: URL_LS, form: PATH }, PATH],
	['the query of a GET', { method: 'GET', url: URL_LS, qs: PATH }, PATH],
	['the query of an address', { method: 'GET', url: `${URL_LS}?fullpath=What?.txt` }, { fullpath: 'What?.txt' }],
	['what was signed before', { ...FORM, body: { ...PATH, sign: 'old', dateline: '1' } }, PATH],
	[
		'empty values, objects as compact JSON, and no null',
		{ ...FORM, body: { fullpath: '', tag: null, scope: ['filename'] } },
		{ fullpath: '', scope: '["filename"]' },
	],
])('signs %s, also twice', async (_name, request, params) => {
	expectSigned(await authenticate(await authenticate(request)), params);
});

test('the checksum and the size in create_file are not signed', async () => {
	const url = URL_LS.replace('ls', 'create_file');
	const body = { fullpath: 'x.txt', filehash: 'a'.repeat(40), filesize: 3 };
	const { sign, filehash, filesize, ...signed } = seen(await authenticate({ method: 'POST', url, body }));
	expect([filehash, filesize]).toEqual(['a'.repeat(40), '3']);
	expect(sign).toBe(signatureOf(SECRET, signed));
});

test('passes Ignore SSL Issues to both helpers', async () => {
	const request = await authenticate(
		{ method: 'GET', url: URL_LS },
		{ ...credentials, allowUnauthorizedCerts: true },
	);
	expect(request).toMatchObject({ skipSslCertificateValidation: true, rejectUnauthorized: false });
});

describe("a user's token", () => {
	const BASE = 'https://files.example.com';
	const data: ICredentialDataDecryptedObject = {
		baseUrl: BASE,
		clientId: 'C',
		clientSecret: 'USERSECRET',
		accessToken: 'T',
	};
	const tokenSigned = async (request: Partial<Request>): Promise<Record<string, string>> => {
		const { authenticate: sign } = new FileLibraryTokenApi();
		if (typeof sign !== 'function') throw new Error('authenticate is not a function');
		const once = seen((await sign(data, request as IHttpRequestOptions)) as Request);
		const twice = (await sign(data, await sign(data, request as IHttpRequestOptions))) as Request;
		const { sign: given, ...all } = seen(twice);
		expect(Object.keys(once).sort()).toEqual(Object.keys({ ...all, sign: given }).sort());
		expect(given).toBe(signatureOf('USERSECRET', all));
		return all;
	};

	test('is sent and signed with the client secret, without client_id and dateline', async () => {
		const qs = { mount_id: 7, fullpath: '合同' };
		const read = await tokenSigned({ method: 'GET', url: `${BASE}/m-api/1/file/ls`, qs });
		expect(read).toEqual({ token: 'T', mount_id: '7', fullpath: '合同' });
		const form = { mount_id: 7, fullpath: 'a' };
		const deleted = await tokenSigned({ method: 'POST', uri: `${BASE}/m-api/1/file/del?token=old`, form });
		expect(deleted).toEqual({ token: 'T', mount_id: '7', fullpath: 'a' });
	});

	test.each(['1/account/mount', '1/library/create', '2/file/attribute', '2/file/create_folder'])(
		'dateline goes to %s',
		async (path) => {
			expectNow((await tokenSigned({ method: 'GET', url: `${BASE}/m-api/${path}` })).dateline);
		},
	);

	test('a dateline in the request is replaced by a fresh one, and signed', async () => {
		const qs = { mount_id: 7, dateline: '1' };
		expectNow((await tokenSigned({ method: 'GET', url: `${BASE}/m-api/1/file/ls`, qs })).dateline);
	});
});

test.each<[string, Partial<Request>]>([
	['the URL', { url: 'http://files.example.com/m-open/1/file/ls' }],
	['the URL of older helpers', { uri: ' HTTP://files.example.com/m-open/1/file/ls' }],
	['the base of a relative URL', { url: '/m-open/1/file/ls', baseURL: 'http://files.example.com' }],
])('nothing is signed for http by a credential for https: %s', async (_name, request) => {
	await expect(authenticate(request)).rejects.toThrow(/begins with http, but the Base URL .* begins with https/);
	expectSigned(await authenticate(request, { ...credentials, allowHttpServers: true }), {});
	expectSigned(await authenticate(request, { ...credentials, baseUrl: 'http://files.example.com' }), {});
});

test.each([
	[new FileLibraryEnterpriseApi(), '/m-open/1/ent/get_roles', {}],
	[new FileLibraryPartnerApi(), '/m-api/1/thirdparty/ent_list', { size: '1' }],
] as const)('%#: a call is signed with the client secret', async ({ authenticate: sign, properties }, path, params) => {
	if (typeof sign !== 'function') throw new Error('authenticate is not a function');
	const data = { baseUrl: 'https://files.example.com/', clientId: 'ID', clientSecret: SECRET, vendorPrefix: 'svc' };
	const given: IHttpRequestOptions = { url: `https://files.example.com${path}`, method: 'POST', body: params };
	const { sign: signature, dateline = '', ...rest } = seen((await sign(data, await sign(data, given))) as Request);
	expect(rest).toEqual({ client_id: 'ID', ...params });
	expect(signature).toBe(signatureOf(SECRET, { ...rest, dateline }));
	expect(properties.map(({ name, typeOptions }) => [name, typeOptions?.password ?? false])).toEqual([
		['baseUrl', false],
		['clientId', false],
		['clientSecret', true],
		['vendorPrefix', false],
		['allowUnauthorizedCerts', false],
		['allowHttpServers', false],
	]);
});
