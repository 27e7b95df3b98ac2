import { Readable } from 'node:stream';
import { onAbort, reasonOf } from '../async/onAbort';
import { connectionOf, type PooledConnection } from './pooledConnection';
import type { RawHeaders } from './httpAnswer';
import type { TakePiece } from './types';

/** What undici offers to the handler of a request. */
export interface Controller {
	abort(reason: Error): void;
	pause(): void;
	resume(): void;
}

/** A handler of undici, as far as it is used here. */
export interface AnswerHandler {
	onRequestStart(controller: Controller): void;
	onResponseStart(controller: Controller, statusCode: number, headers: RawHeaders): void;
	onResponseData(controller: Controller, piece: Buffer): void;
	onResponseEnd(): void;
	onResponseError(controller: Controller, error: Error): void;
}

/** Bytes of a body that are read for nothing, so that its connection can be used again. */
const DUMP_LIMIT = 128 * 1024;

/** Sends a request, and returns when the head of its answer is there. `silenceMs` is about the body. */
export async function requestStreamed(
	dispatch: (handler: AnswerHandler) => unknown,
	{ signal, silenceMs }: { readonly signal: AbortSignal; readonly silenceMs: number },
): Promise<{ readonly statusCode: number; readonly headers: RawHeaders; readonly body: StreamedBody }> {
	return await new Promise((resolve, reject) => {
		let body: StreamedBody | undefined;
		let over = (): void => undefined;
		dispatch({
			onRequestStart: (controller) => {
				const stop = (): void => controller.abort(reasonOf(signal));
				if (signal.aborted) stop();
				else over = onAbort(signal, stop);
			},
			onResponseStart: (controller, statusCode, headers) => {
				if (statusCode < 200) return;
				body = new StreamedBody(controller, silenceMs);
				resolve({ statusCode, headers, body });
			},
			onResponseData: (_, piece) => body?.arrive(piece),
			onResponseEnd: () => {
				over();
				body?.complete();
			},
			onResponseError: (_, error) => {
				over();
				if (body) body.fail(error);
				else reject(error);
			},
		});
	});
}

/** The body of an answer. As a stream its chunks are copies, with backpressure; with `receive` no piece is copied. */
export class StreamedBody extends Readable {
	readonly #controller: Controller;
	readonly #silence: NodeJS.Timeout;
	#take: TakePiece | undefined;
	#finish: ((error?: Error) => void) | undefined;
	#held: PooledConnection | undefined;
	#isPaused = false;
	/** Pieces that are waited for. */
	#waits = 0;
	#isComplete = false;

	constructor(controller: Controller, silenceMs: number) {
		super({ highWaterMark: 64 * 1024 });
		this.#controller = controller;
		this.#silence = setTimeout(() => {
			if (!this.#isPaused)
				this.#controller.abort(Object.assign(new Error('Body Timeout'), { code: 'UND_ERR_BODY_TIMEOUT' }));
		}, silenceMs).unref();
		// Who reads the body gets the error as well.
		this.on('error', () => undefined);
	}

	/** Hands every piece of the body to `take`. Resolves at its end; rejects with its error, or that of `take`. */
	async receive(take: TakePiece): Promise<void> {
		if (this.destroyed && !this.readableEnded) throw this.errored ?? new Error('The body was dropped');
		await new Promise<void>((resolve, reject) => {
			this.#finish = (error) => (error ? reject(error) : resolve());
			this.#take = take;
			// What came before it was asked for.
			for (let piece = this.read() as Buffer | null; piece; piece = this.read() as Buffer | null)
				this.#pass(piece);
			if (this.#waits === 0) this.#release();
			if (this.#isComplete) this.#finish();
		});
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
		this.#silence.refresh();
		if (this.#take) this.#pass(piece);
		else if (!this.push(Buffer.from(piece))) this.#hold(piece);
	}

	/** The body came whole. */
	complete(): void {
		clearTimeout(this.#silence);
		this.#isComplete = true;
		// The next answer on this connection need not wait for the reader of this one.
		this.#release();
		this.push(null);
		this.#finish?.();
	}

	/** The body did not come whole. */
	fail(error: Error): void {
		this.destroy(error);
	}

	override _read(): void {
		if (!this.#take) this.#release();
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		clearTimeout(this.#silence);
		if (!this.#isComplete) {
			const reason = error ?? new Error('The body was dropped');
			this.#finish?.(reason);
			this.#release();
			this.#controller.abort(reason);
		}
		done(error);
	}

	#pass(piece: Buffer): void {
		try {
			const wait = this.#take?.(piece);
			if (!wait) return;
			this.#waits++;
			this.#hold(piece);
			wait.then(
				() => {
					if (--this.#waits === 0) this.#release();
				},
				(error: unknown) => this.destroy(error as Error),
			);
		} catch (error) {
			this.destroy(error as Error);
		}
	}

	/** A piece in a connection's own buffer holds the connection back: what follows it there must not wait there. */
	#hold(piece: Buffer): void {
		if (this.#isPaused || this.#isComplete) return;
		this.#isPaused = true;
		this.#held = connectionOf(piece);
		if (this.#held) this.#held.hold();
		else this.#controller.pause();
	}

	#release(): void {
		if (!this.#isPaused) return;
		this.#isPaused = false;
		this.#silence.refresh();
		if (this.#held) this.#held.release();
		else this.#controller.resume();
	}
}
