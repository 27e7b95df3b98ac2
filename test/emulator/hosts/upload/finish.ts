import { ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import { sendJson } from '../../http/exchange';
import type { Session } from '../../store/uploads';
import { putFile } from '../../store/library/write';
import type { World } from '../../world/world';
import { sessionOf } from './session';

/** Puts the finished file into the library: only now does anybody see it. */
function commit(world: World, session: Session): void {
	if (session.state !== 'finishing' || !session.sealed) return;
	world.contents.add(session.sealed);
	putFile(session.ticket.library, session.ticket.write);
	world.uploads.redeem(session.ticket);
	session.state = 'done';
}

/** Checks size and SHA1. assumed: a mismatch is 400, ends the session, and no file comes of it. */
async function seal(world: World, session: Session): Promise<void> {
	const { filehash, filesize } = session.ticket.write;
	if (session.writer.length < filesize) {
		throw new ServiceFailure(409, `data incomplete: ${session.writer.length} of ${filesize} bytes are there`);
	}
	session.state = 'finishing';
	session.sealed = await session.writer.seal();
	if (session.sealed.sha1 === filehash) return;
	const got = session.sealed.sha1;
	await world.uploads.drop(session);
	throw new ServiceFailure(400, `the content has SHA1 ${got}, announced was ${filehash}`);
}

/**
 * doc: 200 success, 202 still processing, 409 incomplete. fact 7.11: zero bytes need no part.
 * assumed: finishing a finished session again is 200, so that a lost answer does no harm.
 */
export async function finish(world: World, exchange: Exchange): Promise<void> {
	const session = sessionOf(world, exchange);
	if (session.busy) throw new ServiceFailure(409, 'a chunk is being written');
	if (session.state === 'receiving') {
		await seal(world, session);
		const delay = world.options.finishDelayMs;
		if (delay > 0) world.agenda.add(world.now() + delay, () => settle(world, session));
		else commit(world, session);
	}
	if (session.state === 'failed') throw new ServiceFailure(400, session.failure);
	sendJson(exchange.res, session.state === 'done' ? 200 : 202, {});
}

/** Commits later; what goes wrong then is told at the next upload_finish. */
function settle(world: World, session: Session): void {
	try {
		commit(world, session);
	} catch (cause) {
		session.state = 'failed';
		session.failure = cause instanceof Error ? cause.message : 'the file could not be stored';
	}
}
