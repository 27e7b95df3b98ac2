import { isLibraryError } from '../../protocol/wire/libraryError';

/** What `ask` answers; undefined where the service does not count changes. Throws what may pass. */
export async function ifCounted(ask: () => Promise<number>): Promise<number | undefined> {
	try {
		return await ask();
	} catch (cause) {
		if (isLibraryError(cause) && !cause.retryable && cause.kind !== 'aborted') return undefined;
		throw cause;
	}
}
