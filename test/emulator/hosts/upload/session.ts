import { ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import type { Session } from '../../store/uploads';
import type { World } from '../../world/world';

/** The header x-<prefix>-<name>. fact 7.1: prefixes differ; lenient mode takes any where its own is absent. */
export function vendorHeader({ options }: World, { req }: Exchange, name: string): string | undefined {
	const own = `x-${options.prefix}-${name}`;
	const other = (key: string): boolean => key.startsWith('x-') && key.slice(key.indexOf('-', 2) + 1) === name;
	const found = options.strict || own in req.headers ? own : (Object.keys(req.headers).find(other) ?? own);
	const value = req.headers[found];
	return Array.isArray(value) ? value[0] : value;
}

/** The header x-<prefix>-upload-<name>. */
export const uploadHeader = (world: World, exchange: Exchange, name: string): string | undefined =>
	vendorHeader(world, exchange, `upload-${name}`);

/**
 * The session that a request names. doc: 401 for an invalid session, 500 when the upload is not initialized.
 * assumed: not initialized is a known session whose temporary file is gone.
 */
export function sessionOf(world: World, exchange: Exchange): Session {
	const id = uploadHeader(world, exchange, 'session') ?? '';
	const session = world.uploads.get(id, world.now(), world.options.sessionSeconds * 1000);
	if (!session) throw new ServiceFailure(401, 'invalid session');
	if (session.state === 'lost') throw new ServiceFailure(500, 'upload not initialized');
	return session;
}
