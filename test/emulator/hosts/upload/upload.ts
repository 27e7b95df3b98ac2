import { ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import { holderOf } from '../../auth/userCaller';
import { send, sendJson } from '../../http/exchange';
import type { Library } from '../../store/library/library';
import { librariesOf, takesPart } from '../../world/participation';
import type { Ticket } from '../../store/uploads';
import { putFile } from '../../store/library/write';
import type { World } from '../../world/world';
import { libraryOf } from '../../world/world';
import type { Host } from '../host';
import { finish } from './finish';
import { part } from './part';
import { sessionOf, uploadHeader } from './session';

/** assumed: clients encode header values; one that is not encoded is taken as it is (fact 7.5). */
function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

function needHeader(world: World, exchange: Exchange, name: string): string {
	const value = uploadHeader(world, exchange, name);
	if (value === undefined || value === '') {
		throw new ServiceFailure(400, `header 'x-${world.options.prefix}-upload-${name}' is missing`);
	}
	return decoded(value);
}

/**
 * ambiguity E01: either org_client_id or a token; with both, org_client_id counts (assumed). A token is for a person, so the
 * upload may have been announced in any of their libraries.
 */
function callerLibraries(world: World, exchange: Exchange): Library[] {
	const orgClientId = exchange.query.find(([name]) => name === 'org_client_id')?.[1];
	if (orgClientId) return [libraryOf(world, orgClientId, 401)];
	const header = `x-${world.options.prefix}-token`;
	const token = exchange.req.headers[header];
	if (typeof token !== 'string' || token === '')
		throw new ServiceFailure(400, `query parameter 'org_client_id' and header '${header}' are missing`);
	const { enterprise, directory, member } = holderOf(world, token);
	return librariesOf(world, enterprise.id).filter((library) => takesPart(library, member.id, directory));
}

function announced(world: World, libraries: readonly Library[], pathhash: string, filehash: string): Ticket {
	for (const library of libraries) {
		const ticket = world.uploads.find(library, pathhash, filehash);
		if (ticket) return ticket;
	}
	// assumed: nothing that create_file did not announce can be uploaded.
	throw new ServiceFailure(404, 'no upload was requested for this pathhash and filehash');
}

/** doc: 200 with the session, 202 finished at once, 400 for missing parameters. */
async function init(world: World, exchange: Exchange): Promise<void> {
	needHeader(world, exchange, 'filename');
	const pathhash = needHeader(world, exchange, 'pathhash');
	const filehash = needHeader(world, exchange, 'filehash');
	const size = needHeader(world, exchange, 'filesize');
	const ticket = announced(world, callerLibraries(world, exchange), pathhash, filehash);
	if (size !== String(ticket.write.filesize))
		throw new ServiceFailure(400, `filesize ${size} is not the ${ticket.write.filesize} announced`);
	if (world.contents.get(filehash)?.size === ticket.write.filesize) {
		putFile(ticket.library, ticket.write);
		world.uploads.redeem(ticket);
		sendJson(exchange.res, 202, {});
		return;
	}
	const session = world.uploads.open(ticket, world.contents.writer(), world.now());
	sendJson(exchange.res, 200, { session: session.id });
}

/** doc: number of uploaded bytes. fact 7.3: plain decimal text. */
async function query(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	send(exchange.res, 200, 'text/plain; charset=utf-8', String(session.writer.length));
}

async function abort(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	await world.uploads.drop(session);
	sendJson(exchange.res, 200, {});
}

interface Step {
	readonly methods: readonly string[];
	run(world: World, exchange: Exchange): Promise<void>;
}

const steps: Readonly<Record<string, Step>> = {
	'/upload_init': { methods: ['POST'], run: init },
	'/upload_part': { methods: ['PUT'], run: part },
	'/upload_req': { methods: ['POST', 'GET'], run: query }, // fact 7.3: clients use GET
	'/upload_finish': { methods: ['POST'], run: finish },
	'/upload_abort': { methods: ['POST'], run: abort },
};

/** doc: chunked upload. */
export const uploadHost: Host = {
	role: 'upload',
	serves: (path) => Object.hasOwn(steps, path),
	handle: async (world, exchange) => {
		const step = steps[exchange.path];
		if (!step?.methods.includes(exchange.method))
			throw new ServiceFailure(405, `${exchange.method} is not allowed here`);
		await step.run(world, exchange);
	},
};
