import { codes, ServiceFailure } from '../../http/errors';
import { escapeHtml, sendHtml } from '../../http/exchange';
import { acts } from '../../store/library/acts';
import type { Actor } from '../../store/library/entry';
import type { ExternalLink } from '../../store/library/externalLinks';
import type { Library } from '../../store/library/library';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { sendContent } from './sendContent';

/** assumed: visitors of external links are in the library log without a name. */
const VISITOR: Actor = { id: 0, name: '' };

const PASSWORD_PAGE =
	'<!doctype html><title>Password</title><form>Password <input name="password"><button>Open</button></form>';

function findLink(world: World, code: string): { link: ExternalLink; library: Library } {
	for (const library of world.libraries.values()) {
		const link = library.links.get(code, seconds(world.now()));
		if (link) return { link, library };
	}
	throw new ServiceFailure(codes.notFound, 'the link is closed or does not exist');
}

/** assumed: an external link is a page with the name; with `auth` download, `/link/<code>/download` is the content. */
export const linkHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/link/'),
	handle: async (world, exchange) => {
		const [, , code = '', action] = exchange.path.split('/');
		const { link, library } = findLink(world, code);
		const password = exchange.query.find(([name]) => name === 'password')?.[1] ?? '';
		if (link.password !== '' && password !== link.password) {
			sendHtml(exchange.res, 403, PASSWORD_PAGE);
			return;
		}
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
