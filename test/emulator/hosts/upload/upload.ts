import { codes, ServiceFailure } from '../../http/errors';
import { sendJson, sendText, type Exchange } from '../../http/exchange';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { finish, part, whole } from './part';
import { init, sessionOf } from './init';

/** upload_req. doc: the number of uploaded bytes. fact 7.3: as plain decimal text. */
async function query(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	sendText(exchange, 200, String(session.writer.length));
}

async function abort(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	await world.uploads.drop(session);
	sendJson(exchange, 200, {});
}

interface Step {
	/** doc: the methods; none for a step that the document does not have. */
	readonly methods: readonly string[];
	/** The methods that lenient mode takes besides. */
	readonly lenient?: readonly string[];
	run(world: World, exchange: Exchange): Promise<void>;
}

const steps: Readonly<Record<string, Step>> = {
	'/upload_init': { methods: ['POST'], run: init },
	'/upload_part': { methods: ['PUT'], run: part },
	'/upload_req': { methods: ['POST'], lenient: ['GET'], run: query }, // fact 7.3: clients use GET
	'/upload_finish': { methods: ['POST'], run: finish },
	'/upload_abort': { methods: ['POST'], run: abort },
	'/upload_all': { methods: [], lenient: ['PUT'], run: whole }, // fact 7.13: not in the document
};

/** doc: chunked upload. */
export const uploadHost: Host = {
	role: 'upload',
	serves: (path) => Object.hasOwn(steps, path),
	handle: async (world, exchange) => {
		const { methods = [], lenient = [], run } = steps[exchange.path] ?? {};
		const allowed = world.options.strict ? methods : [...methods, ...lenient];
		if (!run || allowed.length === 0)
			throw new ServiceFailure(codes.wrongAddress, `there is nothing at ${exchange.path}`);
		if (!allowed.includes(exchange.method)) throw new ServiceFailure(405, `${exchange.method} is not allowed here`);
		await run(world, exchange);
	},
};
