import { operations } from '../families';
import { downloadHost } from '../hosts/content/download';
import { consoleHost, editHost, linkHost, previewHost } from '../hosts/content/pages';
import type { Host, Role } from '../hosts/host';
import { signOnHost } from '../hosts/signOn/signOn';
import { tokenHost } from '../hosts/signOn/token';
import { uploadHost } from '../hosts/upload/upload';
import { webUploadHost } from '../hosts/upload/webUpload';
import { codes, ServiceFailure } from '../http/errors';
import { type Exchange, readParameters, requireMethod, sendJson } from '../http/exchange';
import type { World } from '../world/world';

/** Which addresses a port serves. */
export type PortRole = Role | 'all';

/** Everything else that is served. */
const hosts: readonly Host[] = [
	tokenHost,
	signOnHost,
	uploadHost,
	webUploadHost,
	downloadHost,
	previewHost,
	editHost,
	linkHost,
	consoleHost,
];

const byPath = new Map(operations.map((operation) => [operation.path, operation]));
if (byPath.size < operations.length) throw new Error('two operations have the same path');

/** fact, error codes: 40001 is "wrong address". */
const nothingAt = (path: string): ServiceFailure =>
	new ServiceFailure(codes.wrongAddress, `there is nothing at ${path}`);

async function runOperation(world: World, exchange: Exchange): Promise<void> {
	const found = byPath.get(exchange.path);
	if (!found) throw nothingAt(exchange.path);
	requireMethod(exchange.method, found.method, world.options.anyMethod);
	const raw = await readParameters(exchange);
	const operation = found.path.slice(found.path.lastIndexOf('/') + 1);
	sendJson(exchange, 200, await found.run({ world, record: exchange.record, operation, raw }));
}

/** Answers a request; throws ServiceFailure. */
export async function route(world: World, role: PortRole, exchange: Exchange): Promise<void> {
	const host = hosts.find((each) => (role === 'all' || each.role === role) && each.serves(exchange.path));
	if (host) return host.handle(world, exchange);
	// fact 2.6: a health check.
	if (exchange.path === '/m-open/status') return sendJson(exchange, 200, { status: 'ok' });
	if (role === 'all' || role === 'service') return runOperation(world, exchange);
	throw nothingAt(exchange.path);
}
