import { pipeline } from 'node:stream/promises';
import { codes, ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import type { Content } from '../../store/content';
import type { World } from '../../world/world';
import { mediaType } from '../../links/fileKinds';
import type { Host } from '../host';
import { readLink } from '../../links/signedLinks';

/** Contents never change under their SHA1; any fixed date will do. */
const LAST_MODIFIED = new Date(Date.UTC(2026, 0, 1)).toUTCString();

/** RFC 6266 with RFC 5987: an ASCII name for old clients and the real one in UTF-8. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
	const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
	const encoded = encodeURIComponent(name).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

type Wanted = { at: 'whole' } | { at: 'part'; first: number; last: number } | { at: 'outside' };

/** RFC 9110 for one byte range; several ranges, other units and a failed If-Range give the whole content. */
export function wantedRange(
	header: string | undefined,
	ifRange: string | undefined,
	etag: string,
	size: number,
): Wanted {
	if (header === undefined || (ifRange !== undefined && ifRange !== etag && ifRange !== LAST_MODIFIED))
		return { at: 'whole' };
	const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
	if (!found || (found[1] === '' && found[2] === '')) return { at: 'whole' };
	if (found[1] === '') {
		const length = Math.min(Number(found[2]), size);
		return length === 0 ? { at: 'outside' } : { at: 'part', first: size - length, last: size - 1 };
	}
	const first = Number(found[1]);
	const last = found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
	if (found[2] !== '' && Number(found[2]) < first) return { at: 'whole' };
	return first >= size ? { at: 'outside' } : { at: 'part', first, last };
}

/** Answers GET and HEAD of a content under a name. */
export async function sendContent(exchange: Exchange, content: Content, name: string, inline: boolean): Promise<void> {
	const { req, res, method } = exchange;
	const etag = `"${content.sha1}"`;
	res.setHeader('ETag', etag);
	res.setHeader('Last-Modified', LAST_MODIFIED);
	res.setHeader('Accept-Ranges', 'bytes');
	if (req.headers['if-none-match'] === etag) {
		res.writeHead(304).end();
		return;
	}
	const ifRange = req.headers['if-range'];
	const wanted = wantedRange(req.headers.range, Array.isArray(ifRange) ? ifRange[0] : ifRange, etag, content.size);
	if (wanted.at === 'outside') {
		res.writeHead(416, { 'Content-Range': `bytes */${content.size}`, 'Content-Length': 0 }).end();
		return;
	}
	const [first, last] = wanted.at === 'part' ? [wanted.first, wanted.last] : [0, content.size - 1];
	res.setHeader('Content-Type', mediaType(name));
	res.setHeader('Content-Disposition', contentDisposition(inline ? 'inline' : 'attachment', name));
	res.setHeader('Content-Length', last - first + 1);
	if (wanted.at === 'part') res.setHeader('Content-Range', `bytes ${first}-${last}/${content.size}`);
	res.writeHead(wanted.at === 'part' ? 206 : 200);
	if (method === 'HEAD') res.end();
	// A client that goes away ends the stream; that is its right.
	else await pipeline(content.read(first, last), res).catch(() => undefined);
}

/** doc: download links, valid for 10 minutes; the addresses are given by download_url. */
export const downloadHost: Host = {
	role: 'content',
	serves: (path) => path.startsWith('/download/'),
	handle: async (world: World, exchange) => {
		if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
			throw new ServiceFailure(codes.method, 'a download takes GET or HEAD');
		const facts = readLink(world, exchange);
		const content = world.contents.get(exchange.path.slice('/download/'.length));
		if (!content) throw new ServiceFailure(codes.fileMissing, 'the content does not exist');
		await sendContent(exchange, content, facts.get('name') ?? content.sha1, facts.get('open') === '1');
	},
};
