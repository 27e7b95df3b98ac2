import { readWebUpload } from '../hosts/upload/webUploadForm';
import { badParameter } from '../http/errors';
import type { Exchange } from '../http/exchange';
import { mergePairs, type Parameters } from '../http/form';
import type { Content } from '../store/content';
import type { World } from '../world/world';

/** Whether the parameters come with a file, which lenient mode takes. */
export function isMultipart(exchange: Exchange): boolean {
	return /^multipart\/form-data\b/i.test(exchange.req.headers['content-type'] ?? '');
}

/**
 * fact 7.19: create_file as a multipart form with the content, which the service then has already. assumed: SHA1 and
 * size may be left out, as they follow from the content.
 */
export async function readMultipart(world: World, exchange: Exchange): Promise<Parameters> {
	const writer = world.contents.writer();
	try {
		const form = await readWebUpload(exchange, writer);
		exchange.record.params = Object.fromEntries(form.pairs);
		const content = await form.content;
		exchange.record.bodyBytes = content?.size ?? 0;
		const parameters = mergePairs(form.pairs, false);
		if (!content) return parameters;
		writer.release();
		return withContent(world, parameters, content);
	} catch (cause) {
		await writer.discard();
		throw badParameter('Content-Type', `is a multipart form, but: ${cause instanceof Error ? cause.message : ''}`);
	}
}

function withContent(world: World, parameters: Parameters, content: Content): Parameters {
	world.contents.add(content);
	return new Map([['filehash', content.sha1], ['filesize', String(content.size)], ...parameters]);
}
