import { createHash } from 'node:crypto';
import type { ByteStream } from '../../edition/ports';
import { freed } from '../../edition/shared/blocks';
import { bufferSource, type Source, overBytes, reportingUnreadable, tooShort } from './source';
import { openFile } from '../download/download';
import type { Caller } from '../service/call';
import type { UploadContent } from './state';

interface Streamed {
	/** Opens the content at its beginning. */
	readonly open: () => Promise<ByteStream>;
	/** Bytes, when known. */
	readonly size?: number;
	/** Whether nobody else has the memory of the pieces, so that it can be freed as soon as they were used. */
	readonly isOwn?: boolean;
}

/** A larger piece is hashed in steps, in bytes. */
const LARGE = 1024 * 1024;

/**
 * Content that is only available as a stream from its beginning (n8n's getBinaryStream). `open` is called again to hash
 * and to go back. Pieces of the stream may have any length. `size` in bytes when known; the number counted while
 * hashing takes precedence.
 */
export function streamSource({ size = -1, open, isOwn = false }: Streamed): Source {
	let counted = size;
	let whole: Source | undefined;
	const parts = partsOf({ open, isOwn });
	return {
		get size() {
			return counted;
		},
		sha1: async () => {
			const hashing = parts.begin().then(async (stream) => await hashOf(stream, isOwn));
			const { hash, length, only } = await reportingUnreadable('input', hashing);
			counted = length;
			// n8n's database mode loads the content as one piece: loading it again would put a second one in memory.
			whole = only && bufferSource(only);
			return hash;
		},
		read: async (...part) => await (whole ?? parts).read(...part),
		close: parts.close,
	};
}

/**
 * Content whose size in bytes and SHA1 are known before a byte of it is read: it is opened only when the service asks
 * for bytes, and again to go back. The stream must fail at its end if the content is another one: the last bytes are
 * handed out once it has ended well, so that damaged content never becomes a whole file.
 */
export const knownSource = ({ size, sha1, open }: UploadContent & Pick<Streamed, 'open'>): Source => ({
	size,
	sha1: async () => sha1,
	...partsOf({ open, size }),
});

/** Parts of a stream: forwards in the one that is open, back in a new one. After `size` bytes its end is awaited. */
function partsOf({ open, size = Infinity, isOwn = false }: Streamed) {
	let stream: ByteStream | undefined;
	let isClosed = false;
	let pieces: AsyncIterator<Buffer | string> | undefined;
	/** The last piece that came, what is left of it, and where that is in the content. */
	let [piece, rest, at] = [NOTHING, NOTHING, 0];
	/** Opens the content in place of the stream that is open. */
	const begin = async (): Promise<ByteStream> => {
		stream?.destroy();
		pieces = undefined;
		stream = await open();
		if (isClosed) stream.destroy();
		return stream;
	};
	const fill = async (offset: number, bytes: Buffer): Promise<Buffer> => {
		if (!pieces || at > offset) {
			pieces = ((await begin()) as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
			[piece, rest, at] = [NOTHING, NOTHING, 0];
		}
		const end = offset + bytes.length;
		while (at < end) {
			if (rest.length === 0) {
				const next = await pieces.next();
				if (next.done) throw tooShort(at, end);
				rest = piece = toBuffer(next.value);
			}
			const skip = Math.min(rest.length, Math.max(0, offset - at));
			const use = Math.min(rest.length - skip, end - at - skip);
			if (use > 0) rest.copy(bytes, at + skip - offset, skip, skip + use);
			rest = rest.subarray(skip + use);
			if (isOwn && rest.length === 0) freed(piece);
			at += skip + use;
		}
		// A stream that has ended well had the content that was expected.
		if (at === size) for (let next = await pieces.next(); !next.done;) next = await pieces.next();
		return bytes;
	};
	const read: Source['read'] = async (offset, length, memory = () => Buffer.allocUnsafe(length)) =>
		await reportingUnreadable('upload', fill(offset, memory().subarray(0, length)));
	const close = async (): Promise<void> => {
		isClosed = true;
		stream?.destroy();
	};
	return { begin, read, close };
}

const NOTHING: Buffer = Buffer.alloc(0);

const toBuffer = (piece: Buffer | string): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** SHA1 and length of a stream; `only` is the content when it came in one piece. */
async function hashOf(stream: ByteStream, isOwn: boolean) {
	const hash = createHash('sha1');
	let length = 0;
	let only: Buffer | undefined;
	for await (const piece of stream as AsyncIterable<Buffer | string>) {
		const bytes = toBuffer(piece);
		only = length === 0 && !isOwn ? bytes : undefined;
		if (bytes.length > LARGE) await overBytes(bytes.length, (from, to) => hash.update(bytes.subarray(from, to)));
		else hash.update(bytes);
		length += bytes.length;
		if (isOwn) freed(bytes);
	}
	return { hash: hash.digest('hex'), length, only };
}

/**
 * The content of a file of a library, which `params` name, to be uploaded to another place: downloaded while it is
 * read, in constant memory. Size (bytes) and SHA1 are checked before the last bytes are handed out, so that a damaged
 * or changed content never becomes a whole file. Where the SHA1 is not known ('') the content is downloaded twice, the
 * first time to find it out.
 */
export function remoteSource(
	caller: Caller,
	params: Readonly<Record<string, string>>,
	{ size, sha1 }: UploadContent,
): Source {
	const open = async (): Promise<ByteStream> => (await openFile(caller, params, { expected: { size, sha1 } })).stream;
	return sha1 === '' ? streamSource({ size, open }) : knownSource({ size, sha1: sha1.toLowerCase(), open });
}
