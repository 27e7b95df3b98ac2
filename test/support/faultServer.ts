import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/** What can happen to one request. Up to `brokenJson` the request takes effect, from `resetEarly` on it does not. */
export const FAULTS = [
	'ok',
	'drip',
	'resetLate',
	'halfAnswer',
	'empty',
	'brokenJson',
	'resetEarly',
	'resetMiddle',
	'notHttp',
	'webPage',
	'redirect',
	'echo400',
	'echo500',
	'forget',
	'processing',
	's401',
	's403',
	's410',
	's416',
	's429',
	's500',
	's503',
	'retrySeconds',
	'retryDate',
	'retryLong',
	'conflict',
	'conflictLower',
	'conflictHigher',
	'conflictText',
	'conflictBare',
	'crc',
] as const;
/** A fault by name. */
export type Fault = (typeof FAULTS)[number];
const EFFECTIVE: readonly Fault[] = FAULTS.slice(0, FAULTS.indexOf('resetEarly'));
/** The client cannot learn what such an answer says. */
const UNHEARD: readonly Fault[] = ['resetLate', 'halfAnswer', 'empty', 'brokenJson'];

/** `excused`: nobody could have aborted it, because its id or the call to abort it was lost. */
interface Session {
	data: Buffer;
	size: number;
	state: 'open' | 'aborted' | 'finished' | 'forgotten';
	excused: boolean;
}
interface Reply {
	status: number;
	body?: string;
	headers?: Record<string, string>;
}
const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) });
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** How a server behaves: request n meets fault n, and after the last one all is well. */
export interface Behaviour {
	readonly faults: readonly Fault[];
	/** Where the content is known already, so that nothing is to be sent. */
	readonly known?: 'create' | 'init' | undefined;
	/** 202 instead of 200 for the part that completes the file. */
	readonly completes: boolean;
	/** How often finish answers 202. */
	readonly polls: number;
	readonly abortHangs: boolean;
	/** Called when request n comes in. */
	readonly onRequest: (n: number) => void;
}

/** The service and its upload server in one, by the document (Chunked upload, statuses), on 127.0.0.1. Checks every byte. */
export class FaultServer {
	readonly sessions = new Map<string, Session>();
	readonly stored: Buffer[] = [];
	readonly log: string[] = [];
	/** Signatures that came in: no error may show them. */
	readonly signs: string[] = [];
	/** The most bytes that a session ever held. */
	most = 0;
	/** Requests under way, and those that are never answered. */
	active = 0;
	hung = 0;
	requests = 0;
	url = '';
	private polled = 0;
	private readonly server: Server;

	constructor(private readonly behaviour: Behaviour) {
		this.server = createServer((request, response) => {
			this.active++;
			void this.take(request, response)
				.catch(() => undefined)
				.finally(() => this.active--);
		});
	}

	async open(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const n = this.requests++;
		const fault = this.behaviour.faults[n] ?? 'ok';
		const name = new URL(request.url ?? '/', this.url).pathname.split('/').at(-1) ?? '';
		this.log.push(`${name}:${fault}`);
		this.behaviour.onRequest(n);
		const session = this.sessions.get(String(request.headers['x-svc-upload-session']));
		if (name === 'upload_abort' && session && !EFFECTIVE.includes(fault) && fault !== 'processing')
			session.excused = true;
		if (fault === 'resetEarly') return void request.socket.resetAndDestroy();
		if (fault === 'notHttp') return void request.socket.end('BOGUS\r\n\r\n');
		const body = await bodyOf(request, fault === 'resetMiddle');
		if (fault === 'resetMiddle') return void request.socket.resetAndDestroy();
		for (const sign of /(?:^|[?&])sign=([^&]+)/.exec(`${request.url}&${body.toString('latin1')}`)?.slice(1) ?? [])
			this.signs.push(sign, decodeURIComponent(sign));
		const effective = EFFECTIVE.includes(fault) || (fault === 'processing' && name !== 'upload_finish');
		const reply = effective
			? this.serve(name, request, body, session, UNHEARD.includes(fault))
			: this.refuse(fault, request, body, session);
		if (name === 'upload_abort' && this.behaviour.abortHangs) return void this.hung++;
		await send(fault, request, response, reply);
	}

	/** What a faultless server does. */
	private serve(
		name: string,
		request: IncomingMessage,
		body: Buffer,
		session: Session | undefined,
		unheard: boolean,
	): Reply {
		switch (name) {
			case 'create_file':
				return this.create(body);
			case 'upload_init':
				return this.init(request, unheard);
			case 'info':
				return this.stored.length > 0
					? json({
							hash: 'h1',
							fullpath: 'a/b.bin',
							filehash: sha1(this.stored.at(-1) as Buffer),
							filesize: this.stored.at(-1)?.length,
						})
					: json({ error_code: 40402, error_msg: 'no file' }, 404);
		}
		if (session?.state !== 'open') return json({ error_code: 40101, error_msg: 'invalid session' }, 401);
		switch (name) {
			case 'upload_part':
				return this.part(request, body, session);
			case 'upload_req':
				return { status: 200, body: String(session.data.length) };
			case 'upload_finish':
				return this.finish(session);
			case 'upload_abort':
				session.state = 'aborted';
				return { status: 200 };
			default:
				return { status: 404 };
		}
	}

