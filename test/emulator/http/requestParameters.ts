import { codes, ServiceFailure } from './errors';
import { readForm, type Exchange } from './exchange';
import { mergePairs, type Parameters } from './form';

/** A method of the interface. */
export type Method = 'GET' | 'POST';

/** Throws 405 for a method other than the documented one. fact 2.3, 2.4, 2.5: deployments take GET and POST. */
export function requireMethod(method: string, documented: Method, takesBoth: boolean): void {
	if (method !== documented && !(takesBoth && ['GET', 'POST'].includes(method)))
		throw new ServiceFailure(codes.method, `${method} is not allowed here`);
}

/**
 * Merges the query and form parameters of a request and copies them into the request log. Throws 40003 for repeated
 * names.
 */
export async function readParameters(exchange: Exchange): Promise<Parameters> {
	const form = await readForm(exchange.req);
	const pairs = [...exchange.query, ...form];
	exchange.record.params = Object.fromEntries(pairs);
	return mergePairs(pairs);
}
