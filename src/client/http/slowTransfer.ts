import { LibraryError } from '../../protocol/wire/libraryError';
import { after, type Clock, steadyMs } from '../async/clock';
import type { Controller } from '../../edition/ports/transport';
import { onAbort, reasonOf } from '../async/onAbort';

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

/** How slow a transfer may be. */
export interface GuardOptions {
	readonly clock: Clock;
	/** How far the transfer may fall behind the least rate, in ms. */
	readonly slackMs: number;
	/** Longest time of the whole transfer in ms, however fast it is. Default: no limit. */
	readonly totalMs?: number;
	/** Called once when the slack is used up, with a LibraryError. */
	readonly onTooSlow: (error: LibraryError) => void;
	/** Begins the message. */
	readonly where: string;
}

/**
 * Gives up one transfer that is too slow: its slack is used up while nothing arrives, and refilled by each byte. It
 * must be ended, or its timer stays.
 */
export class TransferGuard {
	readonly #options: GuardOptions;
	#left: number;
	#total: number;
	#since: number;
	#isPaused = false;
	#stop: () => void;

	constructor(options: GuardOptions) {
		this.#options = options;
		this.#left = options.slackMs;
		this.#total = options.totalMs ?? Infinity;
		this.#since = steadyMs(options.clock);
		this.#stop = this.#nextWatch();
	}

	/** Bytes have been transferred. */
	progressed(bytes: number): void {
		this.#account();
		this.#left = Math.min(this.#options.slackMs, this.#left + timeFor(bytes));
	}

	/** The reader wants no more for now: the time until `resume` is not the server's. */
	pause(): void {
		this.#account();
		this.#isPaused = true;
	}

	resume(): void {
		this.#account();
		this.#isPaused = false;
	}

	end(): void {
		this.#stop();
	}

	#account(): void {
		const now = steadyMs(this.#options.clock);
		const passed = this.#isPaused ? 0 : now - this.#since;
		this.#left -= passed;
		this.#total -= passed;
		this.#since = now;
	}

	#nextWatch(): () => void {
		const { clock, slackMs } = this.#options;
		const nap = Math.min(LONGEST_NAP_MS, Math.max(slackMs / 20, Math.min(this.#left, this.#total)));
		return after(clock, nap, () => this.#watch());
	}

	#watch(): void {
		this.#account();
		if (this.#left > 0 && this.#total > 0) this.#stop = this.#nextWatch();
		else this.#options.onTooSlow(tooSlow(this.#options.where));
	}
}

/** Settles as `work` does; after `ms` its signal is aborted, and LibraryError timeout thrown. */
export async function withinTotal<T>(
	{ clock, ms, where }: { readonly clock: Clock; readonly ms: number; readonly where: string },
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const [late, over] = [new AbortController(), new AbortController()];
	const limit = async (): Promise<never> => {
		await clock.sleep(ms, over.signal);
		late.abort();
		throw tooSlow(where);
	};
	try {
		return await Promise.race([work(late.signal), limit()]);
	} finally {
		over.abort();
	}
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

/** What ends a request early. */
export interface Limits {
	readonly signal: AbortSignal | null;
	readonly clock: Clock;
	/** How far the request may fall behind the least rate until its answer begins, in ms. */
	readonly slackMs: number;
	/** Longest silence inside the answer, in ms. */
	readonly silenceMs: number;
	/** Begins the messages. */
	readonly where: string;
}

/** Ends a request by its signal, and by a server that is too slow or sends too many pieces. */
export function endingEarly({ signal, clock, where, slackMs }: Limits) {
	let controller: Controller | undefined;
	let reason = signal?.aborted ? reasonOf(signal) : undefined;
	const stop = (error: Error): void => {
		reason ??= error;
		controller?.abort(reason);
	};
	const over = signal ? onAbort(signal, () => stop(reasonOf(signal))) : undefined;
	const count = countPieces(where, stop);
	let guard = new TransferGuard({ clock, where, slackMs, onTooSlow: stop });
	return {
		begin: (own: Controller): void => {
			controller = own;
			if (reason) own.abort(reason);
		},
		/** The answer has begun, and may take so long; without limits its reader sees to that. */
		answered: (body?: { readonly slackMs: number; readonly totalMs: number }): void => {
			guard.end();
			if (body) guard = new TransferGuard({ clock, where, ...body, onTooSlow: stop });
		},
		/** A piece of the answer came, or a provisional head, which has no bytes. */
		arrived: (bytes: number): void => {
			guard.progressed(bytes);
			count(bytes);
		},
		end: (): void => {
			over?.();
			guard.end();
		},
		/** Why the request failed, by the error that the transport reports. */
		failure: (error: Error): Error => reason ?? error,
	};
}

/** After so many pieces of an answer, their average size in bytes must not be less than the least one. */
const MANY_PIECES = 100_000;
const LEAST_PIECE = 16;

/**
 * Counts the pieces of one answer, by their bytes. A server can send each byte in a chunk of its own, and provisional
 * heads without end, which count as empty pieces: each keeps the event loop busy for some microseconds. `onTooMany` is
 * called once, with LibraryError protocol.
 */
function countPieces(where: string, onTooMany: (error: LibraryError) => void): (bytes: number) => void {
	let [pieces, total] = [0, 0];
	return (bytes) => {
		total += bytes;
		if (++pieces <= MANY_PIECES || total >= pieces * LEAST_PIECE) return;
		pieces = -Infinity;
		onTooMany(
			new LibraryError('protocol', `${where}: the answer comes in more than ${MANY_PIECES} very small pieces`, {
				hint: 'Report this to the operator of the service, or of the proxies between this machine and it',
			}),
		);
	};
}
