import { createHash, randomBytes } from 'node:crypto';
import { serve } from '../../process/loopbackServer';

const PIECE = 1_000_000;

/** Content that no service has seen before, at an address. */
export interface ContentServer {
	readonly url: string;
	readonly sha1: string;
	close(): Promise<void>;
}

/** Serves `megabytes` million random bytes on a free port of the loopback address, in constant memory. */
export async function startContentServer(megabytes: number): Promise<ContentServer> {
	// One random piece in which only the first bytes differ: every piece and the whole are unique.
	const random = randomBytes(PIECE);
	const piece = (n: number): Buffer => {
		const bytes = Buffer.from(random);
		bytes.writeUInt32BE(n);
		return bytes;
	};
	const hash = createHash('sha1');
	for (let n = 0; n < megabytes; n++) hash.update(piece(n));
	const server = await serve((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': megabytes * PIECE });
		let n = 0;
		const write = (): void => {
			while (n < megabytes) if (!response.write(piece(n++))) return;
			response.end();
		};
		response.on('drain', write);
		write();
	});
	return { url: `${server.origin}/content.bin`, sha1: hash.digest('hex'), close: server.close };
}
