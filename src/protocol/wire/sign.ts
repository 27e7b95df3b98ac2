import { createHmac } from 'node:crypto';

/** Request parameters by their wire names, not yet encoded. `null` and `undefined` are neither sent nor signed. */
export type WireParams = Readonly<Record<string, string | null | undefined>>;

/** Beyond the characters of 16 bits, JavaScript's own order is not that of the bytes. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * The text that is signed: the values of all sent parameters, in the byte order of their names, joined by LF.
 * `sign` is left out, and so are the parameters that `unsigned` names (create_file: filehash and filesize).
 * Empty values are included. Source: client facts 1.1 to 1.9.
 */
export function stringToSign(params: WireParams, unsigned: readonly string[] = []): string {
	const names = Object.keys(params).filter(
		(name) => name !== 'sign' && !unsigned.includes(name) && params[name] !== null && params[name] !== undefined,
	);
	return names
		.sort(byBytes)
		.map((name) => params[name] as string)
		.join('\n');
}

/** base64(HMAC-SHA1(secret, stringToSign)). Pure: everything it needs is an argument. */
export function sign(params: WireParams, secret: string, unsigned: readonly string[] = []): string {
	return hmac(stringToSign(params, unsigned), secret);
}

/** base64(HMAC-SHA1(secret, text)) in the standard alphabet, with padding. */
export const hmac = (text: string, secret: string): string =>
	createHmac('sha1', secret).update(text, 'utf8').digest('base64');
