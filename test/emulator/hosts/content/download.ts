import { pipeline } from 'node:stream/promises';
import { codes, ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import { mediaType, readLink } from '../../links/fileLinks';
import type { Content } from '../../store/content';
import type { Host } from '../host';

/** The part of a content that a request wants; `first` and `last` are inclusive. */
type WantedRange = { at: 'whole' } | { at: 'part'; first: number; last: number } | { at: 'outside' };

interface Described {
	readonly etag: string;
	readonly lastModified: string;
	readonly size: number;
}

/** RFC 9110, one byte range. Several ranges, other units and a failed If-Range mean the whole content. */
function wantedRange(
	header: string | undefined,
	ifRange: string | undefined,
	{ etag, lastModified, size }: Described,
): WantedRange {
	if (header === undefined || (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified))
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

/** assumed: a content never changes under its SHA1, so any fixed date will do. */
const LAST_MODIFIED = new Date(Date.UTC(2026, 0, 1)).toUTCString();

/** RFC 6266 with RFC 5987: an ASCII name for old clients, and the name itself in UTF-8. */
function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
	const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
	const encoded = encodeURIComponent(name).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Answers GET and HEAD for a content under a name, with Range and If-None-Match. */
export async function sendContent(exchange: Exchange, content: Content, name: string, inline: boolean): Promise<void> {
	const { req, res, method } = exchange;
	const { size } = content;
	const etag = `"${content.sha1}"`;
	res.setHeader('ETag', etag);
	res.setHeader('Last-Modified', LAST_MODIFIED);
	res.setHeader('Accept-Ranges', 'bytes');
	if (req.headers['if-none-match'] === etag) {
		res.writeHead(304).end();
		return;
	}
	const [ifRange] = [req.headers['if-range']].flat();
	const wanted = wantedRange(req.headers.range, ifRange, { etag, lastModified: LAST_MODIFIED, size });
	if (wanted.at === 'outside') {
		res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
		return;
	}
	const [first, last] = wanted.at === 'part' ? [wanted.first, wanted.last] : [0, size - 1];
	res.setHeader('Content-Type', mediaType(name));
	res.setHeader('Content-Disposition', contentDisposition(inline ? 'inline' : 'attachment', name));
	res.setHeader('Content-Length', last - first + 1);
	if (wanted.at === 'part') res.setHeader('Content-Range', `bytes ${first}-${last}/${size}`);
	res.writeHead(wanted.at === 'part' ? 206 : 200);
	if (method === 'HEAD') res.end();
	// A client may close the connection at any time; that ends the stream and is not an error.
	else await pipeline(content.read(first, last), res).catch(() => undefined);
}

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
