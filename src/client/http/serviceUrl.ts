import { inputError } from '../../protocol/wire/libraryError';

/**
 * The address of a path under a Base URL, which may have a path and a trailing slash of its own.
 * Throws inputError when it is no http(s) address, or carries a query or user name.
 */
export function serviceUrl(baseUrl: string, path: string): URL {
	const hint = 'Give the address with its scheme, e.g. https://files.example.com';
	const trimmed = baseUrl.trim();
	if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed))
		throw inputError('Base URL', 'is not an http or https address', hint);
	const url = new URL(trimmed);
	if (url.username || url.password || url.search || url.hash)
		throw inputError('Base URL', 'must not hold a user name, query or fragment', hint);
	url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
	return url;
}
