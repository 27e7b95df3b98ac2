import { hash } from 'node:crypto';
import { defined } from './json';
import { hmac } from './sign';

/** The ways to obtain a token, as the credential names them, with what each needs. */
export type Grant =
	| { readonly type: 'password'; readonly username: string; readonly password: string }
	| { readonly type: 'refreshToken'; readonly refreshToken: string }
	| {
			readonly type: 'exchangeToken';
			readonly exchangeToken: string;
			readonly domain: string;
			readonly auth?: string;
	  }
	/** Single sign-on without a password: a signed ticket is exchanged for a key, and the key for a token. */
	| { readonly type: 'signOnKey'; readonly account: string };

/** The client that asks for tokens, and the grant by which it does. */
export interface TokenClient {
	readonly baseUrl: string;
	readonly vendorPrefix: string;
	readonly clientId: string;
	readonly secret: string;
	readonly grant: Grant;
}

/**
 * The password as it is sent: MD5 in lower-case hexadecimal, but base64 for an account of a domain (`DOMAIN\user`, or
 * with a slash), because another system must verify that password (client facts 4.4).
 */
export const wirePassword = (username: string, password: string): string =>
	/[\\/]/.test(username) ? Buffer.from(password, 'utf8').toString('base64') : hash('md5', password, 'hex');

/** The name of the sign-on key in the answer, in `grant_type` and as a parameter, e.g. `svckey` (client facts 4.3). */
export const signOnKeyName = (vendorPrefix: string): string => `${vendorPrefix}key`;

/** The wire parameters of an exchange of a sign-on key, without `client_id`, `dateline` and `sign`. */
export function signOnKeyParams(vendorPrefix: string, key: string): Record<string, string> {
	const name = signOnKeyName(vendorPrefix);
	return { grant_type: name, [name]: key };
}

/** The same of every other grant. */
export function grantParams(grant: Exclude<Grant, { type: 'signOnKey' }>): Record<string, string> {
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
				...defined({ auth: grant.auth || undefined }),
			};
	}
}

/** The values of a grant that no error may show, both as entered and as sent. */
export function secretsOfGrant(grant: Grant): string[] {
	switch (grant.type) {
		case 'password':
			return [grant.password, wirePassword(grant.username, grant.password)];
		case 'refreshToken':
			return [grant.refreshToken];
		case 'exchangeToken':
			return [grant.exchangeToken, grant.auth ?? ''];
		case 'signOnKey':
			return [];
	}
}

/**
 * A fingerprint of the user the tokens belong to: two credentials of one client have different ones. With the grant
 * Refresh Token the token stands for the user, so the fingerprint changes when the token is rotated.
 */
export const identityOf = ({ baseUrl, vendorPrefix, clientId, secret, grant }: TokenClient): string =>
	hash('sha256', JSON.stringify([baseUrl, vendorPrefix, clientId, secret, Object.entries(grant).sort()]), 'base64');

/** The sign-on ticket: base64 of JSON whose `sign` covers account, n and t, joined by LF (document; B02). */
export function ticket(
	/** The nonce has six characters of [A-Za-z0-9], new each time; the time is in Unix seconds (client facts 4.1). */
	{ account, nonce, time }: Readonly<Record<'account' | 'nonce' | 'time', string>>,
	clientSecret: string,
): string {
	const sign = hmac([account, nonce, time].join('\n'), clientSecret);
	return Buffer.from(JSON.stringify({ account, n: nonce, t: time, sign }), 'utf8').toString('base64');
}
