import { transportFor, connectionFree } from '../../edition/edition';
import type { RequestHelper, SentRequest, Transport, RawHeaders } from '../../edition/ports/transport';
import { abortedError } from '../../protocol/wire/libraryError';
import { type Clock, systemClock } from '../async/clock';
import { type Limits, SILENCE_MS, slackFor, timeFor, endingEarly, TEXT_TOTAL_MS } from './slowTransfer';
import { secureLookup, sendFollowing } from './addresses';
import { TEXT_LIMIT, decodedPieces, bodyText, headOf } from './httpAnswer';
import { type Streamed, streamedAnswer, StreamedBody, type Dispatch } from './streamedAnswer';
import { originOf, transportError } from './transportErrors';
import type { Http, HttpAnswer, HttpRequest, HttpSettings } from './types';

/* Sends requests within limits of time, follows redirects and returns answers, whatever their status. */

/** Compressed answers cost time, and those of a download could be neither counted nor resumed. */
const OWN_HEADERS = { 'user-agent': 'n8n-nodes-file-library', 'accept-encoding': 'identity' };

/** The client of these settings. `helper` is n8n's own, for an edition that sends by it. */
export function httpFor(settings: HttpSettings, helper?: RequestHelper): Http {
	const { allowUnauthorizedCerts, egress, clock = systemClock } = settings;
	const transport = transportFor({
		allowUnauthorizedCerts,
		...(egress ? { egress, lookup: () => secureLookup(egress) } : {}),
		...(helper ? { helper } : {}),
	});
	return {
		request: async (request) =>
			await sendFollowing(async (each) => await send(transport, each, clock), settings, request),
		close: async () => await transport.close(),
	};
}

async function send(transport: Transport, request: HttpRequest, clock: Clock): Promise<HttpAnswer> {
	if (request.signal?.aborted) throw abortedError(request.signal.reason);
	const { method, url, body, largeAnswer = false } = request;
	const { headersTimeout = SILENCE_MS.request, bodyTimeout: silenceMs = SILENCE_MS.request } = request;
	const slackMs = slackFor(headersTimeout) + timeFor(sizeOf(body));
	const limits: Limits = { signal: request.signal ?? null, clock, where: originOf(url), silenceMs, slackMs };
	const sent: SentRequest = {
		method,
		url,
		headersTimeout,
		largeAnswer,
		headers: { ...OWN_HEADERS, ...request.headers },
		// A large body has a limit of its own: undici's goes on while the reader holds the connection back.
		bodyTimeout: largeAnswer ? 0 : silenceMs,
		...(body === undefined ? {} : { body }),
	};
	const dispatch: Dispatch = (handler) => transport.dispatch(sent, handler);
	try {
		if (largeAnswer) {
			return streamedAnswer(await requestStreamed(dispatch, limits), request, limits);
		}
		return collectedAnswer(
			await requestCollected(dispatch, limits, request.answerLimit ?? TEXT_LIMIT + 1),
			request,
		);
	} catch (cause) {
		throw transportError(cause, request);
	}
}

/** Bytes of a request body, without the frame of a form. */
function sizeOf(body: HttpRequest['body']): number {
	if (body === undefined) return 0;
	return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : body.file.size;
}

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
async function requestCollected(dispatch: Dispatch, limits: Limits, limit: number): Promise<WholeAnswer> {
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
function collectedAnswer({ statusCode, headers, pieces }: WholeAnswer, request: HttpRequest): HttpAnswer {
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

/** Sends a request, and returns when the head of its answer is there. Throws what the transport reports. */
export async function requestStreamed(dispatch: Dispatch, limits: Limits): Promise<Streamed> {
	const early = endingEarly(limits);
	return await new Promise((resolve, reject) => {
		let body: StreamedBody | undefined;
		dispatch({
			onRequestStart: early.begin,
			onResponseStart: (controller, statusCode, headers) => {
				if (statusCode < 200) return early.arrived(0);
				early.answered();
				body = new StreamedBody(controller, limits.silenceMs);
				resolve({ statusCode, headers, body });
			},
			onResponseData: (_, piece) => (early.arrived(piece.length), body?.arrive(piece)),
			onResponseEnd: () => (early.end(), body?.complete()),
			onResponseError: (_, error) => {
				early.end();
				if (body) body.destroy(error);
				else reject(early.failure(error));
			},
		});
	});
}
