import { operations } from '../families';
import type { Operation } from '../families/operation';
import { hosts } from '../hosts';
import type { Role } from '../hosts/host';
import { codes, ServiceFailure } from '../http/errors';
import { sendJson, type Exchange } from '../http/exchange';
import { readParameters } from '../http/requestParameters';
import type { World } from '../world/world';

/** Which addresses a port serves. */
export type PortRole = Role | 'all';

const byPath = new Map(operations.map((operation) => [operation.path, operation]));
if (byPath.size < operations.length) throw new Error('two operations have the same path');

/** Runs a signed operation. fact 2.2 to 2.4: GET and POST are accepted for all. */
async function runOperation(world: World, { path, run }: Operation, exchange: Exchange): Promise<void> {
	const raw = await readParameters(exchange, world.options.strict);
	const operation = path.slice(path.lastIndexOf('/') + 1);
	sendJson(exchange.res, 200, await run({ world, record: exchange.record, operation, raw }));
}

/** Answers a request; throws ServiceFailure. */
export async function route(world: World, role: PortRole, exchange: Exchange): Promise<void> {
	const host = hosts.find((each) => (role === 'all' || each.role === role) && each.serves(exchange.path));
	if (host) return host.handle(world, exchange);
	const operation = role === 'all' || role === 'service' ? byPath.get(exchange.path) : undefined;
	if (operation) return runOperation(world, operation, exchange);
	// fact 2.6: a health check.
	if (exchange.path === '/m-open/status') return sendJson(exchange.res, 200, { status: 'ok' });
	// fact, error codes: 40001 is "wrong address".
	throw new ServiceFailure(codes.wrongAddress, `there is nothing at ${exchange.path}`);
}
