import { badParameter, codes, ServiceFailure } from '../http/errors';
import type { RequestRecord } from '../http/requestLog';
import type { Parameters } from './signature';
import { checkSignature } from './signature';
import { int } from '../http/parameters';
import type { Library } from '../store/library/library';
import type { World } from '../world/world';

/** doc: every library file operation takes these. */
export const libraryCommon = ['org_client_id', 'dateline', 'sign'] as const;

/** Values that must not reach the console, even inside a string to sign. */
const HIDDEN = ['token', 'password', 'refresh_token', 'exchange_token', 'svckey', 'key'];

/** The value of a parameter that must be there and not empty; throws 40003. */
export function need(raw: Parameters, name: string): string {
	const value = raw.get(name);
	if (value === undefined || value === '') throw badParameter(name, 'is missing');
	return value;
}

/**
 * Finds the library of an org_client_id and checks the request's signature and age.
 * fact 1.19: a bad signature is 401 + 401041; fact table: an unknown client is 401 + 40103.
 */
export function authorizeLibrary(
	world: World,
	operation: string,
	raw: Parameters,
	record: RequestRecord,
): { library: Library; orgClientId: string } {
	const orgClientId = need(raw, 'org_client_id');
	need(raw, 'sign');
	const dateline = int(0)(need(raw, 'dateline'), 'dateline');
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization) throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`);
	requireSignature(world, operation, raw, record, authorization.orgClientSecret);
	requireFresh(world, dateline);
	return { library: authorization.library, orgClientId };
}

/** Throws 401041 for a wrong signature, and tells log and record what should have been signed. */
export function requireSignature(
	world: World,
	operation: string,
	raw: Parameters,
	record: RequestRecord,
	secret: string,
): void {
	const verdict = checkSignature(raw, secret, operation);
	if (verdict.ok) return;
	record.note = `expected to be signed: ${JSON.stringify(verdict.expectedToSign)}; hint: ${verdict.hint}`;
	// A sign-on key carries the vendor prefix in its name.
	const masked = [...HIDDEN, ...[...raw.keys()].filter((name) => name.endsWith('key'))]
		.map((name) => raw.get(name) ?? '')
		.filter((value) => value !== '')
		.reduce((line, value) => line.replaceAll(value, '***'), verdict.expectedToSign);
	world.options.log(
		`refused signature of ${operation}: expected to be signed: ${JSON.stringify(masked)}; hint: ${verdict.hint}`,
	);
	throw new ServiceFailure(codes.signature, 'signature verification failed');
}

/** assumed (fact 1.16: no client shows a window): an old or future dateline counts as a wrong signature. */
export function requireFresh(world: World, dateline: number): void {
	const apart = Math.round(dateline - world.serverNow() / 1000);
	if (Math.abs(apart) <= world.options.clockWindowSeconds) return;
	throw new ServiceFailure(
		codes.signature,
		`signature verification failed: dateline is ${Math.abs(apart)} s ${apart < 0 ? 'behind' : 'ahead of'} the server`,
	);
}
