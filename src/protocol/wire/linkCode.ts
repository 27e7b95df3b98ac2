/**
 * The code of an external link: the last part of its address (G16). A text without slashes is a code already; the
 * empty text where the address has no such part.
 */
export function linkCode(link: string): string {
	const address = link.trim().replace(/[?#].*$/s, '');
	const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/\/+$/, '');
	const code = path.slice(path.lastIndexOf('/') + 1);
	try {
		return decodeURIComponent(code);
	} catch {
		return code;
	}
}
