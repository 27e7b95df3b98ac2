/** Longest name of a file on the disks that n8n may write it to, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
/** Longest ending that is kept when a name is cut, in characters with its dot. */
const MAX_ENDING = 20;

/**
 * Slashes of both kinds, what Windows and quoted headers give a meaning to, and what is not visible: controls, line
 * separators, direction marks, byte order marks, halves of surrogate pairs.
 */
const UNSAFE = /[/\\<>:"|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/** Names that Windows takes for a device, with any ending and also with the superscript digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3]) *(?:\.|$)/i;

const sizeOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * A name of the service as it can become the name of a file on any disk and part of a header. Slashes, control
 * characters, direction marks, characters that Windows forbids and dots at the end become `_`; the name of a device
 * (`CON`, `nul.txt`) gets one in front; a name of more than 255 bytes is cut before its ending. Never empty.
 */
export function safeFileName(name: string): string {
	const visible = withoutEnd(name.replace(UNSAFE, '_'));
	if (visible === '') return 'file';
	const safe = DEVICE.test(visible) ? `_${visible}` : visible;
	if (sizeOf(safe) <= MAX_NAME_BYTES) return safe;
	// A name of so many bytes has more characters than an ending: one without a dot, or with one in front, has none.
	const dot = safe.lastIndexOf('.');
	const ending = safe.length - dot <= MAX_ENDING ? safe.slice(dot) : '';
	return withoutEnd(cutTo(safe, MAX_NAME_BYTES - sizeOf(ending)) + ending);
}

/** The name without blanks around it, and with `_` for the dots at its end: Windows drops both. */
const withoutEnd = (name: string): string =>
	name.trim().replace(/[. ]+$/, (end) => '_'.repeat(end.replaceAll(' ', '').length));

/** The longest beginning of a text of whole characters within so many bytes. */
function cutTo(text: string, bytes: number): string {
	let [kept, size] = ['', 0];
	for (const char of text) {
		size += sizeOf(char);
		if (size > bytes) break;
		kept += char;
	}
	return kept;
}

/** A type and a subtype of RFC 6838, with a character set or without. */
const MEDIA_TYPE = /^([a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})(.*)$/is;
const CHARSET = /^\s*;\s*charset\s*=\s*"?([a-z0-9._:+-]{1,40})"?\s*(?:;|$)/i;

/**
 * A content type of the service as it can become part of a header and of binary data: type, subtype and character set,
 * in lower case but for the latter. Undefined for what is no content type.
 */
export function safeMediaType(contentType: string): string | undefined {
	const [, type, rest = ''] = MEDIA_TYPE.exec(contentType.trim()) ?? [];
	const charset = CHARSET.exec(rest)?.[1];
	if (type === undefined || !/^\s*(?:;|$)/.test(rest)) return undefined;
	return charset === undefined ? type.toLowerCase() : `${type.toLowerCase()}; charset=${charset}`;
}
