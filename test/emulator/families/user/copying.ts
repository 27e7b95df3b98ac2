import { entryPath, flag, int, list, optional, path, required, defaulted } from '../../http/parameters';
import type { Actor, Entry } from '../../store/library/entry';
import { fullpathOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { joinPath } from '../../store/library/paths';
import { deleteEntry } from '../../store/library/remove';
import { copyEntry, moveEntry, putFile } from '../../store/library/write';
import { libraryFor, mount, nearestEntry, operation, requirePermission } from './shared';

/** doc: fullpath or fullpaths, the latter separated by vertical bars. */
const sources = { fullpath: optional(entryPath), fullpaths: optional(list('|', entryPath)) };

function named(p: { fullpath?: string | undefined; fullpaths?: readonly string[] | undefined }): readonly string[] {
	return p.fullpaths ?? [p.fullpath ?? ''];
}

interface CopyJob {
	readonly source: Library;
	readonly target: Library;
	readonly folder: string;
	readonly overwrite: boolean;
	readonly actor: Actor;
}

/** doc: overwrite is not for folders. ambiguity C06: without it a taken name gets a number (assumed). */
function copyOne({ target, folder, overwrite, actor }: CopyJob, entry: Entry): Entry {
	const destination = joinPath(folder, entry.name);
	const there = target.tree.find(destination);
	if (!overwrite || entry.children || !there || there.children || there === entry)
		return copyEntry(target, entry, destination, { actor });
	target.requireSpace(entry.filesize - there.filesize);
	return putFile(target, {
		path: destination,
		filehash: entry.filehash,
		filesize: entry.filesize,
		overwrite: true,
		actor,
	});
}

export const copy = operation({
	params: {
		...mount,
		...sources,
		target_fullpath: required(path),
		target_mount_id: optional(int(1)),
		overwrite: defaulted(flag, false),
		delete_from: defaulted(flag, false),
	},
	exactlyOne: [['fullpath', 'fullpaths']],
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const caller = { enterprise, directory, member };
		const source = libraryFor(world, caller, p.mount_id);
		const target = libraryFor(world, caller, p.target_mount_id ?? p.mount_id);
		const entries = named(p).map((each) => source.tree.get(each));
		for (const entry of entries)
			requirePermission(source, entry, caller, p.delete_from ? 'file_delete' : 'file_read');
		requirePermission(target, nearestEntry(target, p.target_fullpath), caller, 'file_upload');
		// ambiguity C07: target_fullpath is a directory; missing ones are made (assumed).
		const copies = entries.map((entry) =>
			copyOne({ source, target, folder: p.target_fullpath, overwrite: p.overwrite, actor }, entry),
		);
		// doc: 1 deletes the originals afterwards. assumed: into the recycle bin.
		if (p.delete_from) for (const entry of entries) if (!entry.deleted) deleteEntry(source, entry, false, actor);
		return answerFor(copies);
	},
});

/** doc: "200" only; fact 5.12: clients read hash and fullpath of a single one. */
function answerFor(entries: readonly Entry[]): Record<string, string> {
	const [only, ...more] = entries;
	return only && more.length === 0 ? { hash: only.hash, fullpath: fullpathOf(only) } : {};
}

export const move = operation({
	params: { ...mount, ...sources, target_fullpath: required(path) },
	exactlyOne: [['fullpath', 'fullpaths']],
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const caller = { directory, member };
		const library = libraryFor(world, { enterprise, ...caller }, p.mount_id);
		const entries = named(p).map((each) => library.tree.get(each));
		for (const entry of entries) requirePermission(library, entry, caller, 'file_write');
		requirePermission(library, nearestEntry(library, p.target_fullpath), caller, 'file_upload');
		return answerFor(
			entries.map((entry) => moveEntry(library, entry, joinPath(p.target_fullpath, entry.name), actor)),
		);
	},
});
