import { RecentMap } from '../../../client/async/once';
import { type FindDone, fileCalls } from '../../../client/files/fileCalls';
import { ensureFolder } from '../../../client/files/missingFolder';
import { paramsAt } from '../../../client/service/account';
import { call } from '../../../client/service/call';
import { libraryFileMove as moveByPath } from '../../../protocol/catalogue/libraryPlaces';
import { moveRequest } from '../../../protocol/catalogue/requests';
import { userRename } from '../../../protocol/catalogue/userPlaces';
import { listedEntry } from '../../../protocol/tree/listedEntry';
import { filledText, fieldsIn, type JsonObject, textOf, numberOf } from '../../../protocol/wire/json';
import { valueError, quoted, isLibraryError, rethrown, reworded } from '../../../protocol/wire/libraryError';
import { parentPath, baseName, toFullpath, joinPath } from '../../../protocol/wire/paths';
import type { ShownContent } from '../plan/compareTrees';
import { type MirrorSide, infoAt, requireName } from './mirrorSide';

/*
 * Changes of the target by full paths. Each can be made again after a failure of which nobody knows whether it took
 * effect: it then finds its work done. All of them throw LibraryError.
 */

/** The full path in an answer, where it has one. */
const madeBy = (answer: unknown): string | undefined => filledText(fieldsIn(answer).fullpath);

/** Whether what is at a path is what was to get there: a folder, or a file with this content. */
function isSame(entry: JsonObject | undefined, file?: ShownContent): boolean {
	if (!entry) return false;
	const { dir, filesize, filehash } = listedEntry('', entry);
	return file ? !dir && filesize === file.filesize && filehash === file.filehash : dir;
}

/** Creates a folder whose parent is there. */
export async function createFolder(target: MirrorSide, fullpath: string): Promise<void> {
	const findDone: FindDone = async () => {
		const found = await infoAt(target, fullpath);
		return isSame(found) ? found : undefined;
	};
	const { caller, operator } = target;
	const made = await fileCalls(caller).createFolder(paramsAt(target, fullpath), { ...operator }, findDone);
	requireName(fullpath, madeBy(made));
}

/** Creates a folder and those around it, as far as they are missing. Throws LibraryError input where a file is. */
export async function createFolders(target: MirrorSide, fullpath: string): Promise<void> {
	await ensureFolder(new Map(), fullpath, {
		isThere: async (path) => {
			const entry = await infoAt(target, path);
			if (entry && numberOf(entry.dir) === 0)
				throw valueError('Target Folder', `${quoted(path)} is a file, not a folder`);
			return entry !== undefined;
		},
		create: async (path) => await createFolder(target, path),
	});
}

/** The request that moves or renames something; by token it changes either the folder or the name. */
async function sendMove(target: MirrorSide, from: string, to: string, findDone: FindDone): Promise<unknown> {
	const { caller, operator } = target;
	const params = paramsAt(target, from);
	if (caller.account().kind !== 'token')
		return await call(caller, moveByPath, { ...params, dest_fullpath: to, ...operator }, findDone);
	return parentPath(from) === parentPath(to)
		? await call(caller, userRename, { ...params, newname: baseName(to) }, findDone)
		: await call(caller, moveRequest, { ...params, target_fullpath: parentPath(to) }, findDone);
}

/** Moves or renames something; `file` is what is moved, where it is no folder. */
export async function moveInTarget(target: MirrorSide, from: string, to: string, file?: ShownContent): Promise<void> {
	const findDone: FindDone = async () => {
		const moved = await infoAt(target, to);
		if (!moved || !isSame(moved, file)) return undefined;
		const shown = filledText(moved.filename) ?? filledText(moved.fullpath);
		if (shown !== undefined && baseName(toFullpath(shown)) !== baseName(to)) return undefined;
		const left = await infoAt(target, from);
		// Where the service ignores case, a file is found by its old name too.
		const isGone = left === undefined || (textOf(left.hash) !== '' && textOf(left.hash) === textOf(moved.hash));
		return isGone ? moved : undefined;
	};
	requireName(to, madeBy(await sendMove(target, from, to, findDone)));
}

/** Moves something to the recycle bin. */
export async function removeFromTarget(target: MirrorSide, fullpath: string): Promise<void> {
	const findDone: FindDone = async () => ((await infoAt(target, fullpath)) ? undefined : {});
	await fileCalls(target.caller).remove(paramsAt(target, fullpath), { ...target.operator }, findDone);
}

/** Where a run puts what it replaces or deletes, instead of into the recycle bin. */
export interface ArchiveFolder {
	/** Full path of the folder of this run, in the library of the target. */
	readonly folder: string;
	/** The folders in it that are there, or are being created. */
	readonly made: Map<string, Promise<void>>;
}

/** The times of the last names. */
const RECENT = new RecentMap<number, true>(1000);

/**
 * The name of a run's folder: its time in UTC, sorted by it, without a colon, which Windows refuses. No two runs of a
 * process have one name: those of several items may begin in the same millisecond.
 */
export function archiveName(nowMs: number): string {
	let ms = nowMs;
	while (RECENT.has(ms)) ms++;
	RECENT.set(ms, true);
	return new Date(ms).toISOString().replaceAll(':', '-');
}

/**
 * Moves what is at a path of the mirrored folder to the same path of the archive, if it is there. A lost answer is
 * looked up. Returns what moves it back, where nothing has taken its place. Both throw LibraryError.
 */
export async function archiveEntry(
	target: MirrorSide,
	archive: ArchiveFolder,
	path: string,
): Promise<(() => Promise<void>) | undefined> {
	const [from, to] = [joinPath(target.folder, path), joinPath(archive.folder, path)];
	const found = await infoAt(target, from);
	if (!found) return undefined;
	await ensureFolder(archive.made, parentPath(to), {
		isThere: async (folder) => (await infoAt(target, folder)) !== undefined,
		create: async (folder) => await createFolder(target, folder),
	});
	const { dir, ...file } = listedEntry(path, found);
	const moved = dir ? undefined : file;
	await moveInTarget(target, from, to, moved);
	return async () => {
		if (!(await infoAt(target, from))) await moveInTarget(target, to, from, moved);
	};
}

/**
 * Does what puts something in the place of what is archived, which is put back where that fails. Settles as `replace`
 * does; the error says where the archived one is if it could not be put back.
 */
export async function replacing<R>(
	target: MirrorSide,
	archive: ArchiveFolder,
	path: string,
	replace: () => Promise<R>,
): Promise<R> {
	const putBack = await archiveEntry(target, archive, path);
	try {
		return await replace();
	} catch (cause) {
		const isBack = await (putBack?.() ?? Promise.resolve()).then(
			() => true,
			() => false,
		);
		if (isBack || !isLibraryError(cause)) throw rethrown(cause);
		const where = quoted(joinPath(archive.folder, path));
		throw reworded(cause, `${cause.message}. The file that it replaces is at ${where} of the target`);
	}
}
