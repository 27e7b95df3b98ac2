import { LibraryError } from '../../protocol/wire/libraryError';
import { type Clock, steadyMs } from '../async/clock';
import type { RequestWatch } from '../../edition/ports';
import { cancellable, onAbort, stoppedBy } from '../async/onAbort';

/*
 * Limits on time beyond those on silence: a server that sends a byte every few seconds is never silent, and would keep
 * an execution busy forever.
 */

/** Longest silence of a server in ms, unless the caller or the request says otherwise. */
export const SILENCE_MS = {
	request: 60_000,
	call: 120_000,
	/** It works on whole folders: other clients wait 5 minutes to an hour (client facts 7.16). */
	slowCall: 600_000,
	/** The server may take long to write a chunk down. */
	chunk: 120_000,
	/** The server answers only once the whole file is stored. */
	webUpload: 300_000,
} as const;

/** What each byte that arrives is worth: a transfer of at least so many bytes a second is never given up. */
const MIN_BYTES_PER_SECOND = 1024;
/** How far a transfer may fall behind that rate, in ms: at least, and at most where silences are not longer. */
const LEAST_SLACK_MS = 30_000;
const MOST_SLACK_MS = 300_000;
/** Longest time that an answer that is read as a whole may take, in ms. */
export const TEXT_TOTAL_MS = 3_600_000;
/** Longest time in ms of a request by n8n's own helper (test of a credential, sign-in), which limits silence only. */
export const HELPER_TOTAL_MS = 180_000;
/** Longest time in ms to read what is left of an answer that nobody needs, before its connection is closed. */
export const DISCARD_MS = 10_000;

/**
 * How far a transfer may fall behind the least rate, in ms, where a server may be silent for `silenceMs`: five times
 * that, between half a minute and 5 minutes, and never less than twice that.
 */
export const slackFor = (silenceMs: number): number =>
	Math.max(2 * silenceMs, Math.min(MOST_SLACK_MS, Math.max(LEAST_SLACK_MS, 5 * silenceMs)));

/** The time in which so many bytes are sent or received at the least rate, in ms. */
export const timeFor = (bytes: number): number => (bytes / MIN_BYTES_PER_SECOND) * 1000;

/** The timers of Node.js cannot be set for longer than 24 days. */
const LONGEST_NAP_MS = 3_600_000;

/** How far a transfer may still fall behind the least rate, in ms; several answers may share it. */
export interface Slack {
	readonly most: number;
	left: number;
}
/** A slack that nothing has been taken from. */
export const newSlack = (most: number): Slack => ({ most, left: most });

/** What is watched, and for how long. */
export interface Watched {
	readonly slack: Slack;
	/** Longest time in all in ms, however fast it is. Default: no limit. */
	readonly totalMs?: number;
	/** Longest silence in ms. Default: no limit. */
	readonly silenceMs?: number;
}

/** After so many pieces of an answer, their average size in bytes must not be less than the least one. */
const MANY_PIECES = 100_000;
const LEAST_PIECE = 16;

/**
 * The guard of one request and its answer: gives it up when its signal is aborted, when it is silent or too slow, and
 * when it comes in too many pieces. A server can send each byte in a chunk of its own, and provisional heads without
 * end, which count as empty pieces: each keeps the event loop busy for some microseconds. It must be ended.
 */
export class TransferGuard implements RequestWatch {
	readonly #clock: Clock;
	readonly #where: string;
	readonly #over: (() => void) | undefined;
	#watched: Watched | undefined;
	#totalLeft = Infinity;
	#since = 0;
	#heardAt = 0;
	/** How many pieces the reader is busy with: their time is not the server's. */
	#busy = 0;
	#pieces = 0;
	#bytes = 0;
	#stopTimer = (): void => undefined;
	#stop: ((reason: Error) => void) | undefined;
	#why: Error | undefined;

	/** `where` begins the messages. */
	constructor(clock: Clock, where: string, signal?: AbortSignal) {
		this.#clock = clock;
		this.#where = where;
		this.#over = signal && onAbort(signal, () => this.giveUp(stoppedBy(signal)));
	}

