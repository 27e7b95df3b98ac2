import { connectionFree, contentStore, timer } from '../../edition/edition';
import type { RawHeaders, AnswerHandler, Controller } from '../../edition/ports/transport';
import { after, type Clock } from '../async/clock';
import { type Limits, DISCARD_MS, slackFor, type GuardOptions, TEXT_TOTAL_MS, TransferGuard } from './slowTransfer';
import { headOf, bodyText, decodedPieces } from './httpAnswer';
import { originOf, transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest, TakePiece } from './types';

/** An answer that has begun. */
export interface Streamed {
	readonly statusCode: number;
	readonly headers: RawHeaders;
	readonly body: StreamedBody;
}

/** An answer whose body is not compressed any more and fails with LibraryError, however it is read. */
export function streamedAnswer(
	{ statusCode, headers: raw, body }: Streamed,
	request: HttpRequest,
	{ clock, silenceMs }: Pick<Limits, 'clock' | 'silenceMs'>,
): HttpAnswer {
	const where = originOf(request.url);
	const { codings, ...head } = headOf(statusCode, raw);
	const slackMs = slackFor(silenceMs);
	const arriving = { body, request, clock, where, slackMs };
	const content = (guard: TransferGuard): AsyncIterable<Buffer> =>
		codings.length > 0 ? decodedPieces(watched(body, guard), codings, where) : watched(body, guard);
	return {
		...head,
		text: async (limit) => {
			const text = await underGuard(
				{ ...arriving, totalMs: Math.max(TEXT_TOTAL_MS, slackMs) },
				async (guard) => await bodyText(content(guard), request.url, limit),
			);
			await connectionFree();
			return text;
		},
		receive: async (take) => {
			await underGuard(arriving, async (guard) => {
				const takeGuarded = outsideOf(guard, take);
				if (codings.length > 0) await passOn(content(guard), takeGuarded, body);
				else await body.receive((piece) => (guard.progressed(piece.length), takeGuarded(piece)));
			});
			await connectionFree();
		},
		discard: async () => {
			await dropped(body, clock);
			await connectionFree();
		},
	};
}

/** A body that is read, and how slowly it may come. */
type Reading = Pick<Streamed, 'body'> & { readonly request: HttpRequest } & Omit<GuardOptions, 'onTooSlow'>;

/** Reads a body, which is dropped when it comes too slowly. Throws LibraryError. */
async function underGuard<T>(
	{ body, request, ...limits }: Reading,
	reading: (guard: TransferGuard) => Promise<T>,
): Promise<T> {
	const guard = new TransferGuard({ ...limits, onTooSlow: (error) => void body.destroy(error) });
	try {
		return await reading(guard);
	} catch (cause) {
		throw transportError(cause, request);
	} finally {
		guard.end();
	}
}

/** The same `take`; the time that it asks for is not the server's. */
function outsideOf(guard: TransferGuard, take: TakePiece): TakePiece {
	return (piece) => {
		const wait = take(piece);
		if (wait) guard.pause();
		wait?.then(
			() => guard.resume(),
			() => undefined,
		);
		return wait;
	};
}

/**
 * Hands every chunk of decompressed content to `take`, and waits where it says so. When `take` throws, `body` is
 * dropped first: a decoder that waits for more does not let go of its connection.
 */
async function passOn(content: AsyncIterable<Buffer>, take: TakePiece, body: StreamedBody): Promise<void> {
	for await (const chunk of content) {
		let isTaken = false;
		try {
			await take(chunk);
			isTaken = true;
		} finally {
			if (!isTaken) body.destroy();
		}
	}
}

/** Reads what is left of a body, so that its connection can be used again, but not for long. */
async function dropped(body: StreamedBody, clock: Clock): Promise<void> {
	const stop = after(clock, DISCARD_MS, () => void body.destroy());
	// A body that cannot be read to its end only costs its connection.
	await body.dump().catch(() => undefined);
	stop();
}

/** The same pieces; each is time that the server has earned. */
async function* watched(body: AsyncIterable<Buffer>, guard: TransferGuard): AsyncGenerator<Buffer> {
	for await (const piece of body) {
		guard.progressed(piece.length);
		yield piece;
	}
}

/** Sends one request, whose answer goes to the handler. */
export type Dispatch = (handler: AnswerHandler) => void;

/** Bytes of a body that are read for nothing, so that its connection can be used again. */
const DUMP_LIMIT = 128 * 1024;
/** Bytes that wait for a reader; with more, the connection is held back. */
const WAITING = 64 * 1024;

/**
 * The body of an answer. Who iterates over it gets copies of its pieces, and holds the connection back meanwhile; with
 * `receive` no piece is copied.
 */
