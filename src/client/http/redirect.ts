import { LibraryError } from '../../protocol/wire/libraryError';
import { checkEgress, checkRedirectEgress } from './egress';
import { originOf } from './transportErrors';
import type { HttpAnswer, HttpRequest, HttpSettings } from './types';

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
