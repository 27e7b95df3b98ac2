import type { IHttpRequestOptions } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { signRequest } from '../../../src/n8n/credentials/authenticate';
import { startEnterpriseServer, type EnterpriseServer } from '../support/enterpriseServer';

/* The credential of an enterprise. */

let server: EnterpriseServer;
beforeAll(async () => {
	server = await startEnterpriseServer();
});
afterAll(async () => await server.close());

test('a request that was signed is signed anew', async () => {
	const { authenticate } = new FileLibraryEnterpriseApi();
	if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
	const { clientId: id, clientSecret: secret } = server.credential;
	const request: IHttpRequestOptions = { url: `${server.url}/m-open/1/org/ls`, method: 'POST' };
	const once = await authenticate(server.credential, request);
	const again = signRequest(once, { name: 'client_id', id, secret }, Date.now());
	const answer = await fetch(again.url, { method: 'POST', body: new URLSearchParams(String(again.body)) });
	expect(answer.status).toBe(200);
});
