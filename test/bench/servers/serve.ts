import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator';
import type { Library } from '../../emulator/store/library/library';
import type { Address, ServerSetup } from '../types';

/** What contest.ts asks of the server of this process. */
export const setupOf = (): ServerSetup => JSON.parse(process.argv[2] ?? '{}') as ServerSetup;

/** Reports a server to contest.ts, tells it how many requests came whenever it asks, and ends with it. */
export function reportServer(address: Address, requests: () => number): void {
	process.on('message', () => void process.send?.(requests()));
	process.on('disconnect', () => process.exit(0));
	process.send?.(address);
}

/** Serves what `answer` makes of the path and the form of each request, as JSON, and reports itself. */
export function serveJson(answer: (path: string, params: URLSearchParams) => unknown): void {
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		let body = '';
		request.on('data', (part: Buffer) => {
			body += part.toString();
		});
		request.on('end', () => {
			const path = request.url ?? '';
			const found = answer(path, new URLSearchParams(body)) ?? {
				error_code: 40001,
				error_msg: `no ${path} here`,
			};
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
		});
	});
	server.keepAliveTimeout = 60_000;
	server.listen(0, '127.0.0.1', () => {
		reportServer({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, () => requests);
	});
}

/** Serves the emulator with what `fill` puts into it, for the clients of engine.ts, and reports it. */
export async function serveEmulator(
	fill: (emulator: Emulator, library: Library) => void,
	options: Partial<EmulatorOptions> = {},
): Promise<void> {
	const { latencyMs = 0 } = setupOf();
	let requests = 0;
	const log = (): void => void requests++;
	const bounds = { memberLimit: 1_000_000, requestLogSize: 1 };
	const emulator = await startEmulator({ ...bounds, latencyMs, log, ...options });
	const { world, library } = emulator;
	const demo = world.libraries.get(library.mountId);
	const client = world.clients.get(emulator.enterprise.clientId);
	if (!demo || client?.kind !== 'enterprise') throw new Error('the demo data are missing');
	world.authorize('client', 'secret', demo);
	world.clients.set('client', { ...client, secret: 'secret' });
	fill(emulator, demo);
	reportServer({ url: emulator.url }, () => requests);
}
