import type { TransportSettings } from '../../edition/ports/transport';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { originOf } from './transportErrors';
import type { EgressFilter } from './types';

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
		if (ok === false) throw blocked(url, error);
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
		throw blocked(url, cause);
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
			done(isRefused ? (blockedHost(host, error) as Error) : error, ...found);
		});
}

const blocked = (url: string, cause: unknown): LibraryError => blockedHost(originOf(url), cause);

const blockedHost = (host: string, cause: unknown): LibraryError =>
	new LibraryError('network', `${host}: n8n does not allow connections to this address`, {
		retryable: false,
		cause,
		hint: 'The administrator of n8n restricts outgoing connections (N8N_SSRF_* settings) and can allow this host',
	});
