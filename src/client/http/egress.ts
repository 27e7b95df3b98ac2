import type { EgressFilter } from './types';
import { LibraryError } from '../../protocol/wire/libraryError';
import { place } from './transportErrors';

const blocked = (url: string, cause: unknown): LibraryError =>
	new LibraryError('network', `${place(url)}: n8n does not allow connections to this address`, {
		retryable: false,
		cause,
		hint: 'The administrator of n8n limits outgoing connections (N8N_SSRF_* settings) and can allow this host',
	});

async function verdict(egress: EgressFilter, url: string): Promise<unknown> {
	try {
		return await egress.validateUrl(url);
	} catch (error) {
		return { ok: false, error };
	}
}

/** Throws LibraryError network when the filter forbids the address. Needed besides the lookup: an IP address is never looked up. */
export async function guard(egress: EgressFilter | undefined, url: string): Promise<void> {
	if (!egress) return;
	const result = await verdict(egress, url);
	if (typeof result === 'object' && result !== null && 'ok' in result && result.ok === false)
		throw blocked(url, 'error' in result ? result.error : undefined);
}

/** Throws LibraryError network when the filter forbids a redirect to the address. */
export function guardRedirect(egress: EgressFilter | undefined, url: string): void {
	try {
		egress?.validateRedirectSync(url);
	} catch (cause) {
		throw blocked(url, cause);
	}
}
