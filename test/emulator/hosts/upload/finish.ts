import { ServiceFailure } from '../../http/errors';
import { sendJson, type Exchange } from '../../http/exchange';
import { putFile } from '../../store/library/write';
import type { Session } from '../../store/uploads';
import type { World } from '../../world/world';
import { sessionOf } from './session';

/** Puts the finished file into the library; it is not visible earlier. */
export function commit(world: World, session: Session): void {
	if (session.state !== 'finishing' || !session.sealed) return;
	const { library, write } = session.announcement;
	putFile(library, write);
	world.contents.add(session.sealed);
	session.writer.release();
	world.uploads.complete(session.announcement);
	session.state = 'done';
}

/** Checks size and SHA1. assumed: a mismatch is 400, ends the session, and no file is created. */
export async function seal(world: World, session: Session): Promise<void> {
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
