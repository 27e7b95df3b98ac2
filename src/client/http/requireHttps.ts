import { LibraryError } from '../../protocol/wire/libraryError';
import { originOf } from './transportErrors';

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
