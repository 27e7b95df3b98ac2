import { isFolder } from '../../../protocol/tree/entryFilter';
import { amountOf } from '../../../protocol/wire/amounts';
import { textOf } from '../../../protocol/wire/json';
import { isLibraryError, rethrown, reworded } from '../../../protocol/wire/libraryError';
import { joinPath, parentPath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import { once, RecentMap } from '../../../client/async/once';
import { infoAt, type MirrorSide } from './mirrorSide';
import { createFolder, move } from './targetChanges';

/** Where a run puts what it replaces or deletes, instead of into the recycle bin. */
export interface ArchiveFolder {
	/** Full path of the folder of this run, in the library of the target. */
	readonly folder: string;
	/** The folders in it that are there, or are being created. */
	readonly made: Map<string, Promise<void>>;
}

/** The archive of a run in this folder. */
export function archiveIn(folder: string): ArchiveFolder {
	return { folder, made: new Map() };
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
	await ensureFolder(target, archive, parentPath(to));
	const file = { filesize: amountOf(found.filesize), filehash: textOf(found.filehash) };
	const moved = isFolder(found) ? undefined : file;
	await move(target, from, to, moved);
	return async () => {
		if (!(await infoAt(target, from))) await move(target, to, from, moved);
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

/** Creates a folder and those around it, each once, however many changes want it at the same time. */
async function ensureFolder(target: MirrorSide, archive: ArchiveFolder, fullpath: string): Promise<void> {
	if (fullpath === '') return;
	await once(archive.made, fullpath, async () => {
		await ensureFolder(target, archive, parentPath(fullpath));
		if (!(await infoAt(target, fullpath))) await createFolder(target, fullpath);
	});
}
