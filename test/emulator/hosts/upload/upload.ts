import { ServiceFailure } from '../../http/errors';
import { send, sendJson, type Exchange } from '../../http/exchange';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { finish } from './finish';
import { init } from './init';
import { part } from './part';
import { sessionOf } from './session';

/** upload_req. doc: the number of uploaded bytes. fact 7.3: as plain decimal text. */
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
