import { systemClock } from '../../client/async/clock';
import { openToken, sealToken, type PageClaims } from '../../protocol/preview/pageToken';
import type { Settings } from './settings';

/** Now, in Unix seconds. */
export const nowSeconds = (): number => Math.floor(systemClock.now() / 1000);

/** A token for the page of these settings, issued now. */
export const issueToken = ({ caller, path }: Settings, claims: Omit<PageClaims, 'issued'>): string =>
	sealToken({ ...claims, issued: nowSeconds() }, path, caller.account.secret);

/**
 * The claims of a posted token; undefined for a token that was changed or has expired, and for a visitor without a
 * signed link where the trigger requires one (now).
 */
export function claimsOf(
	{ caller, path, requireViewer }: Settings,
	token: unknown,
	{ forRenewal = false } = {},
): PageClaims | undefined {
	const claims = openToken(token, path, caller.account.secret, nowSeconds(), forRenewal);
	return claims?.viewer === null && requireViewer ? undefined : claims;
}
