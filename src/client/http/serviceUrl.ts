import { inputError } from '../../protocol/wire/libraryError';
import { withoutEndSlashes } from '../../protocol/wire/paths';

/**
 * The address of a path of the service. The Base URL may have a path and trailing slashes of its own. Throws inputError
 * for a Base URL that is not an http or https address, or that contains a user name, query or fragment.
 */
export function serviceUrl(baseUrl: string, path: string): URL {
	const hint = 'Enter the address with its scheme, e.g. https://files.example.com';
	const trimmed = baseUrl.trim();
	if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed))
		throw inputError('Base URL', 'is not an http or https address', hint);
	const url = new URL(trimmed);
	if (url.username || url.password || url.search || url.hash)
		throw inputError('Base URL', "can't contain a user name, query or fragment", hint);
	url.pathname = `${withoutEndSlashes(url.pathname)}${path}`;
	return url;
}
