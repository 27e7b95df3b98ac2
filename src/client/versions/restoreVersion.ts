import { defined, filledText, type JsonObject } from '../../protocol/wire/json';
import { inputError, LibraryError } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { baseName } from '../../protocol/wire/paths';
import type { FileVersion } from '../../protocol/versions/fileVersions';
import { fileCalls } from '../files/fileCalls';
import { unlessFailed } from '../files/unlessFailed';
import type { Caller } from '../service/call';
import { chunkMemory } from '../upload/chunkReader';
import { remoteSource } from '../upload/remoteSource';
import { uploadToLibrary } from '../upload/upload';
import type { Operator } from '../upload/port';
import type { UploadResult } from '../upload/state';
import { fileVersions } from './fileHistory';

/** What is restored, and how. */
export interface VersionOrder {
	/** Wire parameters that name the file: `fullpath` or `hash`. */
	readonly file: Readonly<Record<string, string>>;
	/** SHA1 of the content that the file is to have. */
	readonly filehash: string;
	readonly operator: Operator;
	readonly onProgress?: (confirmed: number, size: number) => void;
}

/** Bytes of one chunk, where the content has to be sent; accepted under both readings of "10 MB" (E03). */
const CHUNK_SIZE = 10_000_000;

/** What became of it. */
export interface RestoredVersion {
	/** The file as it was before, as information about it says. */
	readonly before: JsonObject;
	/** The new version; absent where the file had the content already. */
	readonly stored?: UploadResult;
	/** The version that was restored. */
	readonly from?: FileVersion;
	/** The new version as the history shows it; absent where it does not. */
	readonly made?: FileVersion;
}

/**
 * Makes an earlier content of a file its current one, as a new version. The service is told its SHA1 and places the
 * content by it; only where it no longer knows it, the old version is streamed into an upload. A file that has the
 * content already stays as it is. Throws inputError for a folder and for a content that the history does not have, and
 * what reading and uploading throw.
 */
export async function restoreVersion(caller: Caller, order: VersionOrder): Promise<RestoredVersion> {
	const before = await fileCalls(caller).info(order.file);
	const fullpath = filledText(before.fullpath) ?? order.file.fullpath;
	if (before.dir === 1)
		throw inputError('File', `${quoted(fullpath ?? '')} is a folder`, 'Choose a file: folders have no versions.');
	if (fullpath === undefined)
		throw new LibraryError('protocol', 'The service did not say the path of the file', {
			hint: 'Name the file by its path.',
		});
	const filehash = order.filehash.toLowerCase();
	if (filledText(before.filehash)?.toLowerCase() === filehash) return { before };
	const from = (await fileVersions(caller, fullpath)).find((version) => version.filehash === filehash);
	if (from?.filesize === undefined) throw unknownVersion(fullpath, filehash);
	const stored = await store(caller, { ...order, filehash, fullpath, filesize: from.filesize });
	const made = await unlessFailed(newVersion(caller, fullpath, from), () => undefined);
	return { before, stored, from, ...defined({ made }) };
}

const unknownVersion = (fullpath: string, filehash: string): LibraryError =>
	inputError(
		'Version',
		`the history of ${quoted(baseName(fullpath))} has no version with the checksum ${filehash}`,
		'Choose a version from the list, or copy the filehash of one from History: Get Many.',
	);

/** Puts a content with known SHA1 and size to a path; it is downloaded only when the service asks for it. */
async function store(
	caller: Caller,
	order: VersionOrder & { readonly fullpath: string; readonly filesize: number },
): Promise<UploadResult> {
	const { file, filehash: sha1, filesize: size, fullpath, operator, onProgress } = order;
	const source = remoteSource(caller, { ...file, filehash: sha1 }, { size, sha1 });
	const target = { fullpath, overwrite: true, operator, chunkSize: CHUNK_SIZE, ...defined({ onProgress }) };
	try {
		const memory = Math.min(size, 2 * CHUNK_SIZE);
		return await chunkMemory.reserve(memory, async () => await uploadToLibrary(caller, source, target));
	} finally {
		await source.close();
	}
}

/** The version that was just made; undefined while the history does not show it. */
async function newVersion(caller: Caller, fullpath: string, from: FileVersion): Promise<FileVersion | undefined> {
	const [newest] = await fileVersions(caller, fullpath);
	return newest?.filehash === from.filehash && newest.hid !== from.hid ? newest : undefined;
}
