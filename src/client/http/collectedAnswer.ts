import type { AnswerHandler, Controller, RawHeaders } from '../../edition/ports/transport';
import type { Clock } from '../async/clock';
import { onAbort, reasonOf } from '../async/onAbort';
import type { Dispatch } from './streamedBody';
import { decodedPieces } from './contentCoding';
import { textOf, connectionFree, headOf } from './httpAnswer';
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

/** Takes one answer from the transport. */
class CollectedAnswer implements AnswerHandler {
	readonly #pieces: Buffer[] = [];
	#head: Omit<WholeAnswer, 'pieces'> | undefined;
	#bytes = 0;
	#controller: Controller | undefined;
	#reason: Error | undefined;
	#guard: TransferGuard;
	readonly #over: (() => void) | undefined;

	constructor(
		private readonly limits: Limits,
		private readonly limit: number,
		private readonly resolve: (answer: WholeAnswer) => void,
		private readonly reject: (reason: Error) => void,
	) {
		this.#guard = this.#guardOf(limits.slackMs, Infinity);
		const { signal } = limits;
		if (signal) this.#over = onAbort(signal, () => this.#stop(reasonOf(signal)));
	}

	onRequestStart(controller: Controller): void {
		this.#controller = controller;
		if (this.#reason) controller.abort(this.#reason);
	}

	onResponseStart(_: Controller, statusCode: number, headers: WholeAnswer['headers']): void {
		if (statusCode < 200) return;
		this.#head = { statusCode, headers };
		this.#guard.end();
		const slackMs = slackFor(this.limits.silenceMs);
		this.#guard = this.#guardOf(slackMs, Math.max(TEXT_TOTAL_MS, slackMs));
	}

	onResponseData(controller: Controller, piece: Buffer): void {
		this.#guard.progressed(piece.length);
		this.#pieces.push(piece);
		this.#bytes += piece.length;
		if (this.#bytes < this.limit) return;
		this.onResponseEnd();
		controller.abort(new Error('The rest of the answer is not read'));
	}

	onResponseEnd(): void {
		this.#end();
		if (this.#head) this.resolve({ ...this.#head, pieces: this.#pieces });
	}

	onResponseError(_: Controller, error: Error): void {
		this.#end();
		this.reject(this.#reason ?? error);
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
