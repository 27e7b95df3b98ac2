import { createHmac, timingSafeEqual } from 'node:crypto';
import { explainSignature } from './signatureHint';

/** Decoded request parameters by name; absent ones are not in the map. */
export type Parameters = ReadonlyMap<string, string>;

/** doc: create_file does not sign these two; fact 1.10: elsewhere clients disagree. */
const CONTENT_PARAMETERS = ['filehash', 'filesize'];

/** What the check found; on refusal what should have been signed, and a guess at the cause. */
export type SignatureVerdict = { ok: true } | { ok: false; expectedToSign: string; hint: string };

/**
 * fact 1.2, 1.3, 1.5: the values, decoded and untrimmed, in byte order of their names, joined by one LF;
 * `sign` is never part. `leaveOut` names further parameters that stay out.
 */
export function stringToSign(parameters: Parameters, leaveOut: readonly string[] = [], keepEmpty = true): string {
	const names = [...parameters.keys()].filter((name) => name !== 'sign' && !leaveOut.includes(name));
	names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
	const values = names.map((name) => parameters.get(name) ?? '');
	return (keepEmpty ? values : values.filter((value) => value !== '')).join('\n');
}

/** fact 1.1: base64 of HMAC-SHA1, standard alphabet with padding. */
export function signText(text: string, secret: string): string {
	return createHmac('sha1', secret).update(text, 'utf8').digest('base64');
}

/** Every string a client may rightly have signed; the first is the one the document wants. */
function acceptedStrings(parameters: Parameters, operation: string): string[] {
	const unsigned = operation === 'create_file';
	// doc for create_file; fact 1.10 for the rest: signed or not, both are taken.
	const sets = unsigned ? [CONTENT_PARAMETERS] : [[], CONTENT_PARAMETERS];
	// fact 1.8: an empty value is an empty line for most clients, and nothing at all for the vendor's own.
	return sets.flatMap((leaveOut) => [true, false].map((keep) => stringToSign(parameters, leaveOut, keep)));
}

function same(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/** Checks `sign` against the secret. `operation` is the last part of the path; it decides what stays out. */
export function checkSignature(parameters: Parameters, secret: string, operation: string): SignatureVerdict {
	const given = parameters.get('sign') ?? '';
	const accepted = acceptedStrings(parameters, operation);
	if (accepted.some((text) => same(signText(text, secret), given))) return { ok: true };
	const expectedToSign = accepted[0] ?? '';
	return {
		ok: false,
		expectedToSign,
		hint: explainSignature(given, expectedToSign, parameters, (text) => signText(text, secret)),
	};
}
