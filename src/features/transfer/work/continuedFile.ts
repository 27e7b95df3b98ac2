import { isFolder } from '../../../protocol/tree/entryFilter';
import { amountOf, filledText } from '../../../protocol/wire/json';
import { LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { openFile, readUpTo } from '../../../client/download/download';
import { infoIfExists } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import { paramsAt } from '../../../client/service/account';
import type { UploadTarget } from '../../../client/upload/state';

/* A file that text is appended to, as the service has it. */

/** The largest file that is appended to, in bytes: it is in memory while its text is made. */
const MAX_APPENDED = 50_000_000;

const unfit = ({ fullpath }: UploadTarget, kind: 'conflict' | 'protocol', what: string): LibraryError =>
	new LibraryError(kind, `${quoted(fullpath)} ${what}`, { hint: 'Choose another file.' });
const TOO_LARGE = `is larger than the ${MAX_APPENDED / 1_000_000} MB that text can be appended to`;

/**
 * SHA1 of what the file contains, in lower case; undefined where there is none. Throws LibraryError conflict for a
 * folder and for a file that is too large, and what `call` throws.
 */
export async function currentVersion(caller: Caller, target: UploadTarget): Promise<string | undefined> {
	const info = await infoIfExists(caller, paramsAt(target, target.fullpath));
	if (!info) return undefined;
	if (isFolder(info)) throw unfit(target, 'conflict', 'is a folder, so nothing can be appended');
	if ((amountOf(info.filesize) ?? 0) > MAX_APPENDED) throw unfit(target, 'conflict', TOO_LARGE);
	const filehash = filledText(info.filehash);
	if (filehash === undefined) throw unfit(target, 'protocol', 'has no checksum');
	return filehash.toLowerCase();
}

/**
 * The content of a version. By token only the current one can be read, which may be another one meanwhile. Throws
 * LibraryError conflict for a file that is too large, and what a download throws.
 */
export async function contentOf(caller: Caller, target: UploadTarget, sha1: string): Promise<Buffer> {
	const byVersion = caller.account().kind === 'token' ? {} : { filehash: sha1 };
	const { stream } = await openFile(
		caller,
		{ ...paramsAt(target, target.fullpath), ...byVersion },
		{ expected: { sha1 } },
	);
	const { bytes, isCut } = await readUpTo(stream, MAX_APPENDED);
	if (isCut) throw unfit(target, 'conflict', TOO_LARGE);
	return bytes;
}
