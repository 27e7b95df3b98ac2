import { connectionFree } from '../../edition/edition';
import type { AnswerHandler, Controller, RawHeaders } from '../../edition/ports/transport';
import type { Clock } from '../async/clock';
import { onAbort, reasonOf } from '../async/onAbort';
import type { Dispatch } from './streamedBody';
import { decodedPieces } from './contentCoding';
import { textOf, headOf } from './httpAnswer';
import { countPieces } from './pieceCount';
import { slackFor, TEXT_TOTAL_MS, TransferGuard } from './slowTransfer';
import { originOf, transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest } from './types';

/** An answer that has been read as a whole. */
interface WholeAnswer {
	readonly statusCode: number;
	readonly headers: RawHeaders;
	readonly pieces: readonly Buffer[];
}

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

/**
 * Sends a request by `dispatch` and collects its answer as it comes, at most `limit` bytes of it. Where there are many
 * short ones, a stream of each, and a signal that could stop it, would cost more than all the rest. Throws what the
 * transport reports, the reason of the signal, and LibraryError timeout for what takes too long.
 */
export const requestCollected = async (dispatch: Dispatch, limits: Limits, limit: number): Promise<WholeAnswer> =>
	await new Promise((resolve, reject) => {
		dispatch(new CollectedAnswer(limits, limit, resolve, reject));
	});

/** Pieces of an answer that are kept as they came; more of them are joined in blocks of so many bytes. */
const SEPARATE = 64;
const BLOCK = 64 * 1024;

/** Takes one answer from the transport. */
class CollectedAnswer implements AnswerHandler {
	readonly #pieces: Buffer[] = [];
	/** The free part of the last block. */
	#room = Buffer.alloc(0);
	#head: Omit<WholeAnswer, 'pieces'> | undefined;
	#bytes = 0;
	#controller: Controller | undefined;
	#reason: Error | undefined;
	#guard: TransferGuard;
	readonly #count: (bytes: number) => void;
	readonly #over: (() => void) | undefined;

	constructor(
		private readonly limits: Limits,
		private readonly limit: number,
		private readonly resolve: (answer: WholeAnswer) => void,
		private readonly reject: (reason: Error) => void,
	) {
		this.#guard = this.#guardOf(limits.slackMs, Infinity);
		this.#count = countPieces(limits.where, (error) => this.#stop(error));
		const { signal } = limits;
		if (signal) this.#over = onAbort(signal, () => this.#stop(reasonOf(signal)));
	}

	onRequestStart(controller: Controller): void {
		this.#controller = controller;
		if (this.#reason) controller.abort(this.#reason);
	}

	onResponseStart(_: Controller, statusCode: number, headers: WholeAnswer['headers']): void {
		if (statusCode < 200) return this.#count(0);
		this.#head = { statusCode, headers };
		this.#guard.end();
		const slackMs = slackFor(this.limits.silenceMs);
		this.#guard = this.#guardOf(slackMs, Math.max(TEXT_TOTAL_MS, slackMs));
	}

	onResponseData(controller: Controller, piece: Buffer): void {
		this.#guard.progressed(piece.length);
		this.#count(piece.length);
		this.#keep(piece);
		this.#bytes += piece.length;
		if (this.#bytes < this.limit) return;
		this.onResponseEnd();
		controller.abort(new Error('The rest of the answer is not read'));
	}

	onResponseEnd(): void {
		this.#end();
		if (!this.#head) return;
		const last = this.#pieces.pop();
		if (last) this.#pieces.push(last.subarray(0, last.length - this.#room.length));
		this.resolve({ ...this.#head, pieces: this.#pieces });
	}

	onResponseError(_: Controller, error: Error): void {
		this.#end();
		this.reject(this.#reason ?? error);
	}

	/** A piece keeps the memory that it came in, and each costs time again when the answer is read. */
	#keep(piece: Buffer): void {
		if (this.#pieces.length < SEPARATE) return void this.#pieces.push(piece);
		for (let at = 0; at < piece.length;) {
			if (this.#room.length === 0) this.#pieces.push((this.#room = Buffer.allocUnsafeSlow(BLOCK)));
			const copied = piece.copy(this.#room, 0, at);
			at += copied;
			this.#room = this.#room.subarray(copied);
		}
	}

	#guardOf(slackMs: number, totalMs: number): TransferGuard {
		const { clock, where } = this.limits;
		return new TransferGuard({ clock, where, slackMs, totalMs, onTooSlow: (error) => this.#stop(error) });
	}

	#stop(reason: Error): void {
		this.#reason ??= reason;
		this.#controller?.abort(this.#reason);
	}

	#end(): void {
		this.#guard.end();
		this.#over?.();
	}
}

/** A collected answer as every other; it fails with LibraryError where it cannot be decompressed. */
export function collectedAnswer({ statusCode, headers, pieces }: WholeAnswer, request: HttpRequest): HttpAnswer {
	const { codings, ...head } = headOf(statusCode, headers);
	const content = (): AsyncIterable<Buffer> | readonly Buffer[] =>
		codings.length > 0 ? decodedPieces(pieces, codings, originOf(request.url)) : pieces;
	const textOfAll = async (limit?: number): Promise<string> => {
		try {
			return await textOf(content(), request.url, limit);
		} catch (cause) {
			throw transportError(cause, request);
		}
	};
	return {
		...head,
		text: async (limit) => {
			const text = await textOfAll(limit);
			await connectionFree();
			return text;
		},
		receive: async (take) => {
			for await (const piece of content()) await take(piece);
		},
		discard: connectionFree,
	};
}
