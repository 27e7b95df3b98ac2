import { connectionFree } from '../../edition/edition';
import type { RawHeaders } from '../../edition/ports/transport';
import { after, type Clock } from '../async/clock';
import { endingEarly, type Limits } from './earlyEnd';
import { headOf, bodyText } from './httpAnswer';
import { decodedPieces } from './contentCoding';
import { DISCARD_MS, slackFor, TEXT_TOTAL_MS, TransferGuard } from './slowTransfer';
import { type Dispatch, StreamedBody } from './streamedBody';
import { originOf, transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest, TakePiece } from './types';

/** Sends a request, and returns when the head of its answer is there. Throws what the transport reports. */
export async function requestStreamed(
	dispatch: Dispatch,
	limits: Limits,
): Promise<{ readonly statusCode: number; readonly headers: RawHeaders; readonly body: StreamedBody }> {
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

/** An answer that has begun, and what limits how long its body may take. */
interface Arriving {
	readonly status: number;
	readonly headers: RawHeaders;
	readonly body: StreamedBody;
	readonly request: HttpRequest;
	readonly clock: Clock;
	/** Longest silence inside the body, in ms. */
	readonly silenceMs: number;
}

/** An answer whose body is not compressed any more and fails with LibraryError, however it is read. */
export function streamedAnswer({ status, headers: raw, body, request, clock, silenceMs }: Arriving): HttpAnswer {
	const where = originOf(request.url);
	const { codings, ...head } = headOf(status, raw);
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

/** A body under way, and how slowly it may come. */
interface UnderWay extends Pick<Arriving, 'body' | 'request' | 'clock'> {
	readonly where: string;
	readonly slackMs: number;
	readonly totalMs?: number;
}

/** Reads a body, which is dropped when it comes too slowly. Throws LibraryError. */
async function underGuard<T>(
	{ body, request, ...limits }: UnderWay,
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
