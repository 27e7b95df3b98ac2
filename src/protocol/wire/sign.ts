import { createHmac } from 'node:crypto';

/** Request parameters as they go on the wire: decoded UTF-8 text. `null` and `undefined` are not sent and not signed. */
export type WireParams = Readonly<Record<string, string | null | undefined>>;

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * The text that is signed: the values of all sent parameters, ordered by the bytes of their names, joined by LF.
 * `sign` is never part; `unsigned` names further parameters left out (create_file: filehash and filesize).
 * Empty values stay in. Source: client facts 1.1 to 1.9.
 */
export function stringToSign(params: WireParams, unsigned: readonly string[] = []): string {
	return Object.keys(params)
		.filter(
			(name) =>
				name !== 'sign' && !unsigned.includes(name) && params[name] !== null && params[name] !== undefined,
		)
		.sort(byBytes)
		.map((name) => params[name] as string)
		.join('\n');
}

/** base64(HMAC-SHA1(secret, stringToSign)). Pure: everything it needs is an argument. */
export function sign(params: WireParams, secret: string, unsigned: readonly string[] = []): string {
	return hmac(stringToSign(params, unsigned), secret);
}

/** base64(HMAC-SHA1(secret, text)), standard alphabet with padding. */
export const hmac = (text: string, secret: string): string =>
	createHmac('sha1', secret).update(text, 'utf8').digest('base64');
