import { ServiceFailure } from '../../http/errors';
import { sendJson, sendText, type Exchange } from '../../http/exchange';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { finish, part } from './part';
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
	readonly method: 'POST' | 'PUT';
	run(world: World, exchange: Exchange): Promise<void>;
}

const steps: Readonly<Record<string, Step>> = {
	'/upload_init': { method: 'POST', run: init },
	'/upload_part': { method: 'PUT', run: part },
	'/upload_req': { method: 'POST', run: query },
	'/upload_finish': { method: 'POST', run: finish },
	'/upload_abort': { method: 'POST', run: abort },
};

/** doc: chunked upload. */
export const uploadHost: Host = {
	role: 'upload',
	serves: (path) => Object.hasOwn(steps, path),
	handle: async (world, exchange) => {
		const step = steps[exchange.path];
		if (exchange.method !== step?.method) throw new ServiceFailure(405, `${exchange.method} is not allowed here`);
		await step.run(world, exchange);
	},
};
