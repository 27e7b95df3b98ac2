import type { Connection, Reply } from './connection';

/** What a reply means: the next post may follow, the same one is sent again later, or nothing is sent for now. */
export type Verdict = 'taken' | 'repeat' | 'stop';

/** What a page posts, and what it makes of the replies. */
export interface Posting<P extends object> {
	/** What is to be posted now, if anything. */
	next(): P | undefined;
	/** In how many milliseconds the next post may be sent. */
	pauseMs(): number;
	onReply(sent: P, reply: Reply): Verdict;
	/** How often a post is sent before it is given up. */
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
	private renewed = false;
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
		this.renewed = false;
		void this.send();
	}

	/** Whether a reply is awaited. */
	get isBusy(): boolean {
		return this.busy;
	}

	private sendIn(ms: number): void {
		clearTimeout(this.timer);
		// A page that is left runs no timer any more.
		if (ms <= 0) void this.send();
		else this.timer = setTimeout(() => void this.send(), ms);
	}

	private async send(): Promise<void> {
		clearTimeout(this.timer);
		const sent = this.busy ? undefined : this.posting.next();
		if (!sent) return;
		this.busy = true;
		let reply = await this.connection.post(sent);
		if (reply.status === 403 && !this.renewed) {
			this.renewed = true;
			if ((await this.connection.renew()).ok) reply = await this.connection.post(sent);
		}
		this.busy = false;
		this.proceed(sent, reply);
	}

	private proceed(sent: P, reply: Reply): void {
		const verdict = this.posting.onReply(sent, reply);
		this.failures = verdict === 'repeat' ? this.failures + 1 : 0;
		if (verdict === 'taken') {
			this.renewed = false;
			this.wake();
		} else if (verdict === 'repeat' && this.failures >= this.posting.attempts(sent)) {
			this.failures = 0;
			this.posting.onGivenUp(sent);
		} else if (verdict === 'repeat') {
			this.sendIn(Math.max(reply.waitMs, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** this.failures)));
		}
	}
}
