import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import type { Caller } from '../service/call';
import { openLink, type OpenLink } from './openLink';

/** Addresses of one file; `urls` is replaced when they are renewed. */
export interface DownloadLinks {
	urls: readonly string[];
	readonly renew?: () => Promise<readonly string[]>;
}

/** Statuses of a link that has expired. */
const EXPIRED: ReadonlySet<number | undefined> = new Set([401, 403, 404, 410]);

/**
 * Opens the first address that answers, from byte `offset`. When all fail and one of them looks expired, all are
 * renewed once, since they were issued together. `before` is the answer that this one continues: it must be the same
 * file. Throws the LibraryError of the last address.
 */
export async function connectDownload(
	caller: Caller,
	links: DownloadLinks,
	offset: number,
	before: OpenLink | undefined,
): Promise<OpenLink> {
	const first = await openFirst(caller, links.urls, offset, before);
	if ('receive' in first) return first;
	if (!links.renew || !first.expired) throw first.cause;
	links.urls = await links.renew();
	const second = await openFirst(caller, links.urls, offset, before);
	if ('receive' in second) return second;
	throw second.cause;
}

async function openFirst(
	caller: Caller,
	urls: readonly string[],
	offset: number,
	before: OpenLink | undefined,
): Promise<OpenLink | { cause: unknown; expired: boolean }> {
	let cause: unknown;
	let expired = false;
	for (const url of urls) {
		try {
			return await openLink(caller, url, offset, before);
		} catch (error) {
			if (caller.signal?.aborted) throw error;
			cause = error;
			expired ||= isLibraryError(error) && EXPIRED.has(error.status);
		}
	}
	return { cause: cause ?? noLink(), expired };
}

const noLink = (): LibraryError =>
	new LibraryError('protocol', 'The service returned no download link', { operation: 'download' });
