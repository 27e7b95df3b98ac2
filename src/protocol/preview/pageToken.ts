import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyFor } from './viewerLink';

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
}

const PURPOSE = 'file-library-viewer-page';
const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const [IV, TAG] = [12, 16];
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
export function sealToken(claims: PageClaims, boundTo: string, secret: string): string {
	const iv = randomBytes(IV);
	const cipher = createCipheriv(CIPHER, keyFor(secret, PURPOSE), iv).setAAD(Buffer.from(boundTo, 'utf8'));
	const sealed = Buffer.concat([cipher.update(JSON.stringify(claims), 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

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
	if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	// Several base64url texts decode to the same bytes; only one of them is ours.
	if (bytes.length <= IV + TAG || bytes.toString('base64url') !== token) return undefined;
	try {
		const decipher = createDecipheriv(CIPHER, keyFor(secret, PURPOSE), bytes.subarray(0, IV), {
			authTagLength: TAG,
		});
		decipher.setAAD(Buffer.from(boundTo, 'utf8')).setAuthTag(bytes.subarray(IV, IV + TAG));
		const text = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
		const claims = JSON.parse(text) as PageClaims;
		const end = claims.issued + LIFETIME_SECONDS + (forRenewal ? RENEWAL_SECONDS : 0);
		return now >= claims.issued - CLOCK_SECONDS && now <= end ? claims : undefined;
	} catch {
		// It was changed, or created with another key or for another page.
		return undefined;
	}
}
