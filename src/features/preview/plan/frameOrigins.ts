import { inputError } from '../../../protocol/wire/libraryError';

/** Most websites that may show a page: they all go into one header. */
const MAX_ORIGINS = 50;
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Whether a security policy can name this host; a wildcard or a semicolon in its place would change the policy. */
export const isPlainHost = (host: string): boolean => HOST.test(host);

const LABEL = 'Allow Embedding On';

function originOf(entered: string): string {
	const text = entered.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url?.protocol.startsWith('http') || !isPlainHost(url.hostname) || `${url.origin}/` !== url.href)
		throw inputError(
			LABEL,
			"can't contain anything other than origins of websites",
			'Enter scheme and host only, e.g. https://intranet.example.com, each on its own row.',
		);
	return url.origin;
}

/**
 * The origins of websites that may show a page in a frame, each once and as browsers write it (scheme, host, port if it
 * is not the usual one). Throws inputError for anything else: a path, a wildcard, a name or password, a quotation mark.
 */
export function frameOrigins(entered: readonly string[]): string[] {
	const origins = [...new Set(entered.map(originOf))];
	if (origins.length > MAX_ORIGINS) throw inputError(LABEL, `can't have more than ${MAX_ORIGINS} entries`);
	return origins;
}
