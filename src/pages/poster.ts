import { filledText } from '../protocol/wire/json';
import type { Late } from '../features/reading/plan/readingPage';
import { texts } from './dom';

/** What n8n answers; status 0 for no answer, and for one that is not from n8n. */
export interface Reply {
	readonly status: number;
	readonly content: {
		readonly token?: unknown;
		readonly url?: unknown;
		readonly content?: unknown;
		readonly changed?: unknown;
		readonly state?: unknown;
		readonly message?: unknown;
	};
	/** How long n8n wants no further post, in milliseconds. */
	readonly waitMs: number;
}

/** Whether no answer counts any more. */
export const isLate = (state: unknown): state is Late => Object.keys(texts.late).includes(String(state));

/** A new preview link; a reading page is also told what the file contains now. */
export type NewPreview = Reply['content'] & { readonly url: string };

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

	/** Asks for a new preview link and a new token; a text says why there is none. Never rejects. */
	async renew(): Promise<NewPreview | string> {
		const { status, content } = await this.post(this.renewal);
		const { url, token, state, message } = content;
		if (status === 0) return texts.unreachable;
		if (isLate(state)) return texts.late[state];
		if (status !== 200 || typeof url !== 'string') return filledText(message) ?? texts.cannotShow;
		if (typeof token === 'string') this.token = token;
		return { ...content, url };
	}

	/** Never rejects. */
	async post(body: object): Promise<Reply> {
		const text = JSON.stringify({ token: this.token, ...body });
		const stop = new AbortController();
		const limit = window.setTimeout(() => stop.abort(), ANSWER_MS);
		try {
			const reply = await fetch(this.address, {
				method: 'POST',
				// Text and not JSON: a page in the sandbox is of another origin, and JSON would need a preflight.
				headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
				body: text,
				signal: stop.signal,
				keepalive: text.length < KEPT_ALIVE,
				credentials: 'omit',
				cache: 'no-store',
				referrerPolicy: 'no-referrer',
			});
			const content = reply.status === 204 ? {} : ((await reply.json()) ?? {});
			return { status: reply.status, content, waitMs: waitOf(reply) };
		} catch {
			return { status: 0, content: {}, waitMs: 0 };
		} finally {
			window.clearTimeout(limit);
		}
	}
}

/** What a reply means: the next post may follow, the same one is sent again later, or nothing is sent for now. */
export type Verdict = 'taken' | 'repeat' | 'stop';

interface Posting<P extends object> {
	next(): P | undefined;
	pauseMs(): number;
	onReply(sent: P, reply: Reply): Verdict;
	attempts(sent: P): number;
	onGivenUp(sent: P): void;
}

const LONGEST_PAUSE_MS = 30_000;

/** Whether the same post may be taken later: n8n was not reached, is busy or has failed. */
export const mayPass = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Sends the posts of a page, one after the other. After a failure it waits longer each time, and at least as long as
 * n8n says; a token that is too old is renewed once.
 */
export class Poster<P extends object> {
	private busy = false;
	private failures = 0;
	private timer = 0;

	constructor(
		private readonly connection: Connection,
		private readonly posting: Posting<P>,
	) {}

	/** Posts what is next as soon as it may be; nothing needs to be said again before that. */
	wake(): void {
		if (!this.busy && this.failures === 0) this.sendIn(this.posting.pauseMs());
	}

	/** Posts what is next now, as if nothing had failed before. */
	restart(): void {
		this.failures = 0;
		void this.send();
	}

	private sendIn(ms: number): void {
		window.clearTimeout(this.timer);
		// A page that is left runs no timer any more.
		if (ms <= 0) void this.send();
		else this.timer = window.setTimeout(() => void this.send(), ms);
	}

	private async send(): Promise<void> {
		window.clearTimeout(this.timer);
		const sent = this.busy ? undefined : this.posting.next();
		if (!sent) return;
		this.busy = true;
		let reply = await this.connection.post(sent);
		if (reply.status === 403 && typeof (await this.connection.renew()) === 'object')
			reply = await this.connection.post(sent);
		this.busy = false;
		const verdict = this.posting.onReply(sent, reply);
		this.failures = verdict === 'repeat' ? this.failures + 1 : 0;
		if (verdict === 'taken') this.wake();
		if (verdict !== 'repeat') return;
		if (this.failures < this.posting.attempts(sent))
			return this.sendIn(Math.max(reply.waitMs, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** this.failures)));
		this.failures = 0;
		this.posting.onGivenUp(sent);
	}
}
