import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, type Outgoing, send, sendHtml } from '../http/exchange';

/** How queued tasks end: as they should, with an error, or never. */
export type QueueOutcome = 'run' | 'fail' | 'stuck';

/** Actions that are no more than a word. */
export const namedActions = ['reset', 'resetWithin', 'resetAfter', 'html', 'slow', 'drip', 'stall'] as const;

/**
 * What happens to a request: `reset` destroys the connection before anything is done, `resetWithin` once a part of the
 * body has arrived, `resetAfter` once the request has taken effect; `html` answers a proxy's 502 page, `slow` waits
 * `slowMs`. After the request has taken effect, `drip` sends the answer in small pieces within `slowMs`, and `stall`
 * sends nothing until `slowMs` have passed and then resets the connection. An object answers in place of the service
 * (`status`), ends the connection within the answer (`cutAfterBytes`), or changes the text of the answer (`rewrite`).
 */
export type FaultAction =
	| (typeof namedActions)[number]
	| { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
	| { readonly cutAfterBytes: number }
	| { readonly rewrite: (text: string) => string };

export interface FaultRule {
	/** Compared with the path of the request: a string must be its end, a pattern must match somewhere in it. */
	readonly match: string | RegExp;
	readonly method?: string | undefined;
	readonly action: FaultAction;
	/** Number of requests it affects; default 1. */
	readonly times?: number | undefined;
	/** Number of matching requests that pass first; default 0. */
	readonly after?: number | undefined;
	/** Wait of `slow`, `drip` and `stall` in milliseconds; default 2000. */
	readonly slowMs?: number | undefined;
}

interface ArmedRule {
	readonly rule: FaultRule;
	toSkip: number;
	left: number;
}

/** Switches for everything that can go wrong. All of them can be changed while the emulator runs. */
export class Faults {
	latencyMs = 0;
	/** When true, every create_file answers 403 + 40321. */
	libraryFull = false;
	queue: QueueOutcome = 'run';
	/** How far the server's clock is ahead, in milliseconds: in the Date header and in the check of `dateline`. */
	clockSkewMs = 0;
	/** Chooses a fault for a request that no scripted fault applies to; the request waits for a promise. */
	choose: ((exchange: Exchange) => FaultRule | undefined | Promise<FaultRule | undefined>) | undefined;
	private armed: ArmedRule[] = [];

	/** Adds scripted faults. When several match a request, the one added first applies. */
	add(...rules: FaultRule[]): void {
		this.armed.push(...rules.map((rule) => ({ rule, toSkip: rule.after ?? 0, left: rule.times ?? 1 })));
	}

	clear(): void {
		this.armed = [];
		this.choose = undefined;
		this.latencyMs = 0;
		this.libraryFull = false;
		this.queue = 'run';
		this.clockSkewMs = 0;
	}

	/** How often the scripted faults are still to apply. */
	get pending(): number {
		return this.armed.reduce((sum, each) => sum + each.left, 0);
	}

	/** The scripted fault that applies to this request; counts the request. */
	take(method: string, path: string): FaultRule | undefined {
		const armed = this.armed.find(({ rule }) => matches(rule, method, path));
		if (!armed) return undefined;
		if (armed.toSkip > 0) {
			armed.toSkip--;
			return undefined;
		}
		armed.left--;
		if (armed.left <= 0) this.armed = this.armed.filter((other) => other !== armed);
		return armed.rule;
	}
}

function matches(rule: FaultRule, method: string, path: string): boolean {
	if (rule.method && rule.method.toUpperCase() !== method) return false;
	return typeof rule.match === 'string' ? path.endsWith(rule.match) : rule.match.test(path);
}

/** Resets the connection as soon as the first bytes of the request's body have arrived; at once where there is none. */
function resetWithin({ req, reset }: Exchange): void {
	req.once('data', reset);
	req.once('end', reset);
}

/** Lets `limit` bytes of the answer's body pass, then resets the connection; with 0 not even the headers pass. */
function limitAnswer({ res, reset }: Exchange, limit: number): void {
	let left = limit;
	const write = res.write.bind(res);
	const take = (chunk: unknown): boolean => {
		const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(typeof chunk === 'string' ? chunk : '');
		if (left > 0 && bytes.length > 0) write(bytes.subarray(0, left), () => left <= 0 && reset());
		left -= bytes.length;
		if (limit === 0) reset();
		return true;
	};
	res.write = (chunk: unknown): boolean => take(chunk);
	res.end = (chunk?: unknown): Outgoing => {
		take(chunk);
		if (left > 0 || limit === 0) reset();
		return res;
	};
}

const PIECES = 8;

/** Lets nothing of the answer out; after `ms` milliseconds the connection is reset. */
function stallAnswer({ res, reset }: Exchange, ms: number): void {
	res.writeHead = () => res;
	res.write = () => true;
	res.end = () => res;
	const timer = setTimeout(reset, ms);
	timer.unref();
	// The client gives up earlier.
	res.once('close', () => clearTimeout(timer));
}

/** Changes the text of an answer that is sent as a whole; a content that is streamed passes unchanged. */
function rewriteAnswer(res: Outgoing, rewrite: (text: string) => string): void {
	const writeHead = res.writeHead.bind(res) as (status: number, headers: Record<string, unknown>) => Outgoing;
	const end = res.end.bind(res);
	let head: [status: number, headers: Record<string, unknown>] | undefined;
	res.writeHead = ((status: number, headers: Record<string, unknown>) => {
		head = [status, headers];
		return res;
	}) as typeof res.writeHead;
	const write = res.write.bind(res);
	res.write = ((chunk: Buffer) => {
		if (head) writeHead(...head);
		head = undefined;
		return write(chunk);
	}) as typeof res.write;
	res.end = ((chunk?: Buffer) => {
		if (!head) return end(chunk);
		const body = Buffer.from(rewrite(chunk?.toString() ?? ''));
		writeHead(head[0], { ...head[1], 'Content-Length': body.length });
		return end(body);
	}) as typeof res.end;
}

/** Sends the first bytes of the answer in small pieces, within `ms` milliseconds; the rest of a content as it comes. */
function dripAnswer(res: Outgoing, ms: number): void {
	const write = res.write.bind(res);
	const end = res.end.bind(res);
	let sent: Promise<unknown> | undefined;
	const drip = async (chunk: Buffer): Promise<void> => {
		const size = Math.max(1, Math.ceil(chunk.length / PIECES));
		for (let at = 0; at < chunk.length; at += size) {
			write(chunk.subarray(at, at + size));
			await sleep(ms / PIECES, undefined, { ref: false });
		}
	};
	const send = (chunk: Buffer): Promise<unknown> => {
		// One after another: a content that continues while the first bytes drip must keep its order.
		sent = sent ? sent.then(() => write(chunk)) : drip(chunk);
		return sent;
	};
	res.write = ((chunk: Buffer) => {
		void send(chunk).then(() => res.emit('drain'));
		return false;
	}) as typeof res.write;
	res.end = ((chunk?: Buffer) => {
		void (chunk ? send(chunk) : (sent ?? Promise.resolve())).then(() => end());
		return res;
	}) as typeof res.end;
}

const DEFAULT_SLOW_MS = 2000;
const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Applies a scripted fault to a request. True when the request is answered, or reset, and must not be handled. */
export async function applyFault(
	{ action, slowMs = DEFAULT_SLOW_MS }: FaultRule,
	exchange: Exchange,
): Promise<boolean> {
	const { req, res } = exchange;
	if (action === 'slow') {
		// The timer does not keep a process alive whose tests have ended.
		await sleep(slowMs, undefined, { ref: false });
		return false;
	}
	if (action === 'reset' || action === 'resetWithin') {
		if (action === 'reset') exchange.reset();
		else resetWithin(exchange);
		return true;
	}
	if (action === 'html' || (typeof action === 'object' && 'status' in action)) {
		if (action === 'html') sendHtml(res, 502, PROXY_PAGE);
		else answerInstead(action, res);
		req.resume();
		return true;
	}
	changeAnswer(action, slowMs, exchange);
	return false;
}

type AfterEffect = Exclude<FaultAction, 'slow' | 'reset' | 'resetWithin' | 'html' | { readonly status: number }>;

function changeAnswer(action: AfterEffect, slowMs: number, exchange: Exchange): void {
	if (action === 'resetAfter') limitAnswer(exchange, 0);
	else if (action === 'drip') dripAnswer(exchange.res, slowMs);
	else if (action === 'stall') stallAnswer(exchange, slowMs);
	else if ('rewrite' in action) rewriteAnswer(exchange.res, action.rewrite);
	else limitAnswer(exchange, action.cutAfterBytes);
}

function answerInstead(action: Extract<FaultAction, { readonly status: number }>, res: Exchange['res']): void {
	for (const [name, value] of Object.entries(action.headers ?? {})) res.setHeader(name, value);
	if (typeof action.body === 'string') {
		send(res, action.status, 'text/plain', action.body);
		return;
	}
	const body = action.body ?? { error_code: action.status, error_msg: 'scripted fault' };
	send(res, action.status, 'application/json; charset=utf-8', JSON.stringify(body));
}
