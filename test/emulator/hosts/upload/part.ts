import { ServiceFailure } from '../../http/errors';
import { type Exchange, readBody, sendJson } from '../../http/exchange';
import { putFile } from '../../store/library/write';
import { type Session } from '../../store/uploads';
import { type World } from '../../world/world';
import { sessionOf, uploadHeader } from './init';

/** Puts the finished file into the library; it is not visible earlier. */
function commit(world: World, session: Session): void {
	if (session.state !== 'finishing' || !session.sealed) return;
	const { library, write } = session.announcement;
	putFile(library, write);
	world.contents.add(session.sealed);
	session.writer.release();
	world.uploads.complete(session.announcement);
	session.state = 'done';
}

/** Checks size and SHA1. assumed: a mismatch is 400, ends the session, and no file is created. */
async function seal(world: World, session: Session): Promise<void> {
	const { filehash, filesize } = session.announcement.write;
	if (session.writer.length < filesize)
		throw new ServiceFailure(409, `data incomplete: ${session.writer.length} of ${filesize} bytes are there`);
	session.state = 'finishing';
	session.sealed = await session.writer.seal();
	const { sha1 } = session.sealed;
	if (sha1 === filehash) return;
	await world.uploads.drop(session);
	throw new ServiceFailure(400, `the content has the SHA1 ${sha1}, announced was ${filehash}`);
}

/**
 * upload_finish. doc: 200 success, 202 still processing, 409 incomplete. fact 7.11: an empty file needs no chunk.
 * assumed: finishing a finished session again is 200, so that a lost answer does no harm.
 */
export async function finish(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	if (session.busy) throw new ServiceFailure(409, 'a chunk is being written');
	if (session.state === 'receiving') {
		await seal(world, session);
		const delay = world.options.finishDelayMs;
		if (delay > 0) world.schedule.add(world.now() + delay, () => commitLater(world, session));
		else commit(world, session);
	}
	if (session.state === 'failed') throw new ServiceFailure(400, session.failure);
	sendJson(exchange, session.state === 'done' ? 200 : 202, {});
}

/** Commits when the delay is over; the next upload_finish reports a failure. */
function commitLater(world: World, session: Session): void {
	try {
		commit(world, session);
	} catch (cause) {
		session.state = 'failed';
		session.failure = cause instanceof Error ? cause.message : 'the file could not be stored';
	}
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
	let value = index;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

/** CRC-32 as in zip (IEEE 802.3, reflected), unsigned. The types of Node 20 have no zlib.crc32. */
export function crc32(bytes: Uint8Array): number {
	let value = 0xffffffff;
	for (let at = 0; at < bytes.length; at++) value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
	return (value ^ 0xffffffff) >>> 0;
}

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

/** Largest chunk accepted. doc: 10 MB. assumed (E03): 10 × 1024 × 1024 bytes. */
const MAX_CHUNK_BYTES = 10 * 1024 * 1024;

/** upload_part. The temporary file grows by whole chunks only, so a broken connection leaves it as it was. */
export async function part(world: World, exchange: Exchange): Promise<void> {
	const body = await readBody(exchange.req, MAX_CHUNK_BYTES);
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
	// doc: 202 is possible too for the chunk that completes the file.
	sendJson(exchange, 200, {});
}
