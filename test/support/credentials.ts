import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Emulator } from '../emulator';

/** The address of a service, and who may call it. */
interface Service extends Pick<Emulator, 'url' | 'enterprise' | 'partner'> {
	readonly library: Pick<Emulator['library'], 'orgClientId' | 'orgClientSecret'>;
	readonly user: { readonly account: string; readonly password: string };
}

export type CredentialType = `fileLibrary${'Org' | 'Enterprise' | 'Partner' | 'Token'}Api`;

/** Credentials of all types: for a library, its enterprise, the partner of that, and a person. */
export function credentialsFor({
	url: baseUrl,
	library: { orgClientId, orgClientSecret },
	enterprise,
	partner,
	user: { account: username, password },
}: Service): Record<CredentialType, ICredentialDataDecryptedObject> {
	const connection = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	return {
		fileLibraryOrgApi: { ...connection, orgClientId, orgClientSecret },
		fileLibraryEnterpriseApi: { ...connection, ...enterprise },
		fileLibraryTokenApi: { ...connection, ...enterprise, grantType: 'password', username, password },
		fileLibraryPartnerApi: { ...connection, ...partner },
	};
}
