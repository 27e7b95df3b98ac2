import type { HttpAnswer, HttpRequest } from './types';
import { LibraryError } from '../../protocol/wire/libraryError';
import { place } from './transportErrors';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that mean the same anywhere and hold nothing secret; all others stay at their origin. */
const HARMLESS: ReadonlySet<string> = new Set([
	'accept',
	'accept-encoding',
	'accept-language',
	'range',
	'if-range',
	'user-agent',
]);

/**
 * The request a redirect asks for, or undefined when the answer is none. Only GET and HEAD are repeated.
 * To another origin only harmless headers go: no token, secret or signature (DESIGN 4).
 * Throws LibraryError protocol when the target is no http(s) address.
 */
export function redirected(request: HttpRequest, answer: HttpAnswer): HttpRequest | undefined {
	const target = answer.headers['location'];
	if (!REDIRECTS.has(answer.status) || !target || (request.method !== 'GET' && request.method !== 'HEAD'))
		return undefined;
	const from = new URL(request.url);
	if (!URL.canParse(target, from.href)) throw bad(request.url, answer.status);
	const to = new URL(target, from);
	if (to.protocol !== 'http:' && to.protocol !== 'https:') throw bad(request.url, answer.status);
	const headers = Object.entries(request.headers ?? {}).filter(
		([name]) => to.origin === from.origin || HARMLESS.has(name.toLowerCase()),
	);
	return { ...request, url: to.href, headers: Object.fromEntries(headers) };
}

const bad = (url: string, status: number): LibraryError =>
	new LibraryError('protocol', `${place(url)}: redirects to an address that is not http or https`, { status });
