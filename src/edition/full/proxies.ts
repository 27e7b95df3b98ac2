/* Proxies from the environment variables. */

/** A variable in lower case counts before the one in upper case, and an empty one not at all. */
const variable = (name: string): string => process.env[name.toLowerCase()] || process.env[name] || '';

/**
 * The proxies that n8n's own requests use too, by scheme, or the empty text for none, and what is reached without them.
 * May contain a password.
 */
export const proxiesOfEnvironment = () => ({
	http: variable('HTTP_PROXY') || variable('ALL_PROXY'),
	https: variable('HTTPS_PROXY') || variable('ALL_PROXY'),
	none: variable('NO_PROXY'),
});
