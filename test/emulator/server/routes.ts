import { enterprise } from '../families/enterprise';
import { libraryAdmin } from '../families/libraryAdmin';
import { libraryFile } from '../families/libraryFile';
import type { Operation } from '../families/operation';
import { partner } from '../families/partner';
import { permission } from '../families/permission';
import { user } from '../families/user';
import { downloadHost } from '../hosts/content/download';
import { linkHost } from '../hosts/content/externalLink';
import { consoleHost, editHost, previewHost } from '../hosts/content/pages';
import type { Host, Role } from '../hosts/host';
import { signOnHost } from '../hosts/signOn/signOn';
import { tokenHost } from '../hosts/signOn/token';
import { uploadHost } from '../hosts/upload/upload';
import { webUploadHost } from '../hosts/upload/webUpload';
import { codes, ServiceFailure } from '../http/errors';
import { sendJson, type Exchange } from '../http/exchange';
import { readParameters } from '../http/requestParameters';
import type { World } from '../world/world';

/** Which addresses a port serves. */
export type PortRole = Role | 'all';

/** Every signed operation. */
const operations: readonly Operation[] = [
	...libraryFile,
	...permission,
	...libraryAdmin,
	...enterprise,
	...user,
	...partner,
];

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
