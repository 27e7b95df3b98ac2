import { hash } from 'node:crypto';
import type { HttpSettings } from '../http/types';

/* On whose behalf calls are made, and what an account adds to a request. */

interface Deployment {
	/** http or https address of the service, with or without a path and a trailing slash. */
	readonly baseUrl: string;
	/** Prefix of the deployment's own names, e.g. `svc` in the header `x-svc-upload-session` (client facts 7.1). */
	readonly vendorPrefix: string;
	readonly http: HttpSettings;
}

interface Client extends Deployment {
	readonly clientId: string;
	readonly secret: string;
}

/** A library authorization: signs library file operations. */
export interface OrgAccount extends Client {
	readonly kind: 'org';
	/** Obtained automatically (libraryBinding.ts): no user entered this ID, so errors must not show it either. */
	readonly bound?: true;
}

/** A user's access token; `secret` is the client_secret of the client that obtained it (client facts 1.14). */
export interface TokenAccount extends Deployment {
	readonly kind: 'token';
	readonly token: string;
	readonly secret: string;
}

/** The account on whose behalf calls are made. */
export type Account = OrgAccount | TokenAccount | (Client & { readonly kind: 'enterprise' | 'partner' });

/** The parameter that names the account in every signed call: `org_client_id`, `client_id` or `token`. */
export function wireIdentity(account: Account): Record<string, string> {
	if (account.kind === 'token') return { token: account.token };
	return account.kind === 'org' ? { org_client_id: account.clientId } : { client_id: account.clientId };
}

/** The values of an account that no error may show, to be cut out of the service's texts. */
export function secretsOf(account: Account): string[] {
	if (account.kind === 'token') return [account.secret, account.token];
	return account.kind === 'org' && account.bound ? [account.secret, account.clientId] : [account.secret];
}

/**
 * A digest of what a saved state belongs to: another service, library, enterprise or use gives another one. A renewed
 * or another secret of the same account changes nothing.
 */
export function digestOf(account: Account, use: object): string {
	const client = account.kind === 'token' ? '' : account.clientId;
	return hash('sha1', JSON.stringify([account.baseUrl, client, use]), 'base64url');
}

/**
 * What tells the library that a request works in from all others, as far as it is known: a library authorization is for
 * one, a person's request names one.
 */
export const libraryKey = (account: Account, mountId: string | undefined): string =>
	JSON.stringify([account.baseUrl, account.kind === 'token' ? mountId : account.clientId]);

/** The library of a person's request as a wire parameter; a library authorization needs none. */
export const mountParams = ({ mountId }: { readonly mountId?: string | undefined }): Record<string, string> =>
	mountId === undefined ? {} : { mount_id: mountId };

/** The parameters that name what a library has at a full path. */
export const paramsAt = (library: { readonly mountId?: string | undefined }, fullpath: string) => ({
	...mountParams(library),
	fullpath,
});

/** The same, of other wire parameters. */
export const mountIn = ({ mount_id: mountId }: Readonly<Record<string, string>>): Record<string, string> =>
	mountParams({ mountId });

/** The member in whose name the service records the upload; at most one of both (document, OP). */
export interface Operator {
	readonly op_id?: string;
	readonly op_name?: string;
}
