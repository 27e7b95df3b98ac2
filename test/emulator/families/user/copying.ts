import { libraryFor, requirePermission } from '../../auth/userCaller';
import { defaulted, entryPath, flag, int, list, optional, path, required } from '../../http/parameters';
import { copyEntry, moveEntry, nearestEntry } from '../../store/library/copyAndMove';
import { fullpathOf, type Actor, type Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { joinPath } from '../../store/library/paths';
import { deleteEntry, putFile } from '../../store/library/write';
import { userOperation } from '../operationsByCaller';

/** doc: fullpath, or fullpaths separated by vertical bars. */
const sources = { fullpath: optional(entryPath), fullpaths: optional(list('|', entryPath)) };
const oneSource = [['fullpath', 'fullpaths']] as const;

function sourcePaths(p: {
	fullpath?: string | undefined;
	fullpaths?: readonly string[] | undefined;
}): readonly string[] {
	return p.fullpaths ?? [p.fullpath ?? ''];
}

interface Destination {
	readonly target: Library;
	readonly folder: string;
	readonly overwrite: boolean;
	readonly actor: Actor;
}

/** doc: overwrite does not apply to folders. assumed (C06): without it a taken name gets a number. */
function copyTo({ target, folder, overwrite, actor }: Destination, entry: Entry): Entry {
	const path = joinPath(folder, entry.name);
	const existing = target.tree.find(path);
	if (!overwrite || entry.children || !existing || existing.children || existing === entry)
		return copyEntry(target, entry, path, { actor });
	target.requireSpace(entry.filesize - existing.filesize);
	const { filehash, filesize } = entry;
	return putFile(target, { path, filehash, filesize, overwrite, actor });
}

/** doc: "200" only. fact 5.12: clients read hash and fullpath of a single entry. */
function answer(entries: readonly Entry[]): Record<string, string> {
	const [only, ...more] = entries;
	return only && more.length === 0 ? { hash: only.hash, fullpath: fullpathOf(only) } : {};
}

/** assumed (C07): target_fullpath is a folder. assumed: missing folders are created. */
export const copy = userOperation('/m-api/1/file/copy', {
	params: {
		mount_id: required(int(1)),
		...sources,
		target_fullpath: required(path),
		target_mount_id: optional(int(1)),
		overwrite: defaulted(flag, false),
		delete_from: defaulted(flag, false),
	},
	exactlyOne: oneSource,
	handle: (call) => {
		const { actor, p } = call;
		const source = libraryFor(call, p.mount_id);
		const target = libraryFor(call, p.target_mount_id ?? p.mount_id);
		const entries = sourcePaths(p).map((each) => source.tree.get(each));
		for (const entry of entries)
			requirePermission(call, p.delete_from ? 'file_delete' : 'file_read', source, entry);
		requirePermission(call, 'file_upload', target, nearestEntry(target, p.target_fullpath));
		const destination = { target, folder: p.target_fullpath, overwrite: p.overwrite, actor };
		const copies = entries.map((entry) => copyTo(destination, entry));
		// doc: 1 deletes the originals afterwards. assumed: to the recycle bin.
		if (p.delete_from) for (const entry of entries) if (!entry.deleted) deleteEntry(source, entry, false, actor);
		return answer(copies);
	},
});

/** assumed (C07): target_fullpath is a folder. */
export const move = userOperation('/m-api/1/file/move', {
	params: { mount_id: required(int(1)), ...sources, target_fullpath: required(path) },
	exactlyOne: oneSource,
	handle: (call) => {
		const { actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entries = sourcePaths(p).map((each) => library.tree.get(each));
		for (const entry of entries) requirePermission(call, 'file_write', library, entry);
		requirePermission(call, 'file_upload', library, nearestEntry(library, p.target_fullpath));
		return answer(
			entries.map((entry) => moveEntry(library, entry, joinPath(p.target_fullpath, entry.name), actor)),
		);
	},
});
