import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes, ServiceFailure } from '../http/errors';
import { enterprise } from '../families/enterprise/index';
import type { Family } from '../families/operation';
import { libraryAdmin } from '../families/libraryAdmin/index';
import { libraryFile } from '../families/libraryFile/index';
import { partner } from '../families/partner/index';
import { permission } from '../families/permission';
import { user, user2 } from '../families/user/index';
import type { FaultRule } from '../faults/faults';
import { limitAnswer, resetConnection, swallowAnswer } from '../faults/faults';
import { parseForm } from '../http/form';
import { downloadHost } from '../hosts/content/download';
import type { Host, Role } from '../hosts/host';
import { consoleHost, editHost, linkHost, previewHost } from '../hosts/content/pages';
import { signOnHost } from '../hosts/signOn/signOn';
import { tokenHost } from '../hosts/signOn/token';
import { uploadHost } from '../hosts/upload/upload';
import { webUploadHost } from '../hosts/upload/webUpload';
import type { Exchange } from '../http/exchange';
import { readParameters } from '../http/requestParameters';
import { send, sendHtml, sendJson } from '../http/exchange';
import type { RequestRecord } from '../http/requestLog';
import type { World } from '../world/world';

/** Every family of signed operations. A new family is added here and nowhere else. */
const families: readonly Family[] = [libraryFile, permission, libraryAdmin, enterprise, user, user2, partner];

/** Everything else the service serves. */
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

const connections = new WeakMap<Socket, number>();
let connectionCount = 0;

function connectionOf(socket: Socket): number {
	const number = connections.get(socket) ?? ++connectionCount;
	connections.set(socket, number);
	return number;
}

function newRecord(world: World, req: IncomingMessage, path: string): RequestRecord {
	const record: RequestRecord = {
		atMs: world.now(),
		method: req.method ?? '',
		path,
		headers: req.headers,
		params: {},
		bodyBytes: 0,
		status: 0,
		note: '',
		connection: connectionOf(req.socket),
	};
	world.requests.add(record);
	return record;
}

/** Runs a signed operation: merge, authorize, check, handle. fact 2.2-2.4: GET and POST are taken for all. */
async function runOperation(world: World, family: Family, exchange: Exchange): Promise<void> {
	const raw = await readParameters(world, exchange);
	const answer = await family.run(exchange.path.slice(family.prefix.length + 1), {
		world,
		record: exchange.record,
		raw,
	});
	sendJson(exchange.res, 200, answer);
}

function findFamily(path: string): Family | undefined {
	return families.find(
		({ prefix, serves }) => path.startsWith(`${prefix}/`) && serves(path.slice(prefix.length + 1)),
	);
}

async function route(world: World, role: Role | 'all', exchange: Exchange): Promise<void> {
	const host = hosts.find((each) => (role === 'all' || each.role === role) && each.serves(exchange.path));
	if (host) return host.handle(world, exchange);
	const family = role === 'all' || role === 'service' ? findFamily(exchange.path) : undefined;
	if (family) return runOperation(world, family, exchange);
	// fact 2.6: a health check. fact table: 40001 is "wrong address".
	if (exchange.path === '/m-open/status') return sendJson(exchange.res, 200, { status: 'ok' });
	throw new ServiceFailure(codes.wrongAddress, `there is nothing at ${exchange.path}`);
}

/** Does what a scripted fault says; true when the request ends with it. */
async function strike(rule: FaultRule, { req, res }: Exchange): Promise<boolean> {
	const { action } = rule;
	if (action === 'reset') resetConnection(req);
	else if (action === 'resetAfter') swallowAnswer(req, res);
	else if (action === 'slow')
		await sleep(rule.slowMs ?? 2000, undefined, { ref: false }); // a test that ended does not wait for it
	else if (action === 'html')
		sendHtml(res, 502, '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
	else if ('cutAfterBytes' in action) limitAnswer(req, res, action.cutAfterBytes);
	else {
		for (const [name, value] of Object.entries(action.headers ?? {})) res.setHeader(name, value);
		const text =
			typeof action.body === 'string'
				? action.body
				: JSON.stringify(action.body ?? { error_code: action.status, error_msg: 'scripted fault' });
		send(
			res,
			action.status,
			typeof action.body === 'string' ? 'text/plain' : 'application/json; charset=utf-8',
			text,
		);
	}
	const ended = action === 'reset' || action === 'html' || (typeof action === 'object' && 'status' in action);
	if (ended && action !== 'reset') req.resume();
	return ended;
}

function answerFailure(world: World, exchange: Exchange, cause: unknown): void {
	const failure = cause instanceof ServiceFailure ? cause : new ServiceFailure(codes.internal, 'internal error');
	if (failure !== cause && !exchange.req.destroyed) {
		world.options.log(
			`internal error at ${exchange.path}: ${cause instanceof Error ? cause.stack : String(cause)}`,
		);
	}
	if (exchange.res.headersSent) resetConnection(exchange.req);
	else sendJson(exchange.res, failure.status, failure.body());
	exchange.req.resume();
}

async function answer(world: World, role: Role | 'all', exchange: Exchange, rawQuery: string): Promise<void> {
	try {
		if (world.faults.latencyMs > 0) await sleep(world.faults.latencyMs);
		world.agenda.runDue(world.now());
		const rule = world.faults.take(exchange.method, exchange.path);
		if (rule && (await strike(rule, exchange))) return;
		await route(world, role, { ...exchange, query: parseForm(rawQuery) });
	} catch (cause) {
		answerFailure(world, exchange, cause);
	}
}

/** The listener of one port. `role` limits what it serves when ports are separate. */
export function createListener(world: World, role: Role | 'all'): RequestListener {
	return (req: IncomingMessage, res: ServerResponse) => {
		const startedAt = performance.now();
		const [path = '/', rawQuery = ''] = (req.url ?? '/').split(/\?(.*)/s);
		const record = newRecord(world, req, path);
		// The emulator's time, not the machine's: a client with a wrong clock corrects itself by it.
		res.sendDate = false;
		res.setHeader('Date', new Date(world.serverNow()).toUTCString());
		res.on('close', () => {
			record.status = res.headersSent && res.writableFinished ? res.statusCode : record.status;
			world.options.log(
				`${record.method} ${path} ${record.status || 'reset'} ${Math.round(performance.now() - startedAt)} ms`,
			);
		});
		void answer(world, role, { req, res, method: record.method, path, query: [], record }, rawQuery);
	};
}
