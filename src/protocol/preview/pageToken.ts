import { keyFor, open, seal } from './viewerLink';

/** What one load of the page carries in its token and sends back with each event. */
export interface PageClaims {
	readonly file: { readonly hash: string; readonly fullpath: string; readonly filename: string };
	/** From a signed viewer link; null for a visitor without one. */
	readonly viewer: string | null;
	/** Identifies one load of the page. */
	readonly loadId: string;
	/** Unix seconds at which the token was created. */
	readonly issued: number;
	/** Unix seconds after which the preview is not renewed: the expiry of the viewer link. */
	readonly until?: number;
	/** SHA1 of the content that the page shows, where answers are about it. */
	readonly shown?: string | null;
}

const PURPOSE = 'file-library-viewer-page';
const MAX_TOKEN_LENGTH = 16_384;
/** A page that stays open longer than this asks for a new token, and obtains it as long as the viewer link is valid. */
const LIFETIME_SECONDS = 12 * 3600;
/** How far the clocks of two processes of n8n may differ. A token from a later time was issued by a wrong clock. */
const CLOCK_SECONDS = 300;
/** How long after its expiry a token can still be renewed: a laptop may sleep over a weekend. */
const RENEWAL_SECONDS = 7 * 86_400;

/**
 * Encrypts claims into a token that opens only with the same `boundTo`, which names the page: the visitor must not see
 * the path of the file. `secret` is that of the library authorization.
 */
export const sealToken = (claims: PageClaims, boundTo: string, secret: string): string =>
	seal(claims, boundTo, keyFor(secret, PURPOSE));

/**
 * The claims of a token; undefined when the token was changed, belongs to another page, has expired (after 12 hours,
 * and `forRenewal` a week later) or was issued more than 5 minutes after `now` (Unix seconds).
 */
export function openToken(
	token: unknown,
	boundTo: string,
	secret: string,
	now: number,
	forRenewal = false,
): PageClaims | undefined {
	const claims = open(token, boundTo, keyFor(secret, PURPOSE), MAX_TOKEN_LENGTH) as PageClaims | undefined;
	if (!claims || now < claims.issued - CLOCK_SECONDS) return undefined;
	return now <= claims.issued + LIFETIME_SECONDS + (forRenewal ? RENEWAL_SECONDS : 0) ? claims : undefined;
}
