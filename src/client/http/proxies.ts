/** The proxies of the environment: addresses, or the empty text for none, and what is reached without them. */
export interface Proxies {
	readonly http: string;
	readonly https: string;
	readonly none: string;
}

/** A variable in lower case counts before the one in upper case, and an empty one not at all. */
const variable = (name: string): string => process.env[name.toLowerCase()] || process.env[name] || '';

/**
 * The proxies that n8n's own requests use too: HTTP_PROXY for http, HTTPS_PROXY for https, ALL_PROXY where the one of
 * the scheme is missing, and NO_PROXY. May contain a password.
 */
export const proxiesOfEnvironment = (): Proxies => ({
	http: variable('HTTP_PROXY') || variable('ALL_PROXY'),
	https: variable('HTTPS_PROXY') || variable('ALL_PROXY'),
	none: variable('NO_PROXY'),
});
