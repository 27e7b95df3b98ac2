import { LibraryError } from '../../protocol/wire/libraryError';
import { originOf } from './transportErrors';
import type { EgressFilter } from './types';

/* Which addresses may be asked. */

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

/**
 * Throws LibraryError network when the filter forbids the address. Needed besides the filter's lookup: an address that
 * contains an IP address is never looked up.
 */
export async function checkEgress(egress: EgressFilter | undefined, url: string): Promise<void> {
	if (!egress) return;
	const verdict = await verdictOf(egress, url);
	if (typeof verdict === 'object' && verdict !== null && 'ok' in verdict && verdict.ok === false)
		throw blocked(url, 'error' in verdict ? verdict.error : undefined);
}

/** Throws LibraryError network when the filter forbids a redirect to the address. */
export function checkRedirectEgress(egress: EgressFilter | undefined, url: string): void {
	try {
		egress?.validateRedirectSync(url);
	} catch (cause) {
		throw blocked(url, cause);
	}
}

async function verdictOf(egress: EgressFilter, url: string): Promise<unknown> {
	try {
		return await egress.validateUrl(url);
	} catch (error) {
		return { ok: false, error };
	}
}

const blocked = (url: string, cause: unknown): LibraryError =>
	new LibraryError('network', `${originOf(url)}: n8n does not allow connections to this address`, {
		retryable: false,
		cause,
		hint: 'The administrator of n8n restricts outgoing connections (N8N_SSRF_* settings) and can allow this host',
	});
