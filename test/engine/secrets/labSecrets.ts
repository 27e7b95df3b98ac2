import { nastySecret } from '../../support/secrets/nastySecrets';

/** The secrets of one sweep. Those that travel in headers have only characters that a header may have. */
export interface LabSecrets {
	readonly org: string;
	readonly enterprise: string;
	readonly partner: string;
	readonly password: string;
	readonly exchangeToken: string;
	readonly domainAuth: string;
	readonly storedRefreshToken: string;
	/** What the service hands out. */
	readonly access: string;
	readonly refresh: string;
	readonly signOnKey: string;
	readonly bound: string;
	readonly boundClient: string;
	readonly session: string;
	readonly uploadKey: string;
	/** In the query and in the path of a download link. */
	readonly linkSignature: string;
	readonly linkPath: string;
	readonly previewKey: string;
}

export function labSecrets(draw: () => number): LabSecrets {
	const any = (): string => nastySecret(draw);
	const latin = (): string => nastySecret(draw, 'latin');
	return {
		org: any(),
		enterprise: any(),
		partner: any(),
		password: any(),
		exchangeToken: any(),
		domainAuth: any(),
		storedRefreshToken: any(),
		access: latin(),
		refresh: any(),
		signOnKey: any(),
		bound: any(),
		boundClient: any(),
		session: latin(),
		uploadKey: any(),
		linkSignature: any(),
		linkPath: nastySecret(draw, 'ascii', 32),
		previewKey: any(),
	};
}

type Name = keyof LabSecrets;

export const IN_CREDENTIAL: Readonly<Record<string, readonly Name[]>> = {
	fileLibraryOrgApi: ['org'],
	fileLibraryEnterpriseApi: ['enterprise'],
	fileLibraryPartnerApi: ['partner'],
	fileLibraryTokenApi: ['enterprise', 'password', 'exchangeToken', 'domainAuth', 'storedRefreshToken'],
};
