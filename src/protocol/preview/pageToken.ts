import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyFor } from './viewerLink';

/** What the page of one load carries and sends back with each event. */
export interface PageClaims {
	readonly file: { readonly hash: string; readonly fullpath: string; readonly filename: string };
	/** From a signed viewer link; null for an unsigned visitor. */
	readonly viewer: string | null;
	/** Names one load of the page. */
	readonly loadId: string;
	/** Unix seconds at which the token was made. */
	readonly issued: number;
	/** Unix seconds after which the preview is not renewed: the end of the viewer link. */
	readonly until?: number;
}

const PURPOSE = 'file-library-viewer-page';
const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];
/** A page that stays open longer than this asks for a new token, which it gets as long as the viewer link is good. */
const LIFE_SECONDS = 12 * 3600;
/** A token is renewed within this time after its end: a page that slept over a weekend. */
const RENEWAL_SECONDS = 7 * 86_400;

/** Claims as a text that only this page of this n8n can make and read: the path of the file is not the visitor's business. */
export function sealToken(claims: PageClaims, path: string, secret: string): string {
	const iv = randomBytes(IV);
	const cipher = createCipheriv(CIPHER, keyFor(secret, PURPOSE), iv).setAAD(Buffer.from(path, 'utf8'));
	const sealed = Buffer.concat([cipher.update(JSON.stringify(claims), 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * The claims of a token of the page at `path`; undefined when it is changed, of another page or too old (12 hours; `forRenewal` a week more).
 * `now` is Unix seconds.
 */
export function openToken(
	token: unknown,
	path: string,
	secret: string,
	now: number,
	forRenewal = false,
): PageClaims | undefined {
	if (typeof token !== 'string' || token.length > 16_384) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	// Several base64 texts stand for the same bytes; only one is ours.
	if (bytes.length <= IV + TAG || bytes.toString('base64url') !== token) return undefined;
	try {
		const decipher = createDecipheriv(CIPHER, keyFor(secret, PURPOSE), bytes.subarray(0, IV), {
			authTagLength: TAG,
		});
		decipher.setAAD(Buffer.from(path, 'utf8')).setAuthTag(bytes.subarray(IV, IV + TAG));
		const text = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
		const claims = JSON.parse(text) as PageClaims;
		return now <= claims.issued + LIFE_SECONDS + (forRenewal ? RENEWAL_SECONDS : 0) ? claims : undefined;
	} catch {
		// Not decrypted: it was changed, or made with another key or for another page.
		return undefined;
	}
}
