import type { OutgoingHttpHeaders } from 'node:http';
import { Readable, Writable } from 'node:stream';
import type { Incoming, Outgoing } from '../http/exchange';
import type { World } from '../world/world';
import { serverOf } from './listener';
import type { PortRole } from './routes';

/* The service without sockets, for less time: requests go through routes, signatures, faults and log as usual. */

export interface MemoryRequest {
	readonly method: string;
	/** Any address; its host only decides where uploads and contents have hosts of their own. */
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer | AsyncIterable<Buffer>;
}

/** An answer whose head has come. */
export interface MemoryAnswer {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** The body, to be read once. Throws ECONNRESET where the connection is reset within it. */
	readonly pieces: AsyncIterable<Buffer>;
	/** The client goes away: what was not sent yet is lost. */
	drop(): void;
}

/** Answers requests. Rejects with ECONNRESET when the connection is reset before the answer has begun. */
export type AnswerInMemory = (request: MemoryRequest) => Promise<MemoryAnswer>;

/** Bytes of an answer that wait for the client before the service does, as in the buffers of a connection. */
const WAITING_BYTES = 64 * 1024;

const resetError = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

interface WaitingPiece {
	readonly bytes: Buffer;
	/** Lets the service go on; absent for a piece that it did not wait for. */
	readonly taken?: () => void;
}

/** An answer that is kept for whoever reads it. */
class Answering extends Writable implements Outgoing {
	statusCode = 200;
	headersSent = false;
	readonly head: Promise<Omit<MemoryAnswer, 'pieces' | 'drop'>>;
	private readonly headers: Record<string, string> = {};
	private readonly waiting: WaitingPiece[] = [];
	private waitingBytes = 0;
	private over: { readonly error?: Error } | undefined;
	private wake = (): void => undefined;
	private begun: () => void = () => undefined;
	private failed: (error: Error) => void = () => undefined;

	constructor(private readonly isWithoutBody: boolean) {
		super();
		this.head = new Promise((resolve, reject) => {
			this.begun = () => resolve({ status: this.statusCode, headers: this.headers });
			this.failed = reject;
		});
	}

	setHeader(name: string, value: string | number): void {
		this.headers[name.toLowerCase()] = String(value);
	}

	writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
		this.statusCode = status;
		for (const [name, value] of Object.entries(headers)) this.setHeader(name, String(value));
		this.headersSent = true;
		return this;
	}

	override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
		this.headersSent = true;
		this.begun();
		this.waitingBytes += bytes.length;
		const isEnough = this.waitingBytes > WAITING_BYTES;
		if (!this.isWithoutBody) this.waiting.push({ bytes, ...(isEnough ? { taken: done } : {}) });
		this.wake();
		if (!isEnough || this.isWithoutBody) done();
	}

	/** Nothing comes any more: the answer is complete, or cut. */
	close(): void {
		this.over = this.writableFinished ? {} : { error: this.errored ?? resetError() };
		if (this.over.error) this.failed(this.over.error);
		else this.begun();
		this.wake();
	}

	async *pieces(): AsyncGenerator<Buffer> {
		for (;;) {
			const piece = this.waiting.shift();
			if (piece) {
				this.waitingBytes -= piece.bytes.length;
				yield piece.bytes;
				piece.taken?.();
			} else if (this.over) {
				if (this.over.error) throw this.over.error;
				return;
			} else await new Promise<void>((resolve) => (this.wake = resolve));
		}
	}
}

function incoming({ method, url, headers = {}, body }: MemoryRequest): Incoming {
	const { pathname, search, host } = new URL(url);
	const whole = typeof body === 'string' ? Buffer.from(body) : body;
	const pieces = Buffer.isBuffer(whole) ? (whole.length === 0 ? [] : [whole]) : (whole ?? []);
	const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
	return Object.assign(Readable.from(pieces, { objectMode: false }), {
		method,
		url: `${pathname}${search}`,
		headers: { host, ...Object.fromEntries(named) },
	});
}

let worldCount = 0;

/** Gives a world without ports addresses that no other one has: clients remember a service by its address. */
export function nameOrigins({ origins, options }: World): void {
	const number = ++worldCount;
	const originOf = (host: string): string => `http://${host}-${number}.emulator.invalid`;
	const service = originOf('service');
	const [upload, content] = options.separateHosts ? [originOf('upload'), originOf('content')] : [service, service];
	Object.assign(origins, { service, upload, content });
}

export function answersInMemory(world: World): AnswerInMemory {
	const servers = new Map<PortRole, ReturnType<typeof serverOf>>();
	const roleAt = (origin: string): PortRole => {
		if (!world.options.separateHosts) return 'all';
		return origin === world.origins.upload ? 'upload' : origin === world.origins.content ? 'content' : 'service';
	};
	return async (request) => {
		const role = roleAt(new URL(request.url).origin);
		const serve = servers.get(role) ?? serverOf(world, role);
		servers.set(role, serve);
		const req = incoming(request);
		const res = new Answering(request.method === 'HEAD');
		const end = (cause?: Error): void => {
			req.destroy();
			res.destroy(cause);
		};
		// A body that cannot be read to its end breaks the connection, too.
		req.on('error', end);
		res.on('error', () => undefined);
		serve({ req, res, reset: () => end(), connection: 0 });
		res.on('close', () => res.close());
		return { ...(await res.head), pieces: res.pieces(), drop: () => end() };
	};
}
