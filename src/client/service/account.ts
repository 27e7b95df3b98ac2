import type { HttpSettings } from '../http/types';

interface Deployment {
	/** http(s) address of the service, with or without path and trailing slash. */
	readonly baseUrl: string;
	/** Prefix of the deployment's own headers: `svc` makes `x-svc-upload-session` (client facts 7.1). */
	readonly vendorPrefix: string;
	readonly http: HttpSettings;
}

/** A library authorization: signs library file operations. */
export interface OrgAccount extends Deployment {
	readonly kind: 'org';
	readonly clientId: string;
	readonly secret: string;
	/** Got by ourselves (binding.ts): no person entered its id, so that is not shown either. */
	readonly bound?: true;
}

/** An enterprise or partner authorization: both send `client_id` and sign with its secret. */
export interface ClientAccount extends Deployment {
	readonly kind: 'enterprise' | 'partner';
	readonly clientId: string;
	readonly secret: string;
}

/** A user's access token; `secret` is the client_secret of the client that got it (client facts 1.14). */
export interface TokenAccount extends Deployment {
	readonly kind: 'token';
	readonly token: string;
	readonly secret: string;
}

/** On whose behalf calls are made. */
export type Account = OrgAccount | ClientAccount | TokenAccount;

/** The parameter that names the account in every signed call: `org_client_id`, `client_id` or `token`. */
export function wireIdentity(account: Account): Record<string, string> {
	switch (account.kind) {
		case 'org':
			return { org_client_id: account.clientId };
		case 'enterprise':
		case 'partner':
			return { client_id: account.clientId };
		case 'token':
			return { token: account.token };
	}
}

/** What must never be shown, for scrubbing texts of the service. */
export function secretsOf(account: Account): string[] {
	if (account.kind === 'token') return [account.secret, account.token];
	return account.kind === 'org' && account.bound ? [account.secret, account.clientId] : [account.secret];
}
