import { extensionOf } from '../store/library/paths';

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