	get why(): Error | undefined {
		return this.#why;
	}

	begun(stop: (reason: Error) => void): void {
		this.#stop = stop;
		if (this.#why) stop(this.#why);
	}

	provisional(): void {
		this.heard(0);
	}

	/** Watches from now on, or nothing until the next call. */
	watch(watched?: Watched): void {
		this.#stopTimer();
		this.#watched = watched;
		this.#totalLeft = watched?.totalMs ?? Infinity;
		this.#since = this.#heardAt = steadyMs(this.#clock);
		if (watched) this.#stopTimer = this.#nextLook(watched);
	}

	heard(bytes: number): void {
		this.#account();
		this.#heardAt = this.#since;
		const slack = this.#watched?.slack;
		if (slack) slack.left = Math.min(slack.most, slack.left + timeFor(bytes));
		this.#bytes += bytes;
		if (++this.#pieces <= MANY_PIECES || this.#bytes >= this.#pieces * LEAST_PIECE) return;
		this.#pieces = -Infinity;
		this.giveUp(tooManyPieces(this.#where));
	}

	/** The reader wants time, which is not the server's; undefined where it does not. */
	busy(wait: Promise<void> | undefined): Promise<void> | undefined {
		if (!wait) return undefined;
		this.#account();
		this.#busy++;
		wait.then(
			() => {
				this.#account();
				this.#busy--;
			},
			() => undefined,
		);
		return wait;
	}

	giveUp(reason: Error): void {
		this.#why ??= reason;
		this.#stop?.(this.#why);
	}

	end(): void {
		this.#stopTimer();
		this.#over?.();
	}

	#account(): void {
		const now = steadyMs(this.#clock);
		const passed = now - this.#since;
		if (this.#busy > 0) this.#heardAt += passed;
		else {
			if (this.#watched) this.#watched.slack.left -= passed;
			this.#totalLeft -= passed;
		}
		this.#since = now;
	}

	/** One timer for all pieces: to set one again for each would cost more than most of the rest. */
	#nextLook(watched: Watched): () => void {
		const { slack, silenceMs = Infinity } = watched;
		const silenceLeft = silenceMs - (this.#since - this.#heardAt);
		const rateLeft = Math.max(slack.most / 20, Math.min(slack.left, this.#totalLeft));
		return this.#clock.timer(Math.min(LONGEST_NAP_MS, rateLeft, silenceLeft), () => {
			this.#account();
			if (slack.left <= 0 || this.#totalLeft <= 0) return this.giveUp(tooSlow(this.#where));
			if (this.#since - this.#heardAt >= silenceMs) return this.giveUp(silent());
			this.#stopTimer = this.#nextLook(watched);
		});
	}
}

const silent = (): Error => Object.assign(new Error('Body Timeout'), { code: 'UND_ERR_BODY_TIMEOUT' });

const tooManyPieces = (where: string): LibraryError =>
	new LibraryError('protocol', `${where}: the answer comes in more than ${MANY_PIECES} very small pieces`, {
		hint: 'Report this to the operator of the service, or of the proxies between this machine and it',
	});

/** Settles as `work` does; after `ms` its signal is aborted, and LibraryError timeout thrown. */
export async function withinTotal<T>(
	{ clock, ms, where }: { readonly clock: Clock; readonly ms: number; readonly where: string },
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const late = new AbortController();
	const cancel = clock.timer(ms, () => late.abort(tooSlow(where)));
	return await cancellable(work(late.signal), late.signal).finally(cancel);
}

/** The error for a transfer that is given up. */
export const tooSlow = (where: string): LibraryError =>
	new LibraryError('timeout', `${where}: too little was transferred in too long a time`, {
		code: 'tooSlow',
		retryable: false,
		hint:
			`For minutes, it was less than ${MIN_BYTES_PER_SECOND} bytes per second. Check the network and the ` +
			'proxies between this machine and the server.',
	});
