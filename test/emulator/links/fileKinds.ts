import { extensionOf } from '../store/library/paths';

const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp'];
const OFFICE = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];
const MEDIA = ['mp3', 'wav', 'm4a', 'mp4', 'mov', 'avi', 'mkv'];
/** assumed: kinds nobody can look at. */
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

/** Media type by extension; unknown ones are plain bytes. */
export function mediaType(name: string): string {
	return TYPES[extensionOf(name)] ?? 'application/octet-stream';
}

export const isImage = (name: string): boolean => IMAGES.includes(extensionOf(name));
export const isOffice = (name: string): boolean => OFFICE.includes(extensionOf(name));
export const isMedia = (name: string): boolean => MEDIA.includes(extensionOf(name));
export const isPreviewable = (name: string): boolean => !OPAQUE.includes(extensionOf(name));
/** doc: annotations work on PDF and images only. */
export const isAnnotatable = (name: string): boolean => isImage(name) || extensionOf(name) === 'pdf';