	private create(body: Buffer): Reply {
		const form = new URLSearchParams(body.toString());
		const known =
			this.behaviour.known === 'create' || this.stored.some((data) => sha1(data) === form.get('filehash'));
		return json({ hash: 'h1', fullpath: 'a/b.bin', state: known ? 1 : 0, ...(known ? {} : { server: this.url }) });
	}

	private init({ headers, url }: IncomingMessage, unheard: boolean): Reply {
		const size = Number(headers['x-svc-upload-filesize']);
		const who = headers['x-svc-token'] ?? new URL(url ?? '', this.url).searchParams.get('org_client_id');
		if (
			!who ||
			headers['x-svc-upload-pathhash'] !== 'h1' ||
			headers['x-svc-upload-filename'] !== 'b.bin' ||
			!/^[0-9a-f]{40}$/.test(String(headers['x-svc-upload-filehash'])) ||
			!Number.isInteger(size)
		)
			return { status: 400 };
		if (this.behaviour.known === 'init') return { status: 202 };
		const id = `SESSION-KEY-${this.sessions.size}`;
		this.sessions.set(id, { data: Buffer.alloc(0), size, state: 'open', excused: unheard });
		return json({ session: id });
	}

	private part({ headers }: IncomingMessage, body: Buffer, session: Session): Reply {
		const [from = NaN, to = NaN] = String(headers['x-svc-upload-range']).split('-').map(Number);
		if (to - from + 1 !== body.length) return json({ error_code: 40002 }, 400);
		if (to >= session.size) return { status: 416 };
		if (headers['x-svc-upload-crc'] !== String(crc32(body)))
			return json({ error_code: 40001, error_msg: 'crc' }, 400);
		if (from !== session.data.length) return json({ error_code: 40900, expect: session.data.length }, 409);
		session.data = Buffer.concat([session.data, body]);
		this.most = Math.max(this.most, session.data.length);
		return { status: this.behaviour.completes && session.data.length === session.size ? 202 : 200 };
	}

	private finish(session: Session): Reply {
		if (session.data.length !== session.size) return { status: 409 };
		if (this.polled++ < this.behaviour.polls) return { status: 202 };
		session.state = 'finished';
		this.stored.push(session.data);
		return { status: 200 };
	}

	private refuse(fault: Fault, request: IncomingMessage, body: Buffer, session: Session | undefined): Reply {
		const held = session?.data.length ?? 0;
		const conflict = (expect?: unknown): Reply =>
			json({ error_code: 40900, ...(expect === undefined ? {} : { expect }) }, 409);
		const echo = {
			error_code: 49999,
			error_msg: `refused ${JSON.stringify(request.headers)} ${request.url} ${body.toString('latin1')}`,
		};
		switch (fault) {
			case 'webPage':
				return {
					status: 200,
					body: '<!DOCTYPE html><title>Sign in</title>',
					headers: { 'content-type': 'text/html' },
				};
			case 'redirect':
				return { status: 302, headers: { location: `${this.url}/elsewhere` } };
			case 'echo400':
				return json(echo, 400);
			case 'echo500':
				return json(echo, 500);
			case 'forget':
				if (session?.state === 'open') session.state = 'forgotten';
				return { status: 500, body: 'upload not initialized' };
			case 'processing':
				return { status: 202 };
			case 'retrySeconds':
				return { status: 503, headers: { 'retry-after': '2' } };
			case 'retryDate':
				return { status: 503, headers: { 'retry-after': new Date(1_700_000_003_000).toUTCString() } };
			case 'retryLong':
				return { status: 503, headers: { 'retry-after': '90' } };
			case 'conflict':
				return conflict(held);
			case 'conflictLower':
				return conflict(Math.max(0, held - 1));
			case 'conflictHigher':
				return conflict(held + 1);
			case 'conflictText':
				return conflict('somewhere');
			case 'conflictBare':
				return conflict();
			case 'crc':
				return json({ error_code: 40001, error_msg: 'got 1, expected 2' }, 400);
			default:
				return { status: Number(fault.slice(1)) };
		}
	}
}

async function bodyOf(request: IncomingMessage, onlyBegun: boolean): Promise<Buffer> {
	const parts: Buffer[] = [];
	await new Promise<void>((resolve) => {
		request.on('data', (part: Buffer) => {
			parts.push(part);
			if (onlyBegun) resolve();
		});
		request
			.on('error', () => undefined)
			.on('close', resolve)
			.on('end', resolve);
	});
	return Buffer.concat(parts);
}

async function send(
	fault: Fault,
	request: IncomingMessage,
	response: ServerResponse,
	{ status, body = '', headers = {} }: Reply,
): Promise<void> {
	if (fault === 'resetLate') return void request.socket.resetAndDestroy();
	if (fault === 'halfAnswer') {
		response
			.writeHead(status, { 'content-length': body.length + 10 })
			.write(body || ' ', () => request.socket.destroy());
		return;
	}
	if (fault === 'empty') return void response.writeHead(status, headers).end();
	if (fault === 'brokenJson') return void response.writeHead(status, headers).end(`{${body.slice(1, -2)}`);
	response.writeHead(status, headers);
	if (fault === 'drip')
		for (const byte of ` ${body}`) {
			response.write(byte);
			await new Promise((resolve) => setImmediate(resolve));
		}
	response.end(fault === 'drip' ? undefined : body);
}
