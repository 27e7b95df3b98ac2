import { rethrown } from '../../protocol/wire/libraryError';
import { joinPath, parentPath } from '../../protocol/wire/paths';
import { sendUnlessDone } from '../plan/sendUnlessDone';
import { infoAt, requireName, type MirrorSide } from './mirrorSide';
import { targetCalls } from './targetCalls';
import { createFolder, madeBy } from './targetChanges';

/** Where a run puts what it replaces or deletes, instead of into the recycle bin. */
export interface Archive {
	/** Full path of the folder of this run, in the library of the target. */
	readonly folder: string;
	/** The folders in it that are there, or are being created. */
	readonly made: Map<string, Promise<void>>;
}

/** The archive of a run in this folder. */
export const archiveIn = (folder: string): Archive => ({ folder, made: new Map() });

/** The name of a run's folder: its time in UTC, sorted by it, without a colon, which Windows refuses. */
export const archiveName = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(':', '-');

/**
 * Moves what is at a path of the mirrored folder to the same path of the archive, if it is there. A lost answer is
 * looked up. Throws LibraryError.
 */
export async function archiveEntry(target: MirrorSide, archive: Archive, path: string): Promise<void> {
	const [from, to] = [joinPath(target.folder, path), joinPath(archive.folder, path)];
	if (!(await infoAt(target, from))) return;
	await ensureFolder(target, archive, parentPath(to));
	const send = async (): Promise<unknown> => await targetCalls(target).move(from, to);
	const isDone = async (): Promise<boolean> =>
		(await infoAt(target, to)) !== undefined && (await infoAt(target, from)) === undefined;
	requireName(to, madeBy(await sendUnlessDone(target.caller, send, isDone)));
}

/** Creates a folder and those around it, each once, however many changes want it at the same time. */
async function ensureFolder(target: MirrorSide, archive: Archive, fullpath: string): Promise<void> {
	if (fullpath === '') return;
	const making = archive.made.get(fullpath) ?? makeFolder(target, archive, fullpath);
	archive.made.set(fullpath, making);
	try {
		await making;
	} catch (cause) {
		archive.made.delete(fullpath);
		throw rethrown(cause);
	}
}

async function makeFolder(target: MirrorSide, archive: Archive, fullpath: string): Promise<void> {
	await ensureFolder(target, archive, parentPath(fullpath));
	if (!(await infoAt(target, fullpath))) await createFolder(target, fullpath);
}
