import { connectionFree } from '../../edition/edition';
import type { RawHeaders } from '../../edition/ports/transport';
import type { Dispatch } from './streamedBody';
import { decodedPieces } from './contentCoding';
import { bodyText, headOf } from './httpAnswer';
import { endingEarly, type Limits } from './earlyEnd';
import { slackFor, TEXT_TOTAL_MS } from './slowTransfer';
import { originOf, transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest } from './types';

/** An answer that has been read as a whole. */
interface WholeAnswer {
	readonly statusCode: number;
	readonly headers: RawHeaders;
	readonly pieces: readonly Buffer[];
}

/**
 * Sends a request by `dispatch` and collects its answer as it comes, at most `limit` bytes of it. Where there are many
 * short ones, a stream of each, and a signal that could stop it, would cost more than all the rest. Throws what the
 * transport reports, the reason of the signal, and LibraryError timeout for what takes too long.
 */
export async function requestCollected(dispatch: Dispatch, limits: Limits, limit: number): Promise<WholeAnswer> {
	const [early, kept, slackMs] = [endingEarly(limits), new Pieces(), slackFor(limits.silenceMs)];
	return await new Promise((resolve, reject) => {
		let head: Omit<WholeAnswer, 'pieces'> | undefined;
		const end = (): void => {
			early.end();
			if (head) resolve({ ...head, pieces: kept.all() });
		};
		dispatch({
			onRequestStart: early.begin,
			onResponseStart: (_, statusCode, headers) => {
				if (statusCode < 200) return early.arrived(0);
				head = { statusCode, headers };
				early.answered({ slackMs, totalMs: Math.max(TEXT_TOTAL_MS, slackMs) });
			},
			onResponseData: (controller, piece) => {
				early.arrived(piece.length);
				if (kept.add(piece) < limit) return;
				end();
				controller.abort(new Error('The rest of the answer is not read'));
			},
			onResponseEnd: end,
			onResponseError: (_, error) => {
				early.end();
				reject(early.failure(error));
			},
		});
	});
}

/** Pieces of an answer that are kept as they came; more of them are joined in blocks of so many bytes. */
const SEPARATE = 64;
const BLOCK = 64 * 1024;

/** The pieces of an answer. Each keeps the memory that it came in, and costs time again when the answer is read. */
class Pieces {
	readonly #pieces: Buffer[] = [];
	/** The free part of the last block. */
	#room = Buffer.alloc(0);
	#bytes = 0;

	/** Adds a piece; how many bytes there are then. */
	add(piece: Buffer): number {
		this.#bytes += piece.length;
		if (this.#pieces.length < SEPARATE) this.#pieces.push(piece);
		else
			for (let at = 0; at < piece.length;) {
				if (this.#room.length === 0) this.#pieces.push((this.#room = Buffer.allocUnsafeSlow(BLOCK)));
				const copied = piece.copy(this.#room, 0, at);
				at += copied;
				this.#room = this.#room.subarray(copied);
			}
		return this.#bytes;
	}

	all(): readonly Buffer[] {
		const last = this.#pieces.pop();
		if (last) this.#pieces.push(last.subarray(0, last.length - this.#room.length));
		return this.#pieces;
	}
}

/** A collected answer as every other; it fails with LibraryError where it cannot be decompressed. */
export function collectedAnswer({ statusCode, headers, pieces }: WholeAnswer, request: HttpRequest): HttpAnswer {
	const { codings, ...head } = headOf(statusCode, headers);
	const content = (): AsyncIterable<Buffer> | readonly Buffer[] =>
		codings.length > 0 ? decodedPieces(pieces, codings, originOf(request.url)) : pieces;
	const textOfAll = async (limit?: number): Promise<string> => {
		try {
			return await bodyText(content(), request.url, limit);
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
