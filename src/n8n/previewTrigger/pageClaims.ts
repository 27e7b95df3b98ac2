import { systemClock } from '../../client/async/clock';
import { openToken, sealToken, type PageClaims } from '../../protocol/preview/pageToken';
import type { Settings } from './settings';

/** Now, in Unix seconds. */
export const nowSeconds = (): number => Math.floor(systemClock.now() / 1000);

/** What a token is bound to: the page, and the node that serves it. Another node may get the same path one day. */
const boundTo = ({ path, node }: Settings): string => JSON.stringify(['page', path, node]);

/** A token for the page of these settings, issued now. */
export const issueToken = (settings: Settings, claims: Omit<PageClaims, 'issued'>): string =>
	sealToken({ ...claims, issued: nowSeconds() }, boundTo(settings), settings.caller.account.secret);

/**
 * The claims of a posted token; undefined for a token that was changed or has expired, and for a visitor without a
 * signed link where the trigger requires one (now).
 */
export function claimsOf(settings: Settings, token: unknown, { forRenewal = false } = {}): PageClaims | undefined {
	const claims = openToken(token, boundTo(settings), settings.caller.account.secret, nowSeconds(), forRenewal);
	return claims?.viewer === null && settings.requireViewer ? undefined : claims;
}
