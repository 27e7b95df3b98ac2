import { baseName, withoutEndSlashes } from './paths';

/**
 * The code of an external link: the last part of its address (G16), or the text itself where it contains no slash. The
 * empty text where an address has no such part.
 */
export function linkCode(link: string): string {
	const text = link.trim();
	if (!text.includes('/')) return text;
	const path = text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
	const code = baseName(withoutEndSlashes(path));
	try {
		return decodeURIComponent(code);
	} catch {
		return code;
	}
}
