import { systemClock } from '../../client/async/clock';
import type { Caller } from '../../client/service/call';
import { openToken, type PageClaims, sealToken } from '../../protocol/preview/pageToken';

/** Now, in Unix seconds. */
export const nowSeconds = (): number => Math.floor(systemClock.now() / 1000);

/** The tokens of one page, by which n8n knows its loads again. */
export interface PageTokens {
	/** A token for one load of the page, issued now. */
	issue(claims: Omit<PageClaims, 'issued'>): string;
	/** What a token says; undefined when it was changed, belongs to another page, or has expired. */
	open(token: unknown, forRenewal?: boolean): PageClaims | undefined;
}

/** `page` names the page, and the node or the execution that serves it: another one may get the same path one day. */
export function pageTokens({ account: { secret } }: Caller, page: readonly string[]): PageTokens {
	const boundTo = JSON.stringify(page);
	return {
		issue: (claims) => sealToken({ ...claims, issued: nowSeconds() }, boundTo, secret),
		open: (token, forRenewal) => openToken(token, boundTo, secret, nowSeconds(), forRenewal),
	};
}
