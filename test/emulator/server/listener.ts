import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyFault } from '../faults/faults';
import { codes, ServiceFailure } from '../http/errors';
import { type Exchange, parseForm, type RequestRecord, sendJson } from '../http/exchange';
import type { World } from '../world/world';
import { type PortRole, route } from './routes';

const had = new Set<number>();

/** Listens on a port; 0: on one new to this process, as clients remember servers by address. Rejects when taken. */
export async function listenOn(server: TcpServer, host: string, port = 0): Promise<number> {
	for (;;) {
		server.listen(port, host);
		await once(server, 'listening');
		const { port: actual } = server.address() as AddressInfo;
		if (port !== 0 || !had.has(actual)) {
			had.add(actual);
			return actual;
		}
		server.close();
		await once(server, 'close');
	}
}

const connections = new WeakMap<Socket, number>();
let connectionCount = 0;

function connectionOf(socket: Socket): number {
	const number = connections.get(socket) ?? ++connectionCount;
	connections.set(socket, number);
	return number;
}

type Arrival = Pick<Exchange, 'req' | 'res' | 'reset'> & { readonly connection: number };

function newRecord(world: World, { req, connection }: Arrival, path: string, underWay: number): RequestRecord {
	const record: RequestRecord = {
		atMs: world.now(),
		method: req.method ?? '',
		path,
		headers: req.headers,
		params: {},
		bodyBytes: 0,
		status: 0,
		note: '',
		connection,
		underWay,
	};
	world.requests.add(record);
	return record;
}

function answerFailure(world: World, exchange: Exchange, cause: unknown): void {
	const failure = cause instanceof ServiceFailure ? cause : new ServiceFailure(codes.internal, 'internal error');
	if (failure !== cause && !exchange.req.destroyed) {
		const details = cause instanceof Error ? cause.stack : String(cause);
		world.options.log(`internal error at ${exchange.path}: ${details}`);
	}
	if (exchange.res.headersSent) exchange.reset();
	else sendJson(exchange, failure.status, failure.body());
	exchange.req.resume();
}

async function answer(world: World, role: PortRole, exchange: Exchange, rawQuery: string): Promise<void> {
	try {
		if (world.faults.latencyMs > 0) await sleep(world.faults.latencyMs);
		world.schedule.runDue(world.now());
		const scripted = world.faults.take(exchange.method, exchange.path);
		const rule = scripted ?? (await world.faults.choose?.(exchange));
		if (rule && (await applyFault(rule, exchange))) return;
		await route(world, role, { ...exchange, query: parseForm(rawQuery) });
	} catch (cause) {
		answerFailure(world, exchange, cause);
	}
}

/** What answers the requests of one host; `role` limits what it serves when hosts are separate. */
export function serverOf(world: World, role: PortRole): (arrival: Arrival) => void {
	let underWay = 0;
	return (arrival) => {
		const { req, res, reset } = arrival;
		const startedAt = performance.now();
		const [path = '/', rawQuery = ''] = (req.url ?? '/').split(/\?(.*)/s);
		const record = newRecord(world, arrival, path, ++underWay);
		// The emulator's time, not the machine's: clients with a wrong clock correct themselves by it.
		res.setHeader('Date', new Date(world.serverNow()).toUTCString());
		res.on('close', () => {
			underWay--;
			if (res.headersSent && res.writableFinished) record.status = res.statusCode;
			const elapsed = Math.round(performance.now() - startedAt);
			world.options.log(`${record.method} ${path} ${record.status || 'reset'} ${elapsed} ms`);
			world.afterAnswer();
		});
		const { answers } = world;
		const exchange = { req, res, reset, method: record.method, path, query: [], record, answers };
		void answer(world, role, exchange, rawQuery);
	};
}

async function listen(world: World, role: PortRole, port: number) {
	const { host } = world.options;
	const serve = serverOf(world, role);
	const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, noDelay: true }, (req, res) => {
		res.sendDate = false;
		serve({ req, res, reset: () => void req.socket.resetAndDestroy(), connection: connectionOf(req.socket) });
	});
	const actual = await listenOn(server, host, port);
	return { server, port: actual, origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` };
}

/** Opens the ports and sets the origins of the world. Rejects when a port is taken. */
export async function openPorts(world: World): Promise<{ servers: Server[]; port: number }> {
	const { port, separateHosts } = world.options;
	const main = await listen(world, separateHosts ? 'service' : 'all', port);
	Object.assign(world.origins, { service: main.origin, upload: main.origin, content: main.origin });
	if (!separateHosts) return { servers: [main.server], port: main.port };
	const upload = await listen(world, 'upload', 0);
	const content = await listen(world, 'content', 0);
	Object.assign(world.origins, { upload: upload.origin, content: content.origin });
	return { servers: [main.server, upload.server, content.server], port: main.port };
}

export function closePort(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
