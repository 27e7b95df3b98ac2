import { listedEntry, type ListedEntry } from '../../../protocol/tree/listedEntry';
import type { DeleteEntry, MirrorAction, MirrorChange, Content } from '../plan/types';
import type { MirrorDescription } from '../plan/mirrorItems';
import { defined } from '../../../protocol/wire/json';
import { joinPath } from '../../../protocol/wire/paths';
import { unlessNoEntry } from '../../../client/files/fileCalls';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import { infoAt, type MirrorSide, readSide, requireName } from './mirrorSide';
import {
	archiveEntry,
	type ArchiveFolder,
	createFolder,
	createFolders,
	moveInTarget,
	removeFromTarget,
	replacing,
} from './targetChanges';
import { LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { isSameContent } from '../plan/compareTrees';
import { makeObstacles } from '../plan/planMirror';
import { withChunkMemory } from '../../../client/upload/source';
import type { UploadFile, UploadPort } from '../../../client/upload/state';
import { remoteSource } from '../../../client/upload/streamSource';
import { servicePort } from '../../../client/upload/servicePort';
import { uploadToLibrary } from '../../../client/upload/upload';

/*
 * What is taken away was looked at a moment ago: the plan may be hours old. All of these throw LibraryError conflict
 * where the plan is not true any more, and what `call` throws.
 */

/** Requests at the same time for what is in one folder; those of the run share its slots anyway. */
const CONCURRENCY = 4;

const outdated = (message: string): LibraryError =>
	new LibraryError('conflict', message, {
		hint: 'The folders were changed after they had been compared. Run it again to make them equal.',
	});

/** Requires that the source still has an entry of this kind, or nothing, at a path that is emptied in the target. */
async function requireInSource(source: MirrorSide, path: string, kind?: 'file' | 'folder'): Promise<void> {
	const fullpath = joinPath(source.folder, path);
	const found = await infoAt(source, fullpath);
	if (!kind && found) throw outdated(`the source has ${quoted(fullpath)} by now`);
	if (kind && (!found || isFolder(found) !== (kind === 'folder')))
		throw outdated(`the source has no ${kind} ${quoted(fullpath)} any more`);
}

/**
 * Requires that what is deleted is still extra, and that nothing goes away with it that was not in the plan. Returns
 * whether it is still there.
 */
async function requireAsPlanned(source: MirrorSide, target: MirrorSide, change: DeleteEntry): Promise<boolean> {
	const otherKind = change.type === 'file' ? 'folder' : 'file';
	await requireInSource(source, change.path, change.reason === 'otherKind' ? otherKind : undefined);
	const known = new Map(change.contents.map((entry) => [entry.path, entry]));
	const contents = await contentsNow(target, change);
	const news = contents.filter((entry) => !isAsRead(known.get(entry.path), entry));
	const [first] = news;
	if (!first) return contents.length > 0;
	const more = news.length > 1 ? ` and ${news.length - 1} more` : '';
	const at = quoted(joinPath(target.folder, first.path));
	throw outdated(`not deleted, because ${at}${more} came there, or changed, since the plan was made`);
}

/** Requires that a file is still the one that was read, or gone. */
async function requireUnchanged(target: MirrorSide, read: ListedEntry): Promise<void> {
	const fullpath = joinPath(target.folder, read.path);
	const found = await infoAt(target, fullpath);
	if (found && !isAsRead(read, listedEntry(read.path, found)))
		throw outdated(`not replaced, because ${quoted(fullpath)} was changed since the plan was made`);
}

/** What is at the path of a deletion, and in it; nothing where it is gone already. */
async function contentsNow(target: MirrorSide, { path }: DeleteEntry): Promise<readonly ListedEntry[]> {
	const fullpath = joinPath(target.folder, path);
	const top = await infoAt(target, fullpath);
	if (!top) return [];
	const entry = listedEntry(path, top);
	if (!entry.dir) return [entry];
	const inside = { ...target, folder: fullpath };
	const read = await readSide(inside, { concurrency: CONCURRENCY }).catch(unlessNoEntry);
	if (!read) return [];
	if (read.doubt?.kind === 'unsettled')
		throw outdated(`not deleted, because ${quoted(fullpath)} changed while it was read`);
	return [entry, ...read.entries.map((each) => ({ ...each, path: joinPath(path, each.path) }))];
}

/** Whether an entry is the one that was read, with the same content. Folders are those of their paths. */
const isAsRead = (read: ListedEntry | undefined, now: ListedEntry): boolean =>
	read !== undefined && read.dir === now.dir && isSameContent(read, now) === true;

/** The two folders of a mirror, and what is told of contents that are streamed. */
export interface Mirroring {
	readonly source: MirrorSide;
	readonly target: MirrorSide;
	readonly onStream?: OnStream;
	/** Where what is replaced or deleted goes; into the recycle bin when absent. */
	readonly archive?: ArchiveFolder;
}

/** Makes one change. Returns what its item shows besides. Throws LibraryError. */
export async function makeChange(
	mirroring: Mirroring,
	change: MirrorAction,
): Promise<Pick<MirrorDescription, 'bytes_sent'> | undefined> {
	const { source, target, archive } = mirroring;
	const fullpath = joinPath(target.folder, change.path);
	switch (change.action) {
		case 'add':
		case 'update': {
			const store = async () => ({ bytes_sent: await storeFile(mirroring, change) });
			if (change.replaces) await requireUnchanged(target, change.replaces);
			return await (change.action === 'update' && archive
				? replacing(target, archive, change.path, store)
				: store());
		}
		case 'create':
			await (change.path === '' ? createFolders(target, target.folder) : createFolder(target, fullpath));
			return undefined;
		case 'move':
			// A name in another case is no other place.
			if (change.from.toLowerCase() !== change.path.toLowerCase()) await requireInSource(source, change.from);
			await moveInTarget(
				target,
				joinPath(target.folder, change.from),
				fullpath,
				change.type === 'file' ? change : undefined,
			);
			return undefined;
		case 'delete':
			if (!(await requireAsPlanned(source, target, change))) return undefined;
			await (archive ? archiveEntry(target, archive, change.path) : removeFromTarget(target, fullpath));
			return undefined;
	}
}

/** How the changes of a mirror are made: each alone, by the caller of the target. */
export const mirrorMaker = ({ source, target, ...told }: Mirroring): ChangeMaker<MirrorChange, MirrorDescription> => ({
	obstacles: makeObstacles(),
	make: async ([change], caller) => {
		const reading = { ...source.caller, ...defined({ noRetryAfter: caller.noRetryAfter }) };
		const sides = { source: { ...source, caller: reading }, target: { ...target, caller }, ...told };
		// A conflict, and what is kept, is in no stage.
		return await makeChange(sides, change as MirrorAction);
	},
});

/**
 * Called when a content begins to be streamed; `path` is relative. `at` is told how many bytes have arrived so far, and
 * `end` that it has ended, successfully or not.
 */
export type OnStream = (path: string) => { at(bytes: number, size: number): void; end(): void };

/** Bytes; safe under both readings of "10 MB" (E03). */
const CHUNK_SIZE = 10_000_000;

/**
 * Stores a file of the source in the target, as a new version where there is one. One request where the service knows
 * the content; otherwise the content is downloaded and uploaded at the same time, in chunks that share the memory of
 * all uploads. Returns how many bytes were sent. Throws what the upload and the download throw, LibraryError conflict
 * where the name is one of a folder by now, and LibraryError protocol where the service does not show its size.
 */
async function storeFile({ source, target, onStream }: Mirroring, content: Content): Promise<number> {
	const { path, filesize: size, filehash: sha1 } = content;
	const [from, to] = [joinPath(source.folder, path), joinPath(target.folder, path)];
	if (size === undefined)
		throw new LibraryError('protocol', `The service sent no valid size of ${quoted(from)}, so it was not copied`, {
			hint: 'Report this to the operator of the service',
		});
	const { caller, mountId, operator } = target;
	const order = { ...defined({ mountId, operator }), fullpath: to, overwrite: true, chunkSize: CHUNK_SIZE };
	const port = servicePort(caller, order);
	const announced: UploadFile[] = [];
	// Announced before memory is taken: most contents are known, and none of them has to wait for it.
	if (sha1 !== '') {
		const file = await port.create({ sha1, size }, caller.signal ?? new AbortController().signal);
		requireName(to, file.fullpath);
		if (file.instant) return 0;
		announced.push(file);
	}
	// When the upload begins anew, it is announced again.
	const create: UploadPort['create'] = async (...asked) => announced.pop() ?? (await port.create(...asked));
	const stream = onStream?.(path);
	const origin = { ...defined({ mount_id: source.mountId }), fullpath: from };
	const reading = remoteSource(source.caller, origin, { size, sha1 });
	const options = { ...order, ...defined({ onProgress: stream?.at }) };
	try {
		return await withChunkMemory(reading, CHUNK_SIZE, async () => {
			const { bytesSent, fullpath } = await uploadToLibrary(caller, reading, options, { ...port, create });
			requireName(to, fullpath);
			return bytesSent;
		});
	} finally {
		stream?.end();
	}
}
