import { createHmac } from 'node:crypto';
import type { Parameters } from '../http/form';
import { isSameText } from './sameText';
import { explainSignature } from './signatureHint';

/** doc: create_file does not sign these two. fact 1.10: for other operations clients differ. */
const CONTENT_PARAMETERS = ['filehash', 'filesize'];

/** The result of the check; for a refused signature the string that should have been signed, and a likely cause. */
export type SignatureVerdict = { ok: true } | { ok: false; expectedToSign: string; hint: string };

/**
 * The string to sign. fact 1.2, 1.3, 1.5: the values, decoded and untrimmed, in byte order of their names, joined by
 * line feeds; `sign` is not part of it. `leaveOut` names further parameters that are not.
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

/** Every string that a client may have signed; the first is the one the document wants. */
function acceptedStrings(parameters: Parameters, operation: string, strict: boolean): string[] {
	// doc: create_file leaves them out. fact 1.11, lenient: some clients sign them. fact 1.10: elsewhere too.
	const leftOut =
		operation !== 'create_file'
			? [[], CONTENT_PARAMETERS]
			: strict
				? [CONTENT_PARAMETERS]
				: [CONTENT_PARAMETERS, []];
	// fact 1.8: most clients sign an empty value as an empty line; the vendor's own client omits it.
	return leftOut.flatMap((names) => [true, false].map((keepEmpty) => stringToSign(parameters, names, keepEmpty)));
}

/** Checks `sign` against the secret. `operation` is the last part of the path; it decides what is not signed. */
export function checkSignature(
	parameters: Parameters,
	secret: string,
	operation: string,
	strict = true,
): SignatureVerdict {
	const received = parameters.get('sign') ?? '';
	const accepted = acceptedStrings(parameters, operation, strict);
	if (accepted.some((text) => isSameText(signText(text, secret), received))) return { ok: true };
	const expectedToSign = accepted[0] ?? '';
	const hint = explainSignature(received, expectedToSign, parameters, (text) => signText(text, secret));
	return { ok: false, expectedToSign, hint };
}
