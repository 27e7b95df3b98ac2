import zlib from 'node:zlib';
import { holderOf, libraryBehind } from '../../auth/callers';
import { knowsContent } from '../../families/announceUpload';
import { ServiceFailure } from '../../http/errors';
import { type Exchange, readBody, sendJson, sendText } from '../../http/exchange';
import type { Library } from '../../store/library/library';
import { putFile } from '../../store/library/write';
import type { Announcement, Session } from '../../store/uploads';
import { librariesOf, takesPart } from '../../world/participation';
import type { World } from '../../world/world';
import type { Host } from '../host';

/** The header x-<prefix>-<name>. fact 7.1: prefixes differ. */
function vendorHeader({ options }: World, { req }: Exchange, name: string): string | undefined {
	const value = req.headers[`x-${options.prefix}-${name}`];
	return Array.isArray(value) ? value[0] : value;
}

/** The header x-<prefix>-upload-<name>. */
const uploadHeader = (world: World, exchange: Exchange, name: string): string | undefined =>
	vendorHeader(world, exchange, `upload-${name}`);

/** doc: 401 for an invalid session, 500 if not initialized. assumed: that is a session whose temporary file is gone. */
function sessionOf(world: World, exchange: Exchange): Session {
	const id = uploadHeader(world, exchange, 'session') ?? '';
	const session = world.uploads.get(id, world.now());
	if (!session) throw new ServiceFailure(401, 'invalid session');
	if (session.state === 'lost') throw new ServiceFailure(500, 'upload not initialized');
	return session;
}

/** fact 7.5: header values are encoded by most clients. assumed: one that is not encoded is taken as it is. */
function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

function needHeader(world: World, exchange: Exchange, name: string): string {
	const value = uploadHeader(world, exchange, name);
	if (value === undefined || value === '')
		throw new ServiceFailure(400, `header 'x-${world.options.prefix}-upload-${name}' is missing`);
	return decoded(value);
}

/** Where it may be announced. assumed (E01): in org_client_id; without one, in any library of the token's member. */
function callerLibraries(world: World, exchange: Exchange): Library[] {
	const orgClientId = exchange.query.find(([name]) => name === 'org_client_id')?.[1];
	if (orgClientId) return [libraryBehind(world, orgClientId)];
	const header = `x-${world.options.prefix}-token`;
	const token = vendorHeader(world, exchange, 'token');
	if (!token) throw new ServiceFailure(400, `query parameter 'org_client_id' and header '${header}' are missing`);
	const { enterprise, directory, member } = holderOf(world, token);
	return librariesOf(world, enterprise.id).filter((library) => takesPart(library, member.id, directory));
}

/** The announced upload that the headers of upload_init name. doc: 400 for missing parameters. */
function announcementOf(world: World, exchange: Exchange): Announcement {
	needHeader(world, exchange, 'filename');
	const pathhash = needHeader(world, exchange, 'pathhash');
	const filehash = needHeader(world, exchange, 'filehash');
	const size = needHeader(world, exchange, 'filesize');
	const announced = callerLibraries(world, exchange).map((each) => world.uploads.find(each, pathhash, filehash));
	const announcement = announced.find((each) => each !== undefined);
	// assumed: only what create_file announced can be uploaded.
	if (!announcement) throw new ServiceFailure(404, 'no upload was requested for this pathhash and filehash');
	const { filesize } = announcement.write;
	if (size !== String(filesize)) throw new ServiceFailure(400, `filesize ${size} is not the ${filesize} announced`);
	return announcement;
}

/** upload_init. doc: 200 with the session, 202 when the file is complete at once. */
async function init(world: World, exchange: Exchange): Promise<void> {
	const announcement = announcementOf(world, exchange);
	const { library, write } = announcement;
	if (knowsContent(world, library, write)) {
		putFile(library, write);
		world.uploads.complete(announcement);
		sendJson(exchange, 202, {});
		return;
	}
	const session = world.uploads.open(announcement, world.contents.writer(), world.now());
	sendJson(exchange, 200, { session: session.id });
}

/** Puts the finished file into the library; it is not visible earlier. */
function commit(world: World, session: Session): void {
	if (session.state !== 'finishing' || !session.sealed) return;
	const { library, write } = session.announcement;
	putFile(library, write);
	world.contents.add(session.sealed);
	void session.writer.discard();
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

/** doc: 200 success, 202 processing, 409 incomplete. fact 7.11: no chunk if empty. assumed: finishing again is 200. */
async function finish(world: World, exchange: Exchange): Promise<void> {
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

/** CRC-32 as in zip (IEEE 802.3, reflected), unsigned; the types of this project are older than it. */
const { crc32 } = zlib as unknown as { readonly crc32: (bytes: Uint8Array) => number };

/** doc: `0-199` are the first 200 bytes; 416 for a range that is malformed or outside the file. */
function rangeOf(world: World, exchange: Exchange, size: number) {
	const text = uploadHeader(world, exchange, 'range') ?? '';
	const found = /^(\d+)-(\d+)$/.exec(text);
	const [first, last] = [Number(found?.[1]), Number(found?.[2])];
	if (!found || last < first || last >= size)
		throw new ServiceFailure(416, `invalid range '${text}' for ${size} bytes`);
	return { first, last };
}

/** fact 7.7, assumed (E04): a chunk's CRC, if sent, is unsigned decimal, as in zip. doc: error_msg has both values. */
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
async function part(world: World, exchange: Exchange): Promise<void> {
	const body = await readBody(exchange.req, MAX_CHUNK_BYTES);
	exchange.record.bodyBytes = body.length;
	const session = sessionOf(world, exchange);
	// doc, 410: no new chunks while the temporary file is processed.
	if (session.busy || session.state !== 'receiving')
		throw new ServiceFailure(410, 'the temporary file is being operated on');
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

/** upload_req. doc: the number of uploaded bytes. fact 7.3: as plain decimal text. */
async function query(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	sendText(exchange, 200, String(session.writer.length));
}

async function abort(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	await world.uploads.drop(session);
	sendJson(exchange, 200, {});
}

type Step = (world: World, exchange: Exchange) => Promise<void>;

const steps: Readonly<Record<string, { readonly method: 'POST' | 'PUT'; readonly run: Step }>> = {
	'/upload_init': { method: 'POST', run: init },
	'/upload_part': { method: 'PUT', run: part },
	'/upload_req': { method: 'POST', run: query },
	'/upload_finish': { method: 'POST', run: finish },
	'/upload_abort': { method: 'POST', run: abort },
};

/** doc: chunked upload. */
export const uploadHost: Host = {
	role: 'upload',
	serves: (path) => Object.hasOwn(steps, path),
	handle: async (world, exchange) => {
		const step = steps[exchange.path];
		if (exchange.method !== step?.method) throw new ServiceFailure(405, `${exchange.method} is not allowed here`);
		await step.run(world, exchange);
	},
};
