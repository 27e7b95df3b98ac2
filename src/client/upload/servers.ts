import { withoutEndSlashes } from '../../protocol/wire/paths';
import { serviceUrl } from '../http/serviceUrl';

/**
 * Addresses of upload servers without trailing slash. The service sends one, several with commas, or a list; host,
 * host:port or URL; without a scheme, that of the Base URL applies (C05, client facts 5.10). Anything that is not an
 * http(s) address is left out.
 */
export function uploadServers(value: unknown, baseUrl: string): string[] {
	const scheme = serviceUrl(baseUrl, '/').protocol;
	return (Array.isArray(value) ? value : [value])
		.filter((item): item is string => typeof item === 'string')
		.flatMap((item) => item.split(','))
		.map((item) => item.trim())
		.filter((item) => item !== '')
		.map((item) => withScheme(item, scheme))
		.filter((item) => /^https?:/i.test(item) && URL.canParse(item))
		.map(withoutEndSlashes);
}

function withScheme(address: string, scheme: string): string {
	if (address.startsWith('//')) return `${scheme}${address}`;
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `${scheme}//${address}`;
}

/** One of several servers at random, so that uploads spread over them (document); undefined when there is none. */
export const anyOf = (servers: readonly string[], random: () => number = Math.random): string | undefined =>
	servers[Math.floor(random() * servers.length)];
