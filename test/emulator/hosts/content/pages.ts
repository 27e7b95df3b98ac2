import { buffer } from 'node:stream/consumers';
import { codes, missing, ServiceFailure } from '../../http/errors';
import { escapeHtml, type Exchange, sendHtml } from '../../http/exchange';
import { readLink } from '../../links/fileLinks';
import { type Actor, acts, type Entry, fullpathOf, joinPath } from '../../store/library/entry';
import type { ExternalLink } from '../../store/library/externalLinks';
import type { Library } from '../../store/library/library';
import { putFile } from '../../store/library/write';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { sendContent } from './download';
import { messagePage, viewerPage } from './viewerPage';

/** The file of `/preview/<mount>/<hash>` and `/cedit/<mount>/<hash>`. */
function fileAt(world: World, path: string): Entry {
	const [, , mountId, hash = ''] = path.split('/');
	const library = world.libraries.get(Number(mountId));
	if (!library) throw missing(path);
	return library.tree.getByHash(hash);
}

/** doc: valid for 10 minutes; SVC_VIEWER_EVENT has the vendor prefix. assumed: a failure is a page for people. */
export const previewHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/preview/'),
	handle: async (world, exchange) => {
		try {
			const facts = readLink(world, exchange);
			const { name } = fileAt(world, exchange.path);
			const html = viewerPage({
				name,
				eventType: `${world.options.prefix.toUpperCase()}_VIEWER_EVENT`,
				watermark: facts.get('watermark'),
				annotation: facts.get('annotation') ?? '',
				annotationMode: facts.get('annotation_mode') ?? '',
			});
			sendHtml(exchange.res, 200, html);
		} catch (cause) {
			if (!(cause instanceof ServiceFailure)) throw cause;
			sendHtml(exchange.res, cause.status, messagePage(cause.message));
		}
	},
};

/** A page with a heading and a word, for which there is nothing to try. */
const plainPage = (title: string, text: string): string =>
	`<!doctype html><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`;

/** assumed: an editing page shows only the name and the mode; there is no editor. */
export const editHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/cedit/'),
	handle: async (world, exchange) => {
		const mode = readLink(world, exchange).get('readonly') === '1' ? 'read-only' : 'editable';
		sendHtml(exchange.res, 200, plainPage(fileAt(world, exchange.path).name, mode));
	},
};

/** assumed: the admin console, the target of a partner's login link, shows only the name of the enterprise. */
export const consoleHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/console/'),
	handle: async (world, exchange) => {
		readLink(world, exchange);
		const enterprise = world.enterprises.get(Number(exchange.path.split('/')[2]));
		sendHtml(exchange.res, 200, plainPage(enterprise?.name ?? '', ''));
	},
};

/** assumed: visitors of external links are in the library log without a name. */
const VISITOR: Actor = { id: 0, name: '' };

const PASSWORD_PAGE =
	'<!doctype html><title>Password</title><form>Password <input name="password"><button>Open</button></form>';

interface OpenLink {
	readonly link: ExternalLink;
	readonly library: Library;
}

function findLink(world: World, code: string): OpenLink {
	for (const library of world.libraries.values()) {
		const link = library.links.get(code, seconds(world.now()));
		if (link) return { link, library };
	}
	throw new ServiceFailure(codes.notFound, 'the link is closed or does not exist');
}

/** assumed: with `auth` upload, PUT `/link/<code>/upload?name=…` puts a file into the folder. */
async function upload(world: World, { link, library }: OpenLink, { req, res }: Exchange, name: string): Promise<void> {
	if (link.auth !== 'upload' || link.entry.children === null || name === '' || name.includes('/'))
		throw new ServiceFailure(codes.forbidden, 'the link does not allow this upload');
	const { sha1: filehash, size: filesize } = world.contents.put(await buffer(req));
	const path = joinPath(fullpathOf(link.entry), name);
	const file = putFile(library, { path, filehash, filesize, overwrite: false, actor: VISITOR });
	library.note(file, acts.uploadLink, VISITOR);
	sendHtml(res, 200, plainPage('Uploaded', name));
}

/** assumed: an external link is a page with the name; with `auth` download, `/link/<code>/download` is the content. */
export const linkHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/link/'),
	handle: async (world, exchange) => {
		const [, , code = '', action] = exchange.path.split('/');
		const open = findLink(world, code);
		const { link, library } = open;
		const query = new Map(exchange.query);
		if (link.password !== '' && query.get('password') !== link.password) {
			sendHtml(exchange.res, 403, PASSWORD_PAGE);
			return;
		}
		if (action === 'upload') return await upload(world, open, exchange, query.get('name') ?? '');
		if (action !== 'download') {
			library.note(link.entry, acts.openLink, VISITOR);
			sendHtml(exchange.res, 200, plainPage(link.entry.name, link.auth));
			return;
		}
		const content = world.contents.get(link.entry.filehash);
		if (link.auth === 'preview' || !content)
			throw new ServiceFailure(codes.forbidden, 'the link does not allow downloads');
		library.note(link.entry, acts.downloadLink, VISITOR);
		await sendContent(exchange, content, link.entry.name, false);
	},
};
