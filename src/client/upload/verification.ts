import { isSha1 } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { fileCalls } from '../files/fileCalls';
import { unlessFailed } from '../files/unlessFailed';
import type { Caller } from '../service/call';
import { mountParams, type UploadTarget } from './port';

/** Whether the service has the content that was sent. */
export interface Verification {
	readonly verified: boolean;
	/** Why that is not known. */
	readonly warning?: string;
}

/**
 * Reads back what was stored at a path and compares its SHA1 with that of what was sent: one request. Where it cannot
 * be read the content may still be right, so that is a warning. Throws LibraryError upload when the content differs,
 * and kind `aborted`.
 */
export async function verification(
	caller: Caller,
	target: UploadTarget,
	{ fullpath, filehash }: { readonly fullpath: string; readonly filehash: string },
): Promise<Verification> {
	const reading = fileCalls(caller).info({ ...mountParams(target), fullpath });
	const info = await unlessFailed(reading, (failure) => failure);
	if (isLibraryError(info))
		return { verified: false, warning: `The stored content could not be verified: ${info.message}` };
	const { filehash: stored } = info;
	if (!isSha1(stored))
		return { verified: false, warning: 'The service sent no SHA1 to verify the stored content with' };
	if (stored.toLowerCase() === filehash) return { verified: true };
	throw new LibraryError(
		'upload',
		`The content stored at "${fullpath}" is not the one that was sent: its SHA1 differs`,
		{
			hint: 'Check the file in the library: it may have been changed at the same time. Then upload it again.',
		},
	);
}
