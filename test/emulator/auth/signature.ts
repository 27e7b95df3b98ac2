import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Parameters } from '../http/form';

type Signer = (text: string) => string;

/** A mistake seen in client programs, and the text that it signs. */
interface Mistake {
	hint: string;
	text: () => string;
}

function sortedNames(parameters: Parameters): string[] {
	return [...parameters.keys()].filter((name) => name !== 'sign').sort();
}

function joined(parameters: Parameters, form: (value: string, name: string) => string, by = '\n'): string {
	return sortedNames(parameters)
		.map((name) => form(parameters.get(name) ?? '', name))
		.join(by);
}

function mistakes(expected: string, parameters: Parameters): Mistake[] {
	return [
		{
			hint: 'filehash and filesize were signed; create_file leaves them out',
			text: () => joined(parameters, (v) => v),
		},
		{ hint: 'a line feed follows the last value', text: () => `${expected}\n` },
		{
			hint: 'the values were signed URL-encoded; sign the decoded text',
			text: () => joined(parameters, (v) => encodeURIComponent(v)),
		},
		{ hint: 'the values were trimmed before signing', text: () => joined(parameters, (v) => v.trim()) },
		{
			hint: 'names were signed with the values; sign the values only',
			text: () => joined(parameters, (v, n) => `${n}=${v}`),
		},
		{
			hint: 'names were signed with the values; sign the values only',
			text: () => joined(parameters, (v, n) => `${n}=${v}`, '&'),
		},
		{ hint: 'the values were joined without a line feed', text: () => joined(parameters, (v) => v, '') },
		{
			hint: 'the values were signed in the order sent; sort them by parameter name',
			text: () =>
				[...parameters]
					.filter(([name]) => name !== 'sign')
					.map(([, value]) => value)
					.join('\n'),
		},
		{
			hint: 'non-ASCII text was signed as Latin-1; sign its UTF-8 bytes',
			text: () => Buffer.from(expected, 'utf8').toString('latin1'),
		},
	];
}

/** Guesses why a signature was refused, by trying the known mistakes. Never contains the correct signature. */
function explainSignature(given: string, expected: string, parameters: Parameters, sign: Signer): string {
	if (given === '') return 'sign is empty';
	if (given.replaceAll(' ', '+') === sign(expected))
		return "the '+' of the base64 text was not URL-encoded and arrived as a space";
	if (given === Buffer.from(sign(expected), 'base64').toString('hex')) return 'the signature is in hex; send base64';
	if (decodeURIComponentSafe(given) === sign(expected)) return 'sign was URL-encoded twice';
	const found = mistakes(expected, parameters).find((mistake) => sign(mistake.text()) === given);
	return found?.hint ?? 'no known mistake matches: check the secret and the encoding of non-ASCII characters';
}

function decodeURIComponentSafe(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Compares secrets in constant time. */
export function isSameText(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/** doc: create_file does not sign these two. fact 1.10: for other operations clients differ. */
const CONTENT_PARAMETERS = ['filehash', 'filesize'];

/** The result of the check; for a refused signature the string that should have been signed, and a likely cause. */
type SignatureVerdict = { ok: true } | { ok: false; expectedToSign: string; hint: string };

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
function acceptedStrings(parameters: Parameters, operation: string): string[] {
	// doc: create_file leaves them out. fact 1.10: some clients do so elsewhere too.
	const leftOut = operation === 'create_file' ? [CONTENT_PARAMETERS] : [[], CONTENT_PARAMETERS];
	// fact 1.8: most clients sign an empty value as an empty line; the vendor's own client omits it.
	return leftOut.flatMap((names) => [true, false].map((keepEmpty) => stringToSign(parameters, names, keepEmpty)));
}

/** Checks `sign` against the secret. `operation` is the last part of the path; it decides what is not signed. */
export function checkSignature(parameters: Parameters, secret: string, operation: string): SignatureVerdict {
	const received = parameters.get('sign') ?? '';
	const accepted = acceptedStrings(parameters, operation);
	if (accepted.some((text) => isSameText(signText(text, secret), received))) return { ok: true };
	const expectedToSign = accepted[0] ?? '';
	const hint = explainSignature(received, expectedToSign, parameters, (text) => signText(text, secret));
	return { ok: false, expectedToSign, hint };
}
