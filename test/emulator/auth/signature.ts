import { createHmac, timingSafeEqual } from 'node:crypto';
import { badParameter, codes, ServiceFailure } from '../http/errors';
import type { Parameters, RequestRecord } from '../http/exchange';
import type { World } from '../world/world';

/** Compares secrets in constant time. */
export function isSameText(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/** doc: create_file does not sign these two. fact 1.10: for other operations clients differ. */
const CONTENT_PARAMETERS = ['filehash', 'filesize'];

/** The result of the check; for a refused signature the string that should have been signed. */
type SignatureVerdict = { ok: true } | { ok: false; expectedToSign: string };

/** fact 1.2, 1.3, 1.5: decoded, untrimmed values in byte order of names, on lines; without `sign` and `leaveOut`. */
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
	return { ok: false, expectedToSign: accepted[0] ?? '' };
}

/** A request with merged parameters, before they are checked. */
export interface SignedRequest {
	readonly world: World;
	readonly record: RequestRecord;
	/** The last part of the path. */
	readonly operation: string;
	/** All parameters as received. */
	readonly raw: Parameters;
}

/** Parameters whose values must not reach the console, not even inside a string to sign. */
const SECRET_PARAMETERS = ['token', 'password', 'refresh_token', 'exchange_token', 'svckey', 'key'];

/** The value of a parameter that must be present and not empty; throws 40003. */
export function need(raw: Parameters, name: string): string {
	const value = raw.get(name);
	if (value === undefined || value === '') throw badParameter(name, 'is missing');
	return value;
}

function withoutSecrets(text: string, raw: Parameters): string {
	// A sign-on key has the vendor prefix in its name.
	return [...SECRET_PARAMETERS, ...[...raw.keys()].filter((name) => name.endsWith('key'))]
		.map((name) => raw.get(name) ?? '')
		.filter((value) => value !== '')
		.reduce((line, value) => line.replaceAll(value, '***'), text);
}

/** fact 1.19: a wrong signature is 401 + 401041; log and console get, without secrets, what should have been signed. */
export function requireSignature({ world, record, operation, raw }: SignedRequest, secret: string): void {
	const verdict = checkSignature(raw, secret, operation);
	if (verdict.ok) return;
	record.note = `expected to be signed: ${JSON.stringify(verdict.expectedToSign)}`;
	const shown = JSON.stringify(withoutSecrets(verdict.expectedToSign, raw));
	world.options.log(`refused signature of ${operation}: expected to be signed: ${shown}`);
	throw new ServiceFailure(codes.signature, 'signature verification failed');
}

/** fact 1.16: no client shows a window. assumed: a dateline that is too old or too new counts as a wrong signature. */
export function requireFresh(world: World, dateline: number): void {
	const apart = Math.round(dateline - world.serverNow() / 1000);
	if (Math.abs(apart) <= world.options.clockWindowSeconds) return;
	const direction = apart < 0 ? 'behind' : 'ahead of';
	throw new ServiceFailure(
		codes.signature,
		`signature verification failed: dateline is ${Math.abs(apart)} s ${direction} the server`,
	);
}
