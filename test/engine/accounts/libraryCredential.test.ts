import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { type Emulator, startEmulator } from '../../emulator';
import { credentialsFor } from '../../support/credentials';

/* The credential of a library: the requests of other nodes that it signs. */

let emulator: Emulator;
beforeAll(async () => {
	// A request by GET is no request of the document (fact 2.3).
	emulator = await startEmulator({ anyMethod: true });
	for (const path of ['Docs/2026/é 合同.txt', 'Docs/2026/b.txt']) emulator.seedFile(path, path);
});
afterAll(async () => await emulator.close());

const credential = new FileLibraryOrgApi();
const authenticate = credential.authenticate as (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;
const data = (change: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	...credentialsFor(emulator).fileLibraryOrgApi,
	...change,
});

/** Sends a request as n8n's helpers do. */
async function send(signed: IHttpRequestOptions & { uri?: string }): Promise<Response> {
	const query = new URLSearchParams(signed.qs as Record<string, string>).toString();
	return await fetch(`${signed.url ?? signed.uri}${query ? `?${query}` : ''}`, {
		method: signed.method ?? 'GET',
		headers: signed.headers as Record<string, string>,
		...(signed.body ? { body: signed.body as string } : {}),
	});
}

test.each<[string, Partial<IHttpRequestOptions> & Record<string, unknown>]>([
	['a form text', { method: 'POST', url: '/m-open/1/file/info', body: 'fullpath=Docs%2F2026%2Fb.txt' }],
	['an object', { method: 'POST', url: '/m-open/1/file/info', body: { fullpath: 'Docs/2026/é 合同.txt' } }],
	[
		'URLSearchParams',
		{ method: 'POST', url: '/m-open/1/file/info', body: new URLSearchParams({ fullpath: 'Docs/2026/é 合同.txt' }) },
	],
	[
		'the legacy uri and form',
		{ method: 'POST', uri: '/m-open/1/file/info', form: { fullpath: 'Docs/2026/é 合同.txt' } },
	],
	['query of a GET', { method: 'GET', url: '/m-open/1/file/info', qs: { fullpath: 'Docs/2026/b.txt' } }],
	[
		'query in the address',
		{ method: 'GET', url: '/m-open/1/file/info?fullpath=Docs%2F2026%2F%C3%A9+%E5%90%88%E5%90%8C.txt' },
	],
	[
		'create_file, whose checksum is not signed',
		{
			method: 'POST',
			url: '/m-open/1/file/create_file',
			body: { fullpath: 'x.txt', filehash: 'a'.repeat(40), filesize: 3 },
		},
	],
	[
		'an old signature is replaced',
		{
			method: 'POST',
			url: '/m-open/1/file/info',
			body: { fullpath: 'Docs/2026/b.txt', sign: 'old', dateline: '1' },
		},
	],
])('authenticate signs %s, also twice', async (_name, request) => {
	const key = request.uri ? 'uri' : 'url';
	const given = { ...request, [key]: `${emulator.url}${String(request[key])}` } as never;
	const once = await authenticate(data(), given);
	const answer = await send(await authenticate(data(), once));
	expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200 });
});
