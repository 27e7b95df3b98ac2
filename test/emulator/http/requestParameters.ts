import { codes, ServiceFailure } from './errors';
import { mergePairs } from './form';
import type { Exchange } from './exchange';
import { readForm } from './exchange';
import type { Parameters } from '../auth/signature';
import type { World } from '../world/world';

/** Query and form of a request as one set, noted in the request log. Throws 405 for methods other than GET and POST. */
export async function readParameters(world: World, exchange: Exchange): Promise<Parameters> {
	const form = await readForm(exchange.req);
	if (exchange.method !== 'GET' && exchange.method !== 'POST')
		throw new ServiceFailure(codes.method, `${exchange.method} is not allowed here`);
	const pairs = [...exchange.query, ...form];
	exchange.record.params = Object.fromEntries(pairs);
	return mergePairs(pairs, world.options.strict);
}
