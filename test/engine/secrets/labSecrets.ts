import { nastySecret } from '../../support/secrets/nastySecrets';

/* The secrets of one sweep. */

const OF_CREDENTIALS = [
	'org',
	'enterprise',
	'partner',
	'password',
	'exchangeToken',
	'domainAuth',
	'storedRefreshToken',
] as const;
const OF_SERVICE = [
	'refresh',
	'signOnKey',
	'bound',
	'boundClient',
	'uploadKey',
	'linkSignature',
	'previewKey',
] as const;
const ANY = [...OF_CREDENTIALS, ...OF_SERVICE] as const;
/** Those that travel in headers have only characters that a header may have. */
const IN_HEADERS = ['access', 'session'] as const;
/** In the path of a download link. */
const IN_PATHS = ['linkPath'] as const;

type Name = (typeof ANY)[number] | (typeof IN_HEADERS)[number] | (typeof IN_PATHS)[number];
export type LabSecrets = Readonly<Record<Name, string>>;

export const labSecrets = (draw: () => number): LabSecrets =>
	Object.fromEntries([
		...ANY.map((name) => [name, nastySecret(draw)]),
		...IN_HEADERS.map((name) => [name, nastySecret(draw, 'latin')]),
		...IN_PATHS.map((name) => [name, nastySecret(draw, 'ascii', 32)]),
	]) as LabSecrets;

export const IN_CREDENTIAL: Readonly<Record<string, readonly Name[]>> = {
	fileLibraryOrgApi: ['org'],
	fileLibraryEnterpriseApi: ['enterprise'],
	fileLibraryPartnerApi: ['partner'],
	fileLibraryTokenApi: ['enterprise', 'password', 'exchangeToken', 'domainAuth', 'storedRefreshToken'],
};
