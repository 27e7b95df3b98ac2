import { createHmac } from 'node:crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';

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
