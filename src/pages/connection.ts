import { texts } from './dom';

/** What n8n answers; status 0 for no answer, and for one that is not from n8n. */
export interface Reply {
	readonly status: number;
	readonly content: {
		readonly token?: unknown;
		readonly url?: unknown;
		readonly state?: unknown;
		readonly message?: unknown;
	};
	/** How long n8n wants no further post, in milliseconds. */
	readonly waitMs: number;
}

/** A new preview link, or why there is none. */
export type Renewed = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly message: string };

const ANSWER_MS = 30_000;
const LONGEST_WAIT_MS = 300_000;
/** A browser sends at most 64 KiB after its page was closed. */
const KEPT_ALIVE = 20_000;

const waitOf = ({ headers }: Response): number =>
	Math.min(LONGEST_WAIT_MS, 1000 * Math.max(0, Number(headers.get('Retry-After')) || 0));

/** Posts to the node that has served the page. */
export class Connection {
	/** `renewal` is what the node takes for the request for a new preview link. */
	constructor(
		private readonly address: string,
		private token: string,
		private readonly renewal: object,
	) {}

	/** Posts a body; never rejects, and waits for half a minute at most. */
	async post(body: object): Promise<Reply> {
		const stop = new AbortController();
		const limit = setTimeout(() => stop.abort(), ANSWER_MS);
		try {
			return await this.send(body, stop.signal);
		} catch {
			return { status: 0, content: {}, waitMs: 0 };
		} finally {
			clearTimeout(limit);
		}
	}

	/** Asks for a new preview link and a new token; never rejects. */
	async renew(): Promise<Renewed> {
		try {
			const { status, content } = await this.send(this.renewal);
			const { url, token, message } = content;
			// n8n also says so that nobody waits any more.
			if (status !== 200 || typeof url !== 'string')
				return { ok: false, message: typeof message === 'string' ? message : '' };
			if (typeof token === 'string') this.token = token;
			return { ok: true, url };
		} catch {
			return { ok: false, message: texts.unreachable };
		}
	}

	private async send(body: object, signal: AbortSignal | null = null): Promise<Reply> {
		const text = JSON.stringify({ token: this.token, ...body });
		const reply = await fetch(this.address, {
			method: 'POST',
			// Text and not JSON: a page in the sandbox is of another origin, and JSON would need a preflight request.
			headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
			body: text,
			signal,
			keepalive: text.length < KEPT_ALIVE,
			credentials: 'omit',
			cache: 'no-store',
			referrerPolicy: 'no-referrer',
		});
		const content = reply.status === 204 ? {} : ((await reply.json()) ?? {});
		return { status: reply.status, content, waitMs: waitOf(reply) };
	}
}
