import { ServiceFailure } from '../../http/errors';
import { readBody, sendJson, type Exchange } from '../../http/exchange';
import type { Session } from '../../store/uploads';
import type { World } from '../../world/world';
import { crc32 } from './crc32';
import { sessionOf, uploadHeader } from './session';

interface Range {
	readonly first: number;
	readonly last: number;
}

/** doc: `0-199` are the first 200 bytes; 416 for a range that is malformed or outside the file. */
function rangeOf(world: World, exchange: Exchange, size: number): Range {
	const text = uploadHeader(world, exchange, 'range') ?? '';
	const found = /^(\d+)-(\d+)$/.exec(text);
	const [first, last] = [Number(found?.[1]), Number(found?.[2])];
	if (!found || last < first || last >= size)
		throw new ServiceFailure(416, `invalid range '${text}' for ${size} bytes`);
	return { first, last };
}

/** doc, 410: no new chunks while the temporary file is processed. */
function refuseBusy(session: Session): void {
	if (session.busy || session.state !== 'receiving')
		throw new ServiceFailure(410, 'the temporary file is being operated on');
}

/**
 * Checks the CRC of a chunk, if sent. fact 7.7, assumed (E04): unsigned decimal CRC-32 as in zip.
 * doc: error_msg contains both values.
 */
function checkCrc(world: World, exchange: Exchange, body: Buffer): void {
	const expected = uploadHeader(world, exchange, 'crc');
	if (expected === undefined) return;
	const received = crc32(body);
	if (expected !== String(received))
		throw new ServiceFailure(40001, `CRC mismatch: got ${received}, expected ${expected}`);
}

/** upload_part. The temporary file grows by whole chunks only, so a broken connection leaves it as it was. */
export async function part(world: World, exchange: Exchange): Promise<void> {
	const body = await readBody(exchange.req, world.options.maxChunkBytes);
	exchange.record.bodyBytes = body.length;
	const session = sessionOf(world, exchange);
	refuseBusy(session);
	const { filesize } = session.announcement.write;
	const { first, last } = rangeOf(world, exchange, filesize);
	if (first !== session.writer.length) {
		const expect = session.writer.length;
		throw new ServiceFailure(40900, `the chunk starts at ${first}, expected ${expect}`, { expect });
	}
	if (body.length !== last - first + 1)
		throw new ServiceFailure(40002, `the range has ${last - first + 1} bytes, the chunk ${body.length}`);
	checkCrc(world, exchange, body);
	session.busy = true;
	try {
		await session.writer.append(body);
	} finally {
		session.busy = false;
	}
	sendJson(exchange, session.writer.length === filesize ? world.options.completePartStatus : 200, {});
}
