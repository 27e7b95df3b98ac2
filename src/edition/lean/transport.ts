import type { MultipartBody, Transport, TransportSettings, ByteStream } from '../ports';
import { helperTransport } from '../shared/helperTransport';
import { asByteStream, PlainStream } from '../shared/contentStream';

/** Requests by n8n's own helper: with forms, and memory that connections read into again. */
export const transportFor = (settings: TransportSettings): Transport =>
	helperTransport(settings, async ({ body, headers, largeAnswer }) => ({
		...(largeAnswer ? { agentOptions: { onread: connectionMemory() } } : {}),
		...(typeof body === 'object' && 'file' in body ? await multipart(body, headers) : body && { body }),
	}));

/** The form of an empty file by the encoder of `fetch`, cut before its last boundary: the content goes in between. */
async function multipart({ fields, file }: MultipartBody, headers: Readonly<Record<string, string>>) {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	form.append(file.field, new Blob([], { type: file.contentType }), file.name);
	const encoded = new Response(form);
	const whole = Buffer.from(await encoded.arrayBuffer());
	const end = whole.lastIndexOf('\r\n--');
	async function* parts(): AsyncGenerator<Buffer> {
		yield whole.subarray(0, end);
		yield* file.pieces;
		yield whole.subarray(end);
	}
	return {
		body: asByteStream(new PlainStream(parts)),
		headers: {
			'content-type': encoded.headers.get('content-type') ?? '',
			'content-length': String(whole.length + file.size),
			...headers,
		},
	};
}

/** Bytes that a connection reads into. */
const BLOCK_BYTES = 256 * 1024;
/** Less room than this is not worth a read. */
const LEAST_ROOM = 64 * 1024;

/**
 * `onread` of a connection of Node.js: it reads into the same two blocks again and again, instead of a new buffer each
 * time, which only V8 could free. V8 searches all memory of n8n for such buffers, most of the time of a download. What
 * the parser of the answer has not taken yet stays as it is. n8n 1 does not pass this on.
 */
export function connectionMemory() {
	const newBlock = (): Buffer => Buffer.allocUnsafeSlow(BLOCK_BYTES);
	let [block, other, used] = [newBlock(), newBlock(), 0];
	return {
		buffer: (): Buffer => block.subarray(used),
		callback(this: ByteStream, bytes: number): boolean {
			const isWanted = this.push(block.subarray(used, used + bytes));
			used += bytes;
			const waiting = this.readableLength;
			if (waiting === 0) used = 0;
			// All that waits came last: it is in this block, or goes on in the other one.
			else if (BLOCK_BYTES - used < LEAST_ROOM)
				[block, other, used] = [waiting <= used ? other : newBlock(), block, 0];
			return isWanted;
		},
	};
}
