import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/* Decompresses the bodies of answers. */

/** The first bytes of a compressed body decide between the two forms that are called deflate. */
type MakeDecoder = (first: Buffer) => Transform;

/** RFC 9110 means the zlib format; some servers send the bare one. */
const isZlibFormat = (first: Buffer): boolean =>
	((first[0] ?? 0) & 0x0f) === 8 && (first.length < 2 || first.readUInt16BE(0) % 31 === 0);

/** Not in every version of Node.js that the package supports. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: { chunkSize: number }) => Transform };

/** Larger pieces than the 16 KiB of zlib cost less to pass on. */
const options = { chunkSize: 128 * 1024 };
const gunzip: MakeDecoder = () => zlib.createGunzip(options);
const DECODERS: Readonly<Record<string, MakeDecoder>> = {
	gzip: gunzip,
	'x-gzip': gunzip,
	deflate: (first) => (isZlibFormat(first) ? zlib.createInflate(options) : zlib.createInflateRaw(options)),
	br: () => zlib.createBrotliDecompress(options),
	...(createZstdDecompress ? { zstd: () => createZstdDecompress(options) } : {}),
};

/** The codings that `decompressed` undoes. */
export const CODINGS: ReadonlySet<string> = new Set(Object.keys(DECODERS));

/**
 * The pieces of a body without one coding. An empty body is empty, whatever its header says. Throws what `from` throws,
 * and what `explain` makes of a failure of the decoder.
 */
export async function* decompressed(
	from: AsyncGenerator<Buffer>,
	coding: string,
	explain: (cause: unknown) => Error,
): AsyncGenerator<Buffer> {
	let failure: { readonly cause: unknown } | undefined;
	const first = await from.next();
	if (first.done) return;
	async function* whole(start: Buffer): AsyncGenerator<Buffer> {
		yield start;
		try {
			yield* from;
		} catch (cause) {
			failure = { cause };
			throw cause;
		}
	}
	const decoder = (DECODERS[coding] ?? gunzip)(first.value);
	const source = Readable.from(whole(first.value));
	const fed = pipeline(source, decoder).catch(() => undefined); // thrown by the decoder too
	try {
		yield* decoder as AsyncIterable<Buffer>;
	} catch (cause) {
		throw failure ? failure.cause : explain(cause);
	} finally {
		decoder.destroy();
		await fed;
	}
}
