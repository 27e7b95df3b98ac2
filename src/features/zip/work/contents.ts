import { defined, isSha1 } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { joinPath } from '../../../protocol/wire/paths';
import { openContent } from '../../../client/download/download';
import { fileCalls } from '../../../client/files/fileCalls';
import type { TakePiece } from '../../../client/http/types';
import type { Caller } from '../../../client/service/call';

/** A file whose content goes into an archive. */
export interface WantedFile {
	/** Path inside the folder of the archive. */
	readonly path: string;
	/** ID of the file, where the service said it. */
	readonly hash?: string;
	/** Bytes; a file of which the service does not say it has failed. */
	readonly size: number | undefined;
	/** SHA1 of the content; asked for where the list did not say it. */
	readonly sha1?: string;
}

/** A file that can be read. */
export interface ReadyFile {
	/** Hands the content to `take`, piece by piece; it is checked by its size and SHA1. Throws LibraryError. */
	receive(take: TakePiece): Promise<void>;
}

/** Finds the content of a file: its links, and its SHA1 where that is not known. */
export type FindContent = (file: WantedFile) => Promise<ReadyFile>;

/** The port of an archive of a folder to the service. With a user token `mountId` names the library. */
export function contentFinder(caller: Caller, folder: string, mountId: string | undefined): FindContent {
	const calls = fileCalls(caller);
	return async ({ path, hash, size, sha1: listed }) => {
		if (size === undefined) throw noSize();
		const entry = hash === undefined ? { fullpath: joinPath(folder, path) } : { hash };
		const named = { ...defined({ mount_id: mountId }), ...entry };
		const sha1 = listed ?? (await checksumOf(caller, named));
		const renew = async (): Promise<readonly string[]> => await calls.downloadLinks(named);
		const links = await renew();
		return {
			receive: async (take) => {
				const content = await openContent(caller, links, { expected: { size, sha1 }, renew });
				await content.receive(take);
			},
		};
	};
}

/** A file that no bound can be kept with: of a size that is not known, or cannot be true. */
export const noSize = (): LibraryError =>
	new LibraryError('protocol', 'The service sent no valid size of the file', { operation: 'download' });

async function checksumOf(caller: Caller, named: Readonly<Record<string, string>>): Promise<string> {
	const { filehash } = await fileCalls(caller).info(named);
	if (isSha1(filehash)) return filehash;
	throw new LibraryError('protocol', 'The service sent no SHA1 to verify the content with', {
		operation: 'download',
	});
}
