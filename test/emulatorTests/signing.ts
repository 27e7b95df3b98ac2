import { createHmac } from 'node:crypto';

/* Signatures for tests, written apart from the emulator's own code. */

/** The parameters of a request; numbers are sent in decimal digits. */
export type Fields = Readonly<Record<string, string | number>>;

/** base64 of HMAC-SHA1. */
export const hmac = (message: string, secret: string): string =>
	createHmac('sha1', secret).update(message).digest('base64');

/** The form with its signature: the values, sorted by name and joined by line feeds, without those of `unsigned`. */
export function signFields(fields: Fields, secret: string, unsigned: readonly string[] = []): URLSearchParams {
	const all = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
	const message = all
		.filter(([name]) => !unsigned.includes(name))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, value]) => value)
		.join('\n');
	return new URLSearchParams({ ...Object.fromEntries(all), sign: hmac(message, secret) });
}

/** The parameters that create_file does not sign. */
export const unsignedOf = (operation: string): string[] =>
	operation.endsWith('create_file') ? ['filehash', 'filesize'] : [];

/** A sign-on ticket as the document describes it, not yet percent-encoded. */
export function ticketFor(
	account: string,
	secret: string,
	n = 'abc123',
	t: number | string = Math.floor(Date.now() / 1000),
): string {
	const sign = hmac(`${account}\n${n}\n${t}`, secret);
	return Buffer.from(JSON.stringify({ account, n, t, sign })).toString('base64');
}
