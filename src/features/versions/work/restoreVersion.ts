import type { RestoredVersion } from '../entries';
import { listVersions } from '../../../protocol/catalogue/libraryHistory';
import { fieldsIn, type JsonObject, defined, filledText, isSha1 } from '../../../protocol/wire/json';
import { versionsOf, type FileVersion } from '../plan/fileVersions';
import { allEntries } from '../../../client/paging/pages';
import { type Caller, unlessFailed } from '../../../client/service/call';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { valueError, LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { baseName } from '../../../protocol/wire/paths';
import { fileCalls, infoIfExists } from '../../../client/files/fileCalls';
import { withChunkMemory } from '../../../client/upload/source';
import { remoteSource } from '../../../client/upload/streamSource';
import { uploadToLibrary } from '../../../client/upload/upload';
import type { Operator } from '../../../client/service/account';
import type { UploadResult } from '../../../client/upload/state';

/** The versions of a file, newest first; what is added meanwhile may be missing. Throws what `pages` throws. */
export const fileVersions = async (caller: Caller, fullpath: string): Promise<FileVersion[]> =>
	versionsOf(await fileHistory(caller, fullpath));

/** At most `limit` entries of a history, in the order of the service. Throws what `pages` throws. */
export const fileHistory = async (caller: Caller, fullpath: string, limit = Infinity): Promise<JsonObject[]> =>
	(await allEntries(caller, listVersions, { fullpath }, { limit, onNotice: () => undefined })).map(fieldsIn);

/** A longer history is not read to number a version: each hundred entries are a request. */
const MAX_ENTRIES = 1000;

/** SHA1 of the content of a file, in lower case, as information about the file says it; null where it does not. */
export const filehashIn = ({ filehash }: JsonObject): string | null =>
	isSha1(filehash) ? filehash.toLowerCase() : null;

/**
 * What a file contains, by information about it, and the number of that version: null where the history is long, cannot
 * be read, or has another version on top. Throws only kind `aborted`.
 */
export async function currentContent(caller: Caller, info: JsonObject) {
	const [filehash, fullpath] = [filehashIn(info), filledText(info.fullpath)];
	if (filehash === null || fullpath === undefined) return { filehash, version_number: null };
	const history = await unlessFailed(fileHistory(caller, fullpath, MAX_ENTRIES), () => []);
	const newest = history.length < MAX_ENTRIES ? versionsOf(history)[0] : undefined;
	return { filehash, version_number: newest?.filehash === filehash ? newest.number : null };
}

interface VersionOrder {
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
export interface Restoration {
	/** The file as it was before, as information about it says. */
	readonly before: JsonObject;
	/** Where the content is now; absent where the file had it already. */
	readonly stored?: UploadResult;
	readonly from?: FileVersion;
	/** The new version as the history shows it; absent where it does not. */
	readonly made?: FileVersion;
	/** Present where the content went to the path after its file had left it: the file that was to have it. */
	readonly missed?: MissedFile;
}

/** A file that was renamed, moved or deleted while a version of it was restored. */
type MissedFile = NonNullable<RestoredVersion['original']>;

/**
 * Makes an earlier content of a file its current one, as a new version. The service is told its SHA1 and places the
 * content by it; only where it no longer knows it, the old version is streamed into an upload. A file that has the
 * content already stays as it is. The service takes a path: the file is looked up by its ID just before, and which file
 * has the content is compared afterwards. Throws inputError for a folder and for a content that the history does not
 * have, and what reading and uploading throw.
 */
export async function restoreVersion(caller: Caller, order: VersionOrder): Promise<Restoration> {
	const filehash = order.filehash.toLowerCase();
	const found = await fileOf(caller, order.file);
	if (filehashIn(found.before) === filehash) return { before: found.before };
	const from = (await fileVersions(caller, found.fullpath)).find((version) => version.filehash === filehash);
	if (from?.filesize === undefined)
		throw valueError(
			'Version',
			`the history of ${quoted(baseName(found.fullpath))} has no version with the checksum ${filehash}`,
			'Choose a version from the list, or copy the filehash of one from History: Get Many.',
		);
	// The history may be long, and the file may have been moved meanwhile.
	const hash = filledText(found.before.hash);
	const { before, fullpath } = await fileOf(caller, hash === undefined ? order.file : { hash }, found.fullpath);
	if (filehashIn(before) === filehash) return { before };
	const stored = await storeVersion(caller, { ...order, filehash, fullpath, filesize: from.filesize });
	const [newest] = await unlessFailed(fileVersions(caller, stored.fullpath), () => []);
	// The history may not show it yet.
	const made = newest?.filehash === from.filehash && newest.hid !== from.hid ? newest : undefined;
	const missed = await missedFile(caller, hash, stored);
	return { before, stored, from, ...defined({ made, missed }) };
}

/** A file as information about it says, and where it is, or was `known` to be. Throws inputError for a folder. */
async function fileOf(
	caller: Caller,
	file: VersionOrder['file'],
	known = file.fullpath,
): Promise<{ readonly before: JsonObject; readonly fullpath: string }> {
	const before = await fileCalls(caller).info(file);
	const fullpath = filledText(before.fullpath) ?? known;
	if (isFolder(before))
		throw valueError('File', `${quoted(fullpath ?? '')} is a folder`, 'Choose a file: folders have no versions.');
	if (fullpath === undefined)
		throw new LibraryError('protocol', 'The service did not say the path of the file', {
			hint: 'Name the file by its path.',
		});
	return { before, fullpath };
}

/** The file with this ID, where another file has the content that it was to have. */
async function missedFile(
	caller: Caller,
	hash: string | undefined,
	{ instant, ...stored }: UploadResult,
): Promise<MissedFile | undefined> {
	// What was sent in parts has the ID of before it was sent.
	const placed = instant
		? stored
		: await unlessFailed(infoIfExists(caller, { fullpath: stored.fullpath }), () => stored);
	if (hash === undefined || (placed?.hash ?? stored.hash) === hash) return undefined;
	const now = await unlessFailed(infoIfExists(caller, { hash }), () => ({ fullpath: undefined }));
	return { hash, ...defined({ fullpath: now === undefined ? null : filledText(now.fullpath) }) };
}

/**
 * Puts a content with known SHA1 and size to a path; it is downloaded only when the service asks for it. Throws what
 * downloading and uploading throw.
 */
export async function storeVersion(
	caller: Caller,
	order: VersionOrder & { readonly fullpath: string; readonly filesize: number },
): Promise<UploadResult> {
	const { file, filehash: sha1, filesize: size, fullpath, operator, onProgress } = order;
	const source = remoteSource(caller, { ...file, filehash: sha1 }, { size, sha1 });
	const target = { fullpath, overwrite: true, operator, chunkSize: CHUNK_SIZE, ...defined({ onProgress }) };
	return await withChunkMemory(source, CHUNK_SIZE, async () => await uploadToLibrary(caller, source, target));
}
