import { Readable } from 'node:stream';
import { defined } from '../../protocol/wire/json';
import type { Clock } from '../async/clock';
import { pump } from '../async/streamPump';
import { BulkBody } from './bulkAnswer';
import { textOf } from './bodyText';
import { codingsIn, decodedPieces } from './contentCoding';
import { DISCARD_MS, patienceFor, startPatience, TEXT_TOTAL_MS, type Patience } from './patience';
import { originOf, transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest, TakePiece } from './types';

/** The body of an answer as undici passes it on; `dump` reads it to its end and drops it. */
type Body = Readable & { dump(): Promise<void> };

/** Headers as undici passes them on: a repeated header is a list. */
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** An answer that has begun, and what limits how long its body may take. */
interface Arriving {
	readonly status: number;
	readonly headers: RawHeaders;
	readonly body: Body;
	readonly request: HttpRequest;
	readonly clock: Clock;
	/** Longest silence inside the body, in ms. */
	readonly silenceMs: number;
}

/** An answer whose body is not compressed any more and fails with LibraryError, however it is read. */
export function httpAnswer({ status, headers: raw, body, request, clock, silenceMs }: Arriving): HttpAnswer {
	const where = originOf(request.url);
	const { codings, ...head } = headOf(status, raw);
	const patient = (totalMs?: number): Patience =>
		startPatience({
			...{ clock, where, patienceMs: patienceFor(silenceMs) },
			...defined({ totalMs: totalMs && Math.max(totalMs, patienceFor(silenceMs)) }),
			give: (error) => void body.destroy(error),
		});
	const failing = async <T>(reading: Promise<T>): Promise<T> =>
		await reading.catch((cause: unknown) => {
			throw transportError(cause, request);
		});
	return {
		...head,
		text: async (limit) => {
			const patience = patient(TEXT_TOTAL_MS);
			const arrived = counted(body, patience);
			const content = codings.length > 0 ? decodedPieces(arrived, codings, where) : arrived;
			const text = await failing(textOf(content, request.url, limit)).finally(() => patience.end());
			await connectionFree();
			return text;
		},
		receive: async (take) => {
			const patience = patient();
			await failing(receive({ body, codings, where, patience }, take)).finally(() => patience.end());
			await connectionFree();
		},
		discard: async () => {
			await dropped(body, clock);
			await connectionFree();
		},
	};
}

/** Status and headers of an answer, and the codings of its body, which are undone. */
export function headOf(
	status: number,
	raw: RawHeaders,
): Pick<HttpAnswer, 'status' | 'headers' | 'compressed'> & { readonly codings: readonly string[] } {
	const headers = joined(raw);
	const codings = codingsIn(headers['content-encoding']) ?? [];
	return codings.length > 0
		? { status, headers: withoutCoding(headers), compressed: true, codings }
		: { status, headers, codings };
}

/** A body that is being read. */
interface Content {
	readonly body: Body;
	readonly codings: readonly string[];
	readonly where: string;
	readonly patience: Patience;
}

/** Hands the body to `take`, without its codings; the time that `take` asks for is not the server's. */
async function receive({ body, codings, where, patience }: Content, take: TakePiece): Promise<void> {
	const handOn: TakePiece = (piece) => {
		const wait = take(piece);
		if (wait) patience.pause();
		wait?.then(
			() => patience.resume(),
			() => undefined,
		);
		return wait;
	};
	if (codings.length > 0) {
		const decoded = decodedPieces(counted(body, patience), codings, where);
		return await passOn(Readable.from(decoded, { objectMode: false }), handOn, () => body.destroy());
	}
	const countAndHandOn: TakePiece = (piece) => {
		patience.took(piece.length);
		return handOn(piece);
	};
	if (body instanceof BulkBody) await body.receive(countAndHandOn);
	else await passOn(body, countAndHandOn, () => undefined);
}

/**
 * Hands every chunk of a body to `take`, and waits where it says so. When that fails, `leave` is called: a decoder that
 * waits for more does not let go of its connection.
 */
const passOn = async (content: Readable, take: TakePiece, leave: () => void): Promise<void> =>
	await pump(content, (chunk) => {
		try {
			const wait = take(chunk);
			wait?.then(
				() => content.resume(),
				(error: unknown) => content.destroy(error as Error),
			);
			return !wait;
		} catch (error) {
			leave();
			throw error;
		}
	});

/** Reads what is left of a body, so that its connection can be used again, but not for long. */
async function dropped(body: Body, clock: Clock): Promise<void> {
	const over = new AbortController();
	const late = async (): Promise<void> => {
		await clock.sleep(DISCARD_MS, over.signal);
		body.destroy();
	};
	late().catch(() => undefined);
	// A body that cannot be read to its end only costs its connection.
	await body.dump().catch(() => undefined);
	over.abort();
}

/** The same pieces; each is time that the server has earned. */
async function* counted(body: AsyncIterable<Buffer>, patience: Patience): AsyncGenerator<Buffer> {
	for await (const piece of body) {
		patience.took(piece.length);
		yield piece;
	}
}

/** Names in lower case; repeated headers joined by ", ". */
function joined(headers: RawHeaders): Record<string, string> {
	const all: Record<string, string> = {};
	for (const name of Object.keys(headers)) {
		const value = headers[name];
		all[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : (value ?? '');
	}
	return all;
}

/** The headers that are true for a body that was compressed and is not any more: its length was the compressed one. */
const withoutCoding = (headers: Record<string, string>): Record<string, string> =>
	defined({ ...headers, 'content-encoding': undefined, 'content-length': undefined });

/**
 * undici frees a connection one turn of the event loop after its answer ended: a request made in the same turn would
 * open another connection.
 */
export const connectionFree = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** An answer that another transport has already read. */
export const textAnswer = (status: number, headers: Readonly<Record<string, string>>, text: string): HttpAnswer => ({
	status,
	headers,
	text: async () => text,
	receive: async (take) => await take(Buffer.from(text)),
	discard: async () => undefined,
});
