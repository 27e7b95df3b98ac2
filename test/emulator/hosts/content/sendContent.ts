import { pipeline } from 'node:stream/promises';
import type { Exchange } from '../../http/exchange';
import { mediaType } from '../../links/fileKinds';
import type { Content } from '../../store/content';
import { wantedRange } from './range';

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
