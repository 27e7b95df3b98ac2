import { inputError, LibraryError } from '../../protocol/wire/libraryError';
import { withoutEndSlashes } from '../../protocol/wire/paths';
import { originOf } from './transportErrors';
import type { HttpAnswer, HttpRequest, HttpSettings, EgressFilter } from './types';
import type { TransportSettings } from '../../edition/ports';
import { fieldsIn } from '../../protocol/wire/json';

/**
 * The address of a path of the service. The Base URL may have a path and trailing slashes of its own. Throws inputError
 * for a Base URL that is not an http or https address, that contains a user name, query or fragment, or that ends with
 * a path of the interface.
 */
export function serviceUrl(baseUrl: string, path: string): URL {
	const hint = 'Enter the address with its scheme, e.g. https://files.example.com';
	const trimmed = baseUrl.trim();
	if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed))
		throw inputError('Base URL', 'is not an http or https address', hint);
	const url = new URL(trimmed);
	const api = /\/(m-open|m-api)\/*$/.exec(url.pathname)?.[1];
	if (api) throw inputError('Base URL', `ends with /${api}`, `Enter the Base URL without /${api}.`);
	if (url.username || url.password || url.search || url.hash)
		throw inputError('Base URL', "can't contain a user name, query or fragment", hint);
	url.pathname = `${withoutEndSlashes(url.pathname)}${path}`;
	return url;
}

/* Redirects are followed here, so that no secret goes to another origin. */

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that mean the same everywhere and contain no secret; all others stay at their origin. */
const HARMLESS_HEADERS = /^(accept|accept-encoding|accept-language|range|if-range|user-agent)$/i;

/**
 * Sends a request, and follows redirects where the request asks for that. The egress filter checks every address first.
 * Throws LibraryError network for an address that the filter forbids, protocol for more than 5 redirects, for one to
 * something other than http or https, for http where only https is allowed, and what `send` throws.
 */
export async function sendFollowing(
	send: (request: HttpRequest) => Promise<HttpAnswer>,
	{ egress, httpsOnly = false }: Pick<HttpSettings, 'egress' | 'httpsOnly'>,
	first: HttpRequest,
): Promise<HttpAnswer> {
	let request = { ...first, url: withoutLogin(first.url) };
	for (let hops = 0; ; hops++) {
		if (httpsOnly) requireHttps(request.url);
		if (hops > 0) checkRedirectEgress(egress, request.url);
		if (egress) await checkEgress(egress, request.url);
		const answer = await send(request);
		const next = first.followRedirects ? redirectedRequest(request, answer) : undefined;
		if (!next) return answer;
		await answer.discard();
		if (hops === MAX_REDIRECTS)
			throw new LibraryError('protocol', `${originOf(first.url)}: more than ${MAX_REDIRECTS} redirects`, {
				status: answer.status,
			});
		request = { ...next, url: withoutLogin(next.url) };
	}
}

/** A user name and a password in an address that the service names are sent to nobody. */
function withoutLogin(url: string): string {
	const to = URL.canParse(url) ? new URL(url) : undefined;
	if (!to?.username && !to?.password) return url;
	to.username = to.password = '';
	return to.href;
}

/**
 * The request that a redirect asks for; undefined when the answer is no redirect. Only GET is repeated.
 * Another origin receives harmless headers only: no token, secret or signature.
 */
function redirectedRequest(request: HttpRequest, answer: HttpAnswer): HttpRequest | undefined {
	const target = answer.headers.location;
	if (!REDIRECT_STATUSES.has(answer.status) || !target || request.method !== 'GET') return undefined;
	const from = new URL(request.url);
	if (!URL.canParse(target, from.href)) throw badTarget(request.url, answer.status);
	const to = new URL(target, from);
	if (to.protocol !== 'http:' && to.protocol !== 'https:') throw badTarget(request.url, answer.status);
	const headers = Object.entries(request.headers ?? {}).filter(
		([name]) => to.origin === from.origin || HARMLESS_HEADERS.test(name),
	);
	return { ...request, url: to.href, headers: Object.fromEntries(headers) };
}

const badTarget = (url: string, status: number): LibraryError =>
	new LibraryError('protocol', `${originOf(url)}: redirects to an address that is not http or https`, { status });

/**
 * Throws LibraryError protocol for an address that is not https, before anything is sent to it: whoever listens on the
 * way would get the content, and the signed links and session keys that open it.
 */
export function requireHttps(url: string): void {
	if (/^https:/i.test(url)) return;
	throw new LibraryError('protocol', `${originOf(url)}: the service names a server without encryption (http)`, {
		retryable: false,
		hint:
			'Ask the administrator of the service to name this server with https. If your network is safe without, ' +
			'turn on "Allow HTTP Servers" in the credential.',
	});
}

type LookupFunction = ReturnType<NonNullable<TransportSettings['lookup']>>;

/* n8n's filter for outgoing connections: a refusal is an error that says so, and is not tried again. */

/**
 * Throws LibraryError network when the filter forbids the address. Needed besides the filter's lookup: an address that
 * contains an IP address is never looked up.
 */
export async function checkEgress(egress: EgressFilter, url: string): Promise<void> {
	for (const each of new Set([url, asLoopback(url)])) {
		const asked = (async () => await egress.validateUrl(each))();
		const { ok, error } = fieldsIn(await asked.catch((cause: unknown) => ({ ok: false, error: cause })));
		if (ok === false) throw blocked(originOf(url), error);
	}
}

/** Systems connect to themselves for it, as for ::1; n8n's list of forbidden addresses does not have it. */
const UNSPECIFIED = '::';

const isUnspecified = (found: Parameters<Parameters<LookupFunction>[2]>[1]): boolean =>
	(typeof found === 'string' ? [found] : found.map(({ address }) => address)).includes(UNSPECIFIED);

const asLoopback = (url: string): string => {
	const to = URL.canParse(url) ? new URL(url) : undefined;
	if (to?.hostname !== `[${UNSPECIFIED}]`) return url;
	to.hostname = '[::1]';
	return to.href;
};

/** Throws LibraryError network when the filter forbids a redirect to the address. */
export function checkRedirectEgress(egress: EgressFilter | undefined, url: string): void {
	try {
		egress?.validateRedirectSync(url);
	} catch (cause) {
		throw blocked(originOf(url), cause);
	}
}

/**
 * The filter's lookup for connections: it refuses the address that a name has now, whatever it was when the URL was
 * checked. Its refusal is a LibraryError as above; a name that cannot be looked up is the error of the lookup.
 */
export function secureLookup(egress: EgressFilter): LookupFunction {
	const lookup = egress.createSecureLookup() as LookupFunction;
	return (host, options, done) =>
		lookup(host, options, (error, ...found) => {
			const isRefused = error ? error.code === undefined : isUnspecified(found[0]);
			done(isRefused ? (blocked(host, error) as Error) : error, ...found);
		});
}

const blocked = (host: string, cause: unknown): LibraryError =>
	new LibraryError('network', `${host}: n8n does not allow connections to this address`, {
		retryable: false,
		cause,
		hint: 'The administrator of n8n restricts outgoing connections (N8N_SSRF_* settings) and can allow this host',
	});
