import { ServiceFailure } from '../errors';
import type { Exchange } from '../http';
import { send, sendJson } from '../http';
import type { Library } from '../store/library';
import { putFile } from '../store/write';
import type { World } from '../world';
import { libraryOf } from '../world';
import type { Host } from './host';
import { finish } from './uploadFinish';
import { part } from './uploadPart';
import { sessionOf, uploadHeader } from './uploadSession';

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

/** ambiguity E01: either org_client_id or a token. The token comes with the user family. */
function callerLibrary(world: World, exchange: Exchange): Library {
	const orgClientId = exchange.query.find(([name]) => name === 'org_client_id')?.[1];
	if (!orgClientId) throw new ServiceFailure(400, "query parameter 'org_client_id' is missing");
	return libraryOf(world, orgClientId, 401);
}

/** doc: 200 with the session, 202 finished at once, 400 for missing parameters. */
async function init(world: World, exchange: Exchange): Promise<void> {
	needHeader(world, exchange, 'filename');
	const pathhash = needHeader(world, exchange, 'pathhash');
	const filehash = needHeader(world, exchange, 'filehash');
	const size = needHeader(world, exchange, 'filesize');
	const library = callerLibrary(world, exchange);
	const ticket = world.uploads.find(library, pathhash, filehash);
	// assumed: nothing that create_file did not announce can be uploaded.
	if (!ticket) throw new ServiceFailure(404, 'no upload was requested for this pathhash and filehash');
	if (size !== String(ticket.write.filesize)) throw new ServiceFailure(400, `filesize ${size} is not the ${ticket.write.filesize} announced`);
	if (world.contents.get(filehash)?.size === ticket.write.filesize) {
		putFile(library, ticket.write);
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
		if (!step?.methods.includes(exchange.method)) throw new ServiceFailure(405, `${exchange.method} is not allowed here`);
		await step.run(world, exchange);
	},
};