export class StreamedBody implements AsyncIterable<Buffer> {
	readonly #controller: Controller;
	readonly #silenceMs: number;
	#stopWatch: () => void;
	#heardAt = performance.now();
	/** Copies of what came before it was asked for. */
	readonly #waiting = contentStore();
	#waitingBytes = 0;
	#wake = (): void => undefined;
	#take: TakePiece | undefined;
	#finish: ((error?: Error) => void) | undefined;
	#isPaused = false;
	/** Pieces that are waited for. */
	#waits = 0;
	#isComplete = false;
	#failure: Error | undefined;

	constructor(controller: Controller, silenceMs: number) {
		this.#controller = controller;
		this.#silenceMs = silenceMs;
		this.#stopWatch = timer(silenceMs, () => this.#watch());
	}

	/** Hands every piece to `take`. Resolves when the last one is taken; rejects with the body's error or `take`'s. */
	async receive(take: TakePiece): Promise<void> {
		if (this.#failure) throw this.#failure;
		await new Promise<void>((resolve, reject) => {
			// A function that is written into a property is old memory from its start in V8, and would make old with it
			// all that a request has: gigabytes would be kept until all is collected, where there are many requests.
			const finish = (error?: Error): void => (error ? reject(error) : resolve());
			this.#finish = finish;
			this.#take = take;
			for (let piece = this.#waiting.next(); piece; piece = this.#waiting.next()) this.#pass(piece);
			if (this.#waits === 0) this.#release();
			this.#finishIfTaken();
		});
	}

	/** The pieces in order. A loop that ends early gives up the rest. Throws what the body ends with. */
	async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
		try {
			for (;;) {
				const piece = this.#waiting.next();
				if (piece) {
					this.#waitingBytes -= piece.length;
					if (this.#waitingBytes < WAITING) this.#release();
					yield Buffer.from(piece);
				} else if (this.#failure) throw this.#failure;
				else if (this.#isComplete) return undefined;
				else await new Promise<void>((resolve) => (this.#wake = resolve));
			}
		} finally {
			this.destroy();
		}
	}

	/** Reads the rest and drops it; a long rest costs the connection. */
	async dump(): Promise<void> {
		let bytes = 0;
		await this.receive((piece) => {
			bytes += piece.length;
			if (bytes > DUMP_LIMIT) this.destroy();
			return undefined;
		});
	}

	/** A piece of the body came. */
	arrive(piece: Buffer): void {
		if (this.#failure) return;
		this.#heardAt = performance.now();
		if (this.#take) return this.#pass(piece);
		this.#waiting.put(piece);
		this.#waitingBytes += piece.length;
		if (this.#waitingBytes >= WAITING) this.#hold(piece);
		this.#wake();
	}

	/** The body came whole. */
	complete(): void {
		if (this.#failure) return;
		this.#stopWatch();
		this.#isComplete = true;
		// The next answer on this connection need not wait for the reader of this one.
		this.#release();
		this.#wake();
		this.#finishIfTaken();
	}

	/** Gives up the body, unless it came whole. */
	destroy(reason = new Error('The body was dropped')): void {
		if (this.#isComplete || this.#failure) return;
		this.#failure = reason;
		this.#stopWatch();
		this.#finish?.(reason);
		this.#wake();
		this.#release();
		this.#controller.abort(reason);
	}

	/** One timer for all pieces: to set one again for each would cost more than most of the rest. */
	#watch(): void {
		const silentMs = this.#isPaused ? 0 : performance.now() - this.#heardAt;
		if (silentMs < this.#silenceMs) this.#stopWatch = timer(this.#silenceMs - silentMs, () => this.#watch());
		else this.#controller.abort(Object.assign(new Error('Body Timeout'), { code: 'UND_ERR_BODY_TIMEOUT' }));
	}

	#pass(piece: Buffer): void {
		if (this.#failure) return;
		try {
			const wait = this.#take?.(piece);
			if (!wait) return;
			this.#waits++;
			this.#hold(piece);
			wait.then(
				() => {
					if (--this.#waits > 0) return;
					this.#release();
					this.#finishIfTaken();
				},
				(error: unknown) => this.#refuse(error as Error),
			);
		} catch (error) {
			this.#refuse(error as Error);
		}
	}

	#finishIfTaken(): void {
		if (this.#isComplete && this.#waits === 0) this.#finish?.();
	}

	/** The reader failed; perhaps at a body that has come whole, which `destroy` leaves alone. */
	#refuse(error: Error): void {
		this.destroy(error);
		this.#failure ??= error;
		this.#finish?.(error);
	}

	#hold(piece: Buffer): void {
		if (this.#isPaused || this.#isComplete) return;
		this.#isPaused = true;
		this.#controller.pause(piece);
	}

	#release(): void {
		if (!this.#isPaused) return;
		this.#isPaused = false;
		this.#heardAt = performance.now();
		this.#controller.resume();
	}
}
