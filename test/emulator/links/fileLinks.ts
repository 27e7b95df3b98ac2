import { createHmac } from 'node:crypto';
import { isSameText } from '../auth/signature';
import { codes, ServiceFailure } from '../http/errors';
import type { Exchange } from '../http/exchange';
import { type Entry, extensionOf } from '../store/library/entry';
import type { Library } from '../store/library/library';
import type { World } from '../world/world';

const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp'];
const OFFICE = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];
const AUDIO = ['mp3', 'wav', 'm4a'];
const VIDEO = ['mp4', 'mov', 'avi', 'mkv'];
/** assumed: extensions without a preview. */
const OPAQUE = ['bin', 'exe', 'dll', 'iso', 'dmg', 'zip', 'rar', '7z', 'gz'];

const TYPES: Readonly<Record<string, string>> = {
	txt: 'text/plain; charset=utf-8',
	md: 'text/markdown; charset=utf-8',
	csv: 'text/csv; charset=utf-8',
	html: 'text/html; charset=utf-8',
	json: 'application/json',
	xml: 'application/xml',
	pdf: 'application/pdf',
	zip: 'application/zip',
	png: 'image/png',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	gif: 'image/gif',
	bmp: 'image/bmp',
	webp: 'image/webp',
	mp3: 'audio/mpeg',
	wav: 'audio/wav',
	mp4: 'video/mp4',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Media type by extension; application/octet-stream for unknown ones. */
export function mediaType(name: string): string {
	return TYPES[extensionOf(name)] ?? 'application/octet-stream';
}

/* Kinds of files by extension. assumed: which extension belongs to which kind. */

export const isImage = (name: string): boolean => IMAGES.includes(extensionOf(name));
export const isOffice = (name: string): boolean => OFFICE.includes(extensionOf(name));
export const isAudio = (name: string): boolean => AUDIO.includes(extensionOf(name));
export const isVideo = (name: string): boolean => VIDEO.includes(extensionOf(name));
export const isMedia = (name: string): boolean => isAudio(name) || isVideo(name);
export const isPreviewable = (name: string): boolean => !OPAQUE.includes(extensionOf(name));
/** doc: annotations work on PDF and images only. */
export const isAnnotatable = (name: string): boolean => isImage(name) || extensionOf(name) === 'pdf';

/** The facts that a link carries in its query; all of them are signed. */
export type LinkFacts = Readonly<Record<string, string>>;

function keyOf(world: World, path: string, facts: URLSearchParams): string {
	const signed = [...facts]
		.filter(([name]) => name !== 'key')
		.map(([name, value]) => `${name}=${value}`)
		.sort();
	return createHmac('sha256', world.linkSecret)
		.update([path, ...signed].join('\n'))
		.digest('hex')
		.slice(0, 32);
}

/** doc: download and preview links are valid for 10 minutes. */
const LINK_SECONDS = 600;

/** A link to the content host that is valid for `lifeSeconds`. `path` starts with a slash. */
export function signedLink(world: World, path: string, facts: LinkFacts, lifeSeconds = LINK_SECONDS): string {
	const query = new URLSearchParams({ ...facts, expires: String(world.serverNow() + lifeSeconds * 1000) });
	query.set('key', keyOf(world, path, query));
	return `${world.origins.content}${path}?${query.toString()}`;
}

/** The facts of the link that was requested. assumed: a changed or expired link is answered with 403. */
export function readLink(world: World, { path, query }: Exchange): URLSearchParams {
	const facts = new URLSearchParams();
	for (const [name, value] of query) facts.append(name, value);
	if (!isSameText(facts.get('key') ?? '', keyOf(world, path, facts)))
		throw new ServiceFailure(codes.forbidden, 'the link is not valid');
	if (Number(facts.get('expires')) <= world.serverNow())
		throw new ServiceFailure(codes.forbidden, 'the link has expired');
	return facts;
}

/** How a file is downloaded; everything but the file itself is optional. */
interface DownloadOrder {
	/** Another version of the file. */
	readonly filehash?: string | undefined;
	/** assumed (G06): the name offered to the browser. */
	readonly filename?: string | undefined;
	/** Whether the browser shows the file rather than saving it. */
	readonly open?: boolean | undefined;
	readonly net?: string | undefined;
}

/** A download link. doc: valid for 10 minutes. */
export function downloadLink(world: World, entry: Entry, order: DownloadOrder = {}): string {
	return signedLink(world, `/download/${order.filehash ?? entry.filehash}`, {
		name: order.filename ?? entry.name,
		...(order.open ? { open: '1' } : {}),
		...(order.net ? { net: order.net } : {}),
	});
}

/** A link to the preview page. doc: valid for 10 minutes. */
export function previewLink(world: World, library: Library, entry: Entry, facts: LinkFacts = {}): string {
	return signedLink(world, `/preview/${library.profile.mountId}/${entry.hash}`, facts);
}

/** A link to the thumbnail of an image. assumed: the image itself. */
export function thumbnailLink(world: World, entry: Entry): string {
	return signedLink(world, `/download/${entry.filehash}`, { name: entry.name, open: '1', thumbnail: '1' });
}
