import { sendJson, type Exchange } from '../../http/exchange';
import type { World } from '../../world/world';
import { commit, seal } from './finish';
import { announcementOf } from './init';

/**
 * upload_all, which the document does not have. fact 7.13: the headers of upload_init and the whole content at once.
 * assumed: the answers are those of upload_finish.
 */
export async function whole(world: World, exchange: Exchange): Promise<void> {
	const announcement = announcementOf(world, exchange);
	const session = world.uploads.open(announcement, world.contents.writer(), world.now());
	for await (const chunk of exchange.req as AsyncIterable<Buffer>) await session.writer.append(chunk);
	exchange.record.bodyBytes = session.writer.length;
	await seal(world, session);
	commit(world, session);
	sendJson(exchange, 200, {});
}
