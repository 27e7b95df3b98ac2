import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PIECE = 1_000_000;

/** Content that no service has seen before, at an address. */
export interface ContentServer {
	readonly url: string;
	readonly sha1: string;
	close(): void;
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
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': megabytes * PIECE });
		let n = 0;
		const write = (): void => {
			while (n < megabytes) if (!response.write(piece(n++))) return;
			response.end();
		};
		response.on('drain', write);
		write();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/content.bin`;
	const close = (): void => {
		server.closeAllConnections();
		server.close();
	};
	return { url, sha1: hash.digest('hex'), close };
}
