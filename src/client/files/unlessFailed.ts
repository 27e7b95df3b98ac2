import { isLibraryError, type LibraryError, rethrown } from '../../protocol/wire/libraryError';

/**
 * What is asked for besides the work itself: a failure to find it out is no failure of the work, and `otherwise` says
 * what takes its place. Throws only kind `aborted`, and what is no LibraryError.
 */
export async function unlessFailed<T, U>(asking: Promise<T>, otherwise: (failure: LibraryError) => U): Promise<T | U> {
	try {
		return await asking;
	} catch (failure) {
		if (!isLibraryError(failure) || failure.kind === 'aborted') throw rethrown(failure);
		return otherwise(failure);
	}
}
