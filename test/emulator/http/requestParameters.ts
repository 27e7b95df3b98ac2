import { codes, ServiceFailure } from './errors';
import { readForm, type Exchange } from './exchange';
import { mergePairs, type Parameters } from './form';

/**
 * Merges the query and form parameters of a request and copies them into the request log.
 * Throws 405 for methods other than GET and POST, and 40003 for repeated names when `strict`.
 */
export async function readParameters(exchange: Exchange, strict: boolean): Promise<Parameters> {
	const form = await readForm(exchange.req);
	if (exchange.method !== 'GET' && exchange.method !== 'POST')
		throw new ServiceFailure(codes.method, `${exchange.method} is not allowed here`);
	const pairs = [...exchange.query, ...form];
	exchange.record.params = Object.fromEntries(pairs);
	return mergePairs(pairs, strict);
}
