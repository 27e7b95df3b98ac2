import { DAY_SECONDS } from '../../../protocol/wire/json';
import { keyFor, open, seal } from './viewerLink';

/** What one load of the page carries in its token and sends back with each event. */
export interface PageStatement {
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
const RENEWAL_SECONDS = 7 * DAY_SECONDS;

/**
 * Encrypts a statement into a token that opens only with the same `boundTo`, which names the page: the visitor must
 * not see the path of the file. `secret` is that of the library authorization.
 */
export const sealToken = (stated: PageStatement, boundTo: string, secret: string): string =>
	seal(stated, boundTo, keyFor(secret, PURPOSE));

/**
 * What a token states; undefined when the token was changed, belongs to another page, has expired (after 12 hours,
 * and `forRenewal` a week later) or was issued more than 5 minutes after `now` (Unix seconds).
 */
export function openToken(
	token: unknown,
	boundTo: string,
	secret: string,
	now: number,
	forRenewal = false,
): PageStatement | undefined {
	const stated = open(token, boundTo, keyFor(secret, PURPOSE), MAX_TOKEN_LENGTH) as PageStatement | undefined;
	if (!stated || now < stated.issued - CLOCK_SECONDS) return undefined;
	return now <= stated.issued + LIFETIME_SECONDS + (forRenewal ? RENEWAL_SECONDS : 0) ? stated : undefined;
}
