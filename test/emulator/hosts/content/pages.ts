import { codes, missing, ServiceFailure } from '../../http/errors';
import { seconds } from '../../time/clock';
import { escapeHtml, sendHtml } from '../../http/exchange';
import type { Actor, Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { acts } from '../../store/library/library';
import type { ExternalLink } from '../../store/library/externalLinks';
import type { World } from '../../world/world';
import { sendContent } from './download';
import type { Host } from '../host';
import { readLink } from '../../links/signedLinks';
import { lostPage, viewerPage } from './viewerPage';

/** The file of `/preview/<mount>/<hash>` and `/cedit/<mount>/<hash>`. */
function fileAt(world: World, path: string): Entry {
	const [, , mountId, hash = ''] = path.split('/');
	const library = world.libraries.get(Number(mountId));
	if (!library) throw missing(path);
	return library.tree.getByHash(hash);
}

/** doc: preview pages, valid for 10 minutes. Event type: the document's SVC_VIEWER_EVENT with the vendor prefix. A person reads why there is none. */
export const previewHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/preview/'),
	handle: async (world, exchange) => {
		try {
			const said = readLink(world, exchange);
			const { name } = fileAt(world, exchange.path);
			const { prefix, mediaSpeed } = world.options;
			sendHtml(
				exchange.res,
				200,
				viewerPage({
					name,
					eventType: `${prefix.toUpperCase()}_VIEWER_EVENT`,
					watermark: said.get('watermark'),
					annotation: said.get('annotation') ?? '',
					annotationMode: said.get('annotation_mode') ?? '',
					mediaSpeed,
				}),
			);
		} catch (cause) {
			if (!(cause instanceof ServiceFailure)) throw cause;
			sendHtml(exchange.res, cause.status, lostPage(cause.message));
		}
	},
};

/** Editing pages: only the name and the mode, there is no editor. */
export const editHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/cedit/'),
	handle: async (world, exchange) => {
		const said = readLink(world, exchange);
		const mode = said.get('readonly') === '1' ? 'read-only' : 'editable';
		sendHtml(
			exchange.res,
			200,
			`<!doctype html><title>${escapeHtml(fileAt(world, exchange.path).name)}</title><p>${mode}</p>`,
		);
	},
};

/** The admin console a partner's login link leads to: only the name, there is no console. */
export const consoleHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/console/'),
	handle: async (world, exchange) => {
		readLink(world, exchange);
		const name = escapeHtml(world.enterprises.get(Number(exchange.path.split('/')[2]))?.name ?? '');
		sendHtml(exchange.res, 200, `<!doctype html><title>${name}</title><h1>${name}</h1>`);
	},
};

/** assumed: who opens an external link stands in the library log without a name. */
const VISITOR: Actor = { id: 0, name: '' };

function openLink(world: World, code: string): { link: ExternalLink; library: Library } {
	for (const library of world.libraries.values()) {
		const link = library.links.get(code, seconds(world.now()));
		if (link) return { link, library };
	}
	throw new ServiceFailure(codes.notFound, 'the link is closed or does not exist');
}

/** External links: a page with the name, and with `auth` download the content under `/link/<code>/download`. */
export const linkHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/link/'),
	handle: async (world, exchange) => {
		const [, , code = '', action] = exchange.path.split('/');
		const { link, library } = openLink(world, code);
		const password = exchange.query.find(([name]) => name === 'password')?.[1] ?? '';
		if (link.password !== '' && password !== link.password) {
			sendHtml(
				exchange.res,
				403,
				'<!doctype html><title>Password</title><form>Password <input name="password"><button>Open</button></form>',
			);
			return;
		}
		const name = escapeHtml(link.entry.name);
		if (action !== 'download') {
			library.note(link.entry, acts.openLink, VISITOR);
			sendHtml(exchange.res, 200, `<!doctype html><title>${name}</title><h1>${name}</h1><p>${link.auth}</p>`);
			return;
		}
		const content = world.contents.get(link.entry.filehash);
		if (link.auth === 'preview' || !content)
			throw new ServiceFailure(codes.forbidden, 'the link does not allow downloads');
		library.note(link.entry, acts.downloadLink, VISITOR);
		await sendContent(exchange, content, link.entry.name, false);
	},
};
