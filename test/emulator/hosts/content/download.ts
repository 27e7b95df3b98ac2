import { codes, ServiceFailure } from '../../http/errors';
import { readLink } from '../../links/signedLinks';
import type { Host } from '../host';
import { sendContent } from './sendContent';

/** doc: download links, valid for 10 minutes; download_url returns them. */
export const downloadHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/download/'),
	handle: async (world, exchange) => {
		if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
			throw new ServiceFailure(codes.method, 'a download takes GET or HEAD');
		const facts = readLink(world, exchange);
		const content = world.contents.get(exchange.path.slice('/download/'.length));
		if (!content) throw new ServiceFailure(codes.fileMissing, 'the content does not exist');
		await sendContent(exchange, content, facts.get('name') ?? content.sha1, facts.get('open') === '1');
	},
};
