import { demoAuthorization, demoEnterprise, demoPartner, demoUser } from '../../test/emulator';
import { credentialsFor, type CredentialType } from '../../test/support/credentials';
import type { RestClient } from './restClient';

/** A credential for the emulator, as n8n stores it. */
export interface DemoCredential {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** The name of the credential that the sample workflows are imported with. */
const CREDENTIAL_NAME = 'File Library (local emulator)';

const NAMES: Readonly<Record<CredentialType, string>> = {
	fileLibraryOrgApi: CREDENTIAL_NAME,
	fileLibraryEnterpriseApi: 'File Library Enterprise (local emulator)',
	fileLibraryTokenApi: 'File Library User (local emulator)',
	fileLibraryPartnerApi: 'File Library Partner (local emulator)',
};

/** One credential of each type, for the emulator at this address. */
export function demoCredentials(url: string): DemoCredential[] {
	const callers = { library: demoAuthorization, enterprise: demoEnterprise, partner: demoPartner, user: demoUser };
	return Object.entries(credentialsFor({ url, ...callers })).map(([type, data]) => ({
		name: NAMES[type as CredentialType],
		type,
		data: data as DemoCredential['data'],
	}));
}

/** The name of the credential that acts as whoever asks; a sample asks for it by its name. */
export const ASKING_PERSON = 'File Library as whoever asks (local emulator)';

/** The credential that docs/agents-as-a-person.md describes. */
const askingPersonCredential = (baseUrl: string): DemoCredential => ({
	name: ASKING_PERSON,
	type: 'fileLibraryTokenApi',
	data: {
		baseUrl,
		vendorPrefix: 'svc',
		allowUnauthorizedCerts: false,
		...demoEnterprise,
		grantType: 'signOnKey',
		account: '={{ $json.user.email }}',
	},
});

/** The credential of the mail catcher, which n8n's Send Email node takes. */
const mailCredential = (port: number): DemoCredential => ({
	name: 'Mail (local catcher)',
	type: 'smtp',
	data: { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '', hostName: '' },
});

/** Ids and names of stored credentials, by credential type; that of the asking person by its name. */
export type SavedCredentials = Readonly<Record<string, { readonly id: string; readonly name: string }>>;

/** Creates or updates the demo credentials and, where there is one, that of the mail catcher. */
export async function saveDemoCredentials(
	rest: RestClient,
	baseUrl: string,
	mailPort?: number,
): Promise<SavedCredentials> {
	const mail = mailPort === undefined ? [] : [mailCredential(mailPort)];
	const saved: Record<string, { id: string; name: string }> = {};
	for (const { name, type, data } of [...demoCredentials(baseUrl), ...mail])
		saved[type] = { id: await rest.saveCredential(name, type, data), name };
	const { name, type, data } = askingPersonCredential(baseUrl);
	return { ...saved, [name]: { id: await rest.saveCredential(name, type, data), name } };
}

/** The ids of stored credentials, by credential type. */
export const idsOf = (saved: SavedCredentials): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(saved).map(([type, { id }]) => [type, id]));
