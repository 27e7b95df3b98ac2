import { missing, ServiceFailure } from '../../http/errors';
import { escapeHtml, sendHtml } from '../../http/exchange';
import { readLink } from '../../links/fileLinks';
import type { Entry } from '../../store/library/entry';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { messagePage, viewerPage } from './viewerPage';

/** The file of `/preview/<mount>/<hash>` and `/cedit/<mount>/<hash>`. */
function fileAt(world: World, path: string): Entry {
	const [, , mountId, hash = ''] = path.split('/');
	const library = world.libraries.get(Number(mountId));
	if (!library) throw missing(path);
	return library.tree.getByHash(hash);
}

/**
 * doc: preview pages, valid for 10 minutes; the event type is SVC_VIEWER_EVENT with the vendor prefix.
 * assumed: a failure is shown as a page, as a person reads it.
 */
export const previewHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/preview/'),
	handle: async (world, exchange) => {
		try {
			const facts = readLink(world, exchange);
			const { name } = fileAt(world, exchange.path);
			const { prefix, mediaSpeed } = world.options;
			const html = viewerPage({
				name,
				eventType: `${prefix.toUpperCase()}_VIEWER_EVENT`,
				watermark: facts.get('watermark'),
				annotation: facts.get('annotation') ?? '',
				annotationMode: facts.get('annotation_mode') ?? '',
				mediaSpeed,
			});
			sendHtml(exchange.res, 200, html);
		} catch (cause) {
			if (!(cause instanceof ServiceFailure)) throw cause;
			sendHtml(exchange.res, cause.status, messagePage(cause.message));
		}
	},
};

/** assumed: an editing page shows only the name and the mode; there is no editor. */
export const editHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/cedit/'),
	handle: async (world, exchange) => {
		const facts = readLink(world, exchange);
		const mode = facts.get('readonly') === '1' ? 'read-only' : 'editable';
		const name = escapeHtml(fileAt(world, exchange.path).name);
		sendHtml(exchange.res, 200, `<!doctype html><title>${name}</title><p>${mode}</p>`);
	},
};

/** assumed: the admin console, the target of a partner's login link, shows only the name of the enterprise. */
export const consoleHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/console/'),
	handle: async (world, exchange) => {
		readLink(world, exchange);
		const name = escapeHtml(world.enterprises.get(Number(exchange.path.split('/')[2]))?.name ?? '');
		sendHtml(exchange.res, 200, `<!doctype html><title>${name}</title><h1>${name}</h1>`);
	},
};
