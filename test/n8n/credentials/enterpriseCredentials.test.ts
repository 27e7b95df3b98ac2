import { createHmac } from 'node:crypto';
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';
import { helperHttp } from '../../../src/n8n/credentials/helperHttp';
import { errorOf, fakeClock } from '../../support/ports';

/* A cheap call of each credential, signed. The expected signature is computed here, independently of src. */

const data = {
	baseUrl: 'https://files.example.com/',
	clientId: 'ID',
	clientSecret: 'SECRET',
	vendorPrefix: 'svc',
	allowUnauthorizedCerts: false,
};

test.each([
	[new FileLibraryEnterpriseApi(), '/m-open/1/ent/get_roles', {}],
	[new FileLibraryPartnerApi(), '/m-api/1/thirdparty/ent_list', { size: '1' }],
] as const)('%#: a call is signed with the client secret', async (credential, path, params) => {
	if (typeof credential.authenticate !== 'function') throw new Error('authenticate is not a function');
	const given: IHttpRequestOptions = { url: `https://files.example.com${path}`, method: 'POST', body: params };
	const once = await credential.authenticate(data, given);
	const { sign, dateline, ...rest } = Object.fromEntries(
		new URLSearchParams(String((await credential.authenticate(data, once)).body)),
	);
	expect(rest).toEqual({ client_id: 'ID', ...params });
	const all: Record<string, string> = { ...rest, dateline: dateline ?? '' };
	expect(sign).toBe(
		createHmac('sha1', 'SECRET')
			.update(
				Object.keys(all)
					.sort()
					.map((name) => all[name])
					.join('\n'),
			)
			.digest('base64'),
	);
	expect(credential.properties.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name)).toEqual([
		'clientSecret',
	]);
	expect(credential.properties.map(({ name }) => name)).toEqual([
		'baseUrl',
		'clientId',
		'clientSecret',
		'vendorPrefix',
		'allowUnauthorizedCerts',
		'allowHttpServers',
	]);
});

test("a request by n8n's helper that does not end is given up, and its signal says so", async () => {
	let signal: IHttpRequestOptions['abortSignal'];
	const helper: Pick<IHttpRequestHelper['helpers'], 'httpRequest'> = {
		httpRequest: async ({ abortSignal }) => {
			signal = abortSignal;
			return await new Promise<never>(() => undefined);
		},
	};
	const http = helperHttp({ helpers: helper } as IHttpRequestHelper, false, fakeClock());
	const error = await errorOf(http.request({ method: 'GET', url: 'https://files.example.com/x?sign=s' }));
	expect(error).toMatchObject({ kind: 'timeout', code: 'tooSlow' });
	expect(error.message).toMatch(/^https:\/\/files\.example\.com: too little/);
	expect(signal?.aborted).toBe(true);
});

test("what n8n's protection against forged requests refuses is said, and nothing else of its error", async () => {
	class SsrfBlockedIpError extends Error {}
	const refusal = new Error('GET /x?sign=s', { cause: new SsrfBlockedIpError('10.0.0.1 is blocked') });
	const helpers = { httpRequest: async () => await Promise.reject(refusal) };
	const http = helperHttp({ helpers } as unknown as IHttpRequestHelper, false, fakeClock());
	const error = await errorOf(http.request({ method: 'GET', url: 'https://files.example.com/x?sign=s' }));
	expect(error.message).toBe('https://files.example.com: this machine does not allow the connection');
	expect(error).toMatchObject({ retryable: false });
});
