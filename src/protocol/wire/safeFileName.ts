/** Longest name of a file on the disks that n8n may write it to, in bytes of UTF-8. */
const MAX_BYTES = 255;
/** Longest ending that is kept when a name is cut, in characters with its dot. */
const MAX_ENDING = 20;

/** Slashes of both kinds, and what is not visible: controls, direction marks, halves of surrogate pairs. */
const UNSAFE = /[/\\\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const sizeOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * A name of the service as it can become the name of a file on any disk and part of a header: slashes, control
 * characters and direction marks become `_`, a name of dots only gets one in front, and a name of more than 255 bytes
 * is cut before its ending. Never empty.
 */
export function safeFileName(name: string): string {
	const visible = name.replace(UNSAFE, '_').trim();
	// What is cut may end with a blank, and only dots may be left of it.
	const safe = sizeOf(visible) <= MAX_BYTES ? visible : withinLimit(visible).trim();
	if (safe === '') return 'file';
	return /^\.+$/.test(safe) ? `_${safe}`.slice(0, MAX_BYTES) : safe;
}

/** A name cut before its ending, to the most bytes that a name may have. */
function withinLimit(name: string): string {
	const dot = name.lastIndexOf('.');
	const ending = dot > 0 && name.length - dot <= MAX_ENDING ? name.slice(dot) : '';
	return cutTo(name.slice(0, name.length - ending.length), MAX_BYTES - sizeOf(ending)) + ending;
}

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
