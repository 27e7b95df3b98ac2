import { isDated, methodOf, type ServiceRequest } from '../../protocol/operation/define';
import { sign, type WireParams } from '../../protocol/wire/sign';
import type { HttpRequest } from '../http/types';
import { type Account, wireIdentity } from './account';

/**
 * Adds identity, `dateline` (`seconds`, the time of the service) and `sign` to the parameters, and puts them into the
 * query of a GET or the form of a POST. A service may repeat the signature in an error; it is empty when unsigned.
 */
export function signedRequest(
	account: Account,
	op: ServiceRequest,
	params: WireParams,
	url: URL,
	seconds: number,
): { readonly request: HttpRequest; readonly signature: string } {
	const all: WireParams = {
		...params,
		...wireIdentity(account),
		...(isDated(op) ? { dateline: String(seconds) } : {}),
	};
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(all))
		if (value !== null && value !== undefined) form.append(name, value);
	const signature = op.signed === false ? '' : sign(all, account.secret, op.unsigned);
	if (signature) form.append('sign', signature);
	return { signature, request: requestOf(op, url, form) };
}

/** The service words its messages in the language asked for (client facts 2.7). */
const ACCEPTED = { accept: 'application/json', 'accept-language': 'en-US' };
const ACCEPTED_OF_FORM = { ...ACCEPTED, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

function requestOf(op: ServiceRequest, url: URL, form: URLSearchParams): HttpRequest {
	const operation = op.id;
	if (methodOf(op) === 'GET') return { method: 'GET', url: `${url.href}?${form}`, headers: ACCEPTED, operation };
	return { method: 'POST', url: url.href, headers: ACCEPTED_OF_FORM, body: form.toString(), operation };
}
