import type { MultipartBody, SentRequest } from '../ports/transport';

/** A body as it is sent, with the headers that describe it; `body` is null for a request without one. */
export interface EncodedBody {
	readonly body: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer> | null;
	readonly headers: Readonly<Record<string, string>>;
}

/** A multipart form whose file is still empty: the file's content goes between `head` and `tail`. */
export interface FormFrame {
	readonly head: Buffer;
	readonly tail: Buffer;
	readonly headers: Readonly<Record<string, string>>;
}

const SLICE = 1024 * 1024;

/** Encodes the body of a request; `frameOf` encodes the form around a file. Copies neither a buffer nor a file. */
export function encodedBody(
	body: SentRequest['body'],
	frameOf: (form: MultipartBody) => Promise<FormFrame>,
): EncodedBody | Promise<EncodedBody> {
	if (body === undefined) return { body: null, headers: {} };
	if (typeof body === 'string') return { body, headers: {} };
	if (!Buffer.isBuffer(body)) return frameOf(body).then((frame) => multipart(frame, body.file));
	if (body.length <= SLICE) return { body, headers: {} };
	return { body: slices(body), headers: { 'content-length': String(body.length) } };
}

/** undici restarts its silence timer with each slice it writes; one large buffer would have one limit for all of it. */
function* slices(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

function multipart({ head, tail, headers }: FormFrame, file: MultipartBody['file']): EncodedBody {
	async function* parts(): AsyncGenerator<Buffer> {
		yield head;
		yield* file.pieces;
		yield tail;
	}
	const length = head.length + file.size + tail.length;
	return { body: parts(), headers: { ...headers, 'content-length': String(length) } };
}
