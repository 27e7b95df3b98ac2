import { demoAuthorization, demoEnterprise, demoPartner, demoUser } from '../../emulator';
import type { RestClient } from './restClient';

/** A credential for the emulator, as n8n stores it. */
export interface DemoCredential {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, string | boolean>>;
}

/** The name of the credential that the sample workflows are imported with. */
export const CREDENTIAL_NAME = 'File Library (local emulator)';

/** One credential of each type, for the emulator at this address. The first one is for the demo library. */
export function demoCredentials(baseUrl: string): [DemoCredential, ...DemoCredential[]] {
	const connection = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	return [
		{ name: CREDENTIAL_NAME, type: 'fileLibraryOrgApi', data: { ...connection, ...demoAuthorization } },
		{
			name: 'File Library Enterprise (local emulator)',
			type: 'fileLibraryEnterpriseApi',
			data: { ...connection, ...demoEnterprise },
		},
		{
			name: 'File Library User (local emulator)',
			type: 'fileLibraryTokenApi',
			data: {
				...connection,
				...demoEnterprise,
				grantType: 'password',
				username: demoUser.account,
				password: demoUser.password,
			},
		},
		{
			name: 'File Library Partner (local emulator)',
			type: 'fileLibraryPartnerApi',
			data: { ...connection, ...demoPartner },
		},
	];
}

/** Creates or updates all demo credentials; returns their ids by credential type. */
export async function saveDemoCredentials(
	rest: RestClient,
	baseUrl: string,
): Promise<Readonly<Record<string, string>>> {
	const ids: Record<string, string> = {};
	for (const { name, type, data } of demoCredentials(baseUrl))
		ids[type] = await rest.saveCredential(name, type, data);
	return ids;
}
