import { codes, ServiceFailure } from '../../http/errors';
import { type Exchange, escapeHtml, sendHtml } from '../../http/exchange';
import { acts } from '../../store/library/acts';
import { fullpathOf, type Actor } from '../../store/library/entry';
import type { ExternalLink } from '../../store/library/externalLinks';
import type { Library } from '../../store/library/library';
import { joinPath } from '../../store/library/paths';
import { putFile } from '../../store/library/write';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { sendContent } from './download';

/** assumed: visitors of external links are in the library log without a name. */
const VISITOR: Actor = { id: 0, name: '' };

const PASSWORD_PAGE =
	'<!doctype html><title>Password</title><form>Password <input name="password"><button>Open</button></form>';

/** A link that is open, and the library of its file. */
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
async function upload(world: World, { link, library }: OpenLink, exchange: Exchange): Promise<void> {
	const name = exchange.query.find(([key]) => key === 'name')?.[1] ?? '';
	if (link.auth !== 'upload' || link.entry.children === null || name === '' || name.includes('/'))
		throw new ServiceFailure(codes.forbidden, 'the link does not allow this upload');
	const chunks: Buffer[] = [];
	for await (const chunk of exchange.req) chunks.push(chunk as Buffer);
	const content = world.contents.put(Buffer.concat(chunks));
	const path = joinPath(fullpathOf(link.entry), name);
	const file = { filehash: content.sha1, filesize: content.size, overwrite: false, actor: VISITOR };
	library.note(putFile(library, { path, ...file }), acts.uploadLink, VISITOR);
	sendHtml(exchange.res, 200, '<!doctype html><title>Uploaded</title><p>Uploaded</p>');
}

/** assumed: an external link is a page with the name; with `auth` download, `/link/<code>/download` is the content. */
export const linkHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/link/'),
	handle: async (world, exchange) => {
		const [, , code = '', action] = exchange.path.split('/');
		const open = findLink(world, code);
		const { link, library } = open;
		const password = exchange.query.find(([name]) => name === 'password')?.[1] ?? '';
		if (link.password !== '' && password !== link.password) {
			sendHtml(exchange.res, 403, PASSWORD_PAGE);
			return;
		}
		if (action === 'upload') return await upload(world, open, exchange);
		if (action !== 'download') {
			const name = escapeHtml(link.entry.name);
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
