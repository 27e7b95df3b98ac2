import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/* Texts that visitors hold in their hands and can neither read nor change: tokens of pages and reading links. */

const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const [IV, TAG] = [12, 16];

/**
 * Derives a key for one purpose from the secret of a library authorization: users have no further secret to manage, and
 * no key signs two kinds of things.
 */
export const keyFor = (secret: string, purpose: string): Buffer =>
	createHmac('sha256', secret).update(purpose, 'utf8').digest();

/** Encrypts a value of JSON into a text that opens only with the same key and the same `boundTo`. */
export function seal(value: unknown, boundTo: string, key: Buffer): string {
	const iv = randomBytes(IV);
	const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(boundTo, 'utf8'));
	const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The value of a sealed text of at most `maxLength` characters; undefined when it was changed or is another one's. */
export function open(text: unknown, boundTo: string, key: Buffer, maxLength: number): unknown {
	if (typeof text !== 'string' || text.length > maxLength) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	// Several base64url texts decode to the same bytes; only one of them is ours.
	if (bytes.length <= IV + TAG || bytes.toString('base64url') !== text) return undefined;
	try {
		const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
		decipher.setAAD(Buffer.from(boundTo, 'utf8')).setAuthTag(bytes.subarray(IV, IV + TAG));
		const opened = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
		return JSON.parse(opened.toString('utf8'));
	} catch {
		// It was changed, or made with another key or for another place.
		return undefined;
	}
}
