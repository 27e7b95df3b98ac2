import type { Exchange } from '../http/exchange';

/** How queued tasks end: as they should, with an error, or never. */
export type QueueOutcome = 'run' | 'fail' | 'stuck';

/**
 * What happens to a request: `reset` destroys the connection before anything is done, `resetWithin` once a part of the
 * body has arrived, `resetAfter` once the request has taken effect; `html` answers a proxy's 502 page, `slow` waits
 * `slowMs`. After the request has taken effect, `drip` sends the answer in small pieces within `slowMs`, and `stall`
 * sends nothing until `slowMs` have passed and then resets the connection. An object answers in place of the service
 * (`status`), ends the connection within the answer (`cutAfterBytes`), or changes the text of the answer (`rewrite`).
 */
export type FaultAction =
	| 'reset'
	| 'resetWithin'
	| 'resetAfter'
	| 'html'
	| 'slow'
	| 'drip'
	| 'stall'
	| { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
	| { readonly cutAfterBytes: number }
	| { readonly rewrite: (text: string) => string };

/** A scripted fault. */
export interface FaultRule {
	/** Compared with the path of the request: a string must be its end, a pattern must match somewhere in it. */
	readonly match: string | RegExp;
	/** HTTP method; default any. */
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
	/** Delay of every answer in milliseconds. */
	latencyMs = 0;
	/** When true, every create_file answers 403 + 40321. */
	libraryFull = false;
	/** How tasks queued from now on end. */
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

	/** Removes all scripted faults and resets the switches. */
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
