import type { IncomingMessage, ServerResponse } from 'node:http';
import type { QueueMood } from '../store/copyQueue';

/**
 * What goes wrong: `reset` destroys the socket before anything is done, `resetAfter` after the request took effect,
 * `html` is a proxy's 502 page, `slow` waits `slowMs`; an object answers in place of the service, or cuts the answer.
 */
export type FaultAction =
	| 'reset'
	| 'resetAfter'
	| 'html'
	| 'slow'
	| { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
	| { readonly cutAfterBytes: number };

/** A scripted fault. `match` is compared with the path: a string must be its end, a pattern must be found in it. */
export interface FaultRule {
	readonly match: string | RegExp;
	readonly method?: string | undefined;
	readonly action: FaultAction;
	/** How often it strikes; default once. */
	readonly times?: number | undefined;
	/** Matching requests let through first; default none. */
	readonly after?: number | undefined;
	/** Wait of `slow` in milliseconds; default 2000. */
	readonly slowMs?: number | undefined;
}

interface ArmedRule {
	readonly rule: FaultRule;
	skip: number;
	left: number;
}

/** Switches for everything that can go wrong; all may be changed while the emulator runs. */
export class Faults {
	/** Delay of every answer. */
	latencyMs = 0;
	/** Every create_file answers 403 + 40321. */
	libraryFull = false;
	/** The token endpoint answers access_denied. */
	signOnBlocked = false;
	/** What becomes of queued copies. */
	queue: QueueMood = 'run';
	/** How far the server's clock is ahead, in the Date header and the check of dateline. */
	clockSkewMs = 0;
	private armed: ArmedRule[] = [];

	add(...rules: FaultRule[]): void {
		this.armed.push(...rules.map((rule) => ({ rule, skip: rule.after ?? 0, left: rule.times ?? 1 })));
	}

	/** Removes all scripted faults and turns the switches back. */
	clear(): void {
		this.armed = [];
		this.latencyMs = 0;
		this.libraryFull = false;
		this.signOnBlocked = false;
		this.queue = 'run';
		this.clockSkewMs = 0;
	}

	/** Scripted faults that have not struck as often as they should. */
	get pending(): number {
		return this.armed.reduce((sum, each) => sum + each.left, 0);
	}

	/** The fault this request meets, used up by asking. */
	take(method: string, path: string): FaultRule | undefined {
		const armed = this.armed.find(({ rule }) => matches(rule, method, path));
		if (!armed) return undefined;
		if (armed.skip > 0) {
			armed.skip--;
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

/** Sends a TCP reset where the platform can, so that the client sees ECONNRESET and not a clean end. */
export function resetConnection(req: IncomingMessage): void {
	req.socket.resetAndDestroy();
}

/** Lets the request take effect but swallows the answer: the connection is reset in its place. */
export function swallowAnswer(req: IncomingMessage, res: ServerResponse): void {
	limitAnswer(req, res, 0);
}

/** Lets `limit` bytes of the answer's body through, then resets the connection. */
export function limitAnswer(req: IncomingMessage, res: ServerResponse, limit: number): void {
	let left = limit;
	const write = res.write.bind(res);
	const take = (chunk: unknown): boolean => {
		const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(typeof chunk === 'string' ? chunk : '');
		if (left > 0 && bytes.length > 0) write(bytes.subarray(0, left), () => left <= 0 && resetConnection(req));
		left -= bytes.length;
		if (limit === 0) resetConnection(req);
		return true;
	};
	res.write = (chunk: unknown): boolean => take(chunk);
	res.end = (chunk?: unknown): ServerResponse => {
		take(chunk);
		if (left > 0 || limit === 0) resetConnection(req);
		return res;
	};
}
