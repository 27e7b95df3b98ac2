import { createHash } from 'node:crypto';

/** The ways to get a token, as the credential names them, with what each needs. */
export type Grant =
	| { readonly type: 'password'; readonly username: string; readonly password: string }
	| { readonly type: 'refreshToken'; readonly refreshToken: string }
	| {
			readonly type: 'exchangeToken';
			readonly exchangeToken: string;
			readonly domain: string;
			readonly auth?: string;
	  }
	/** Single sign-on of an account without its password: a signed ticket gives the key, the key gives the token. */
	| { readonly type: 'signOnKey'; readonly account: string };

/** A grant as the token endpoint takes it: the sign-on ticket has become a key. */
export type WireGrant = Exclude<Grant, { type: 'signOnKey' }> | { readonly type: 'signOnKey'; readonly key: string };

/** Who asks for tokens, and how. */
export interface TokenClient {
	readonly baseUrl: string;
	readonly vendorPrefix: string;
	readonly clientId: string;
	readonly secret: string;
	readonly grant: Grant;
}

/**
 * The password as it is sent: MD5 as 32 lower-case characters, but base64 for an account of a domain
 * (`DOMAIN\user`, or a slash in the name), whose password another system has to check (client facts 4.4).
 */
export const wirePassword = (username: string, password: string): string =>
	/[\\/]/.test(username)
		? Buffer.from(password, 'utf8').toString('base64')
		: createHash('md5').update(password, 'utf8').digest('hex');

/** Name of the sign-on key in the answer, in the grant and as its parameter: `svckey`, by the deployment's prefix (client facts 4.3). */
export const signOnKeyName = (vendorPrefix: string): string => `${vendorPrefix}key`;

/** The wire parameters of a grant; client_id, dateline and sign come later. */
export function grantParams(grant: WireGrant, vendorPrefix: string): Record<string, string> {
	switch (grant.type) {
		case 'password':
			return {
				grant_type: 'password',
				username: grant.username,
				password: wirePassword(grant.username, grant.password),
			};
		case 'refreshToken':
			return { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
		case 'exchangeToken':
			return {
				grant_type: 'exchange_token',
				exchange_token: grant.exchangeToken,
				domain: grant.domain,
				...(grant.auth ? { auth: grant.auth } : {}),
			};
		case 'signOnKey':
			return { grant_type: signOnKeyName(vendorPrefix), [signOnKeyName(vendorPrefix)]: grant.key };
	}
}

/** Everything of a grant that no error may show, as typed in and as sent. */
export function secretsOfGrant(grant: Grant | WireGrant): string[] {
	switch (grant.type) {
		case 'password':
			return [grant.password, wirePassword(grant.username, grant.password)];
		case 'refreshToken':
			return [grant.refreshToken];
		case 'exchangeToken':
			return [grant.exchangeToken, grant.auth ?? ''];
		case 'signOnKey':
			return 'key' in grant ? [grant.key] : [];
	}
}

/**
 * A fingerprint of the person the tokens belong to, which tells two credentials of one client apart. A refresh token is itself
 * the person there, so the fingerprint changes when it is rotated.
 */
export const identityOf = ({ baseUrl, vendorPrefix, clientId, secret, grant }: TokenClient): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl, vendorPrefix, clientId, secret, Object.entries(grant).sort()]))
		.digest('base64');

/** How long before its end a token is renewed, in milliseconds: it must outlive the call it is obtained for. */
export const EARLY_MS = 60_000;
