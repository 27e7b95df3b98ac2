import { badParameter, codes, ServiceFailure } from '../http/errors';
import type { Parameters } from '../http/form';
import type { RequestRecord } from '../http/requestLog';
import type { World } from '../world/world';
import { checkSignature } from './signature';

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

/**
 * Throws for a wrong signature (fact 1.19: 401 + 401041). The request log and, without secrets, the console get the
 * string that should have been signed.
 */
export function requireSignature({ world, record, operation, raw }: SignedRequest, secret: string): void {
	const verdict = checkSignature(raw, secret, operation);
	if (verdict.ok) return;
	record.note = `expected to be signed: ${JSON.stringify(verdict.expectedToSign)}; hint: ${verdict.hint}`;
	const shown = JSON.stringify(withoutSecrets(verdict.expectedToSign, raw));
	world.options.log(`refused signature of ${operation}: expected to be signed: ${shown}; hint: ${verdict.hint}`);
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
