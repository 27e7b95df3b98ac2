import { libraryFor, requirePermission } from '../../auth/callers';
import { badParameter } from '../../http/errors';
import {
	defaulted,
	entryPath,
	filled,
	flag,
	int,
	type Kind,
	list,
	optional,
	path,
	required,
	sha1,
	type Values,
} from '../../http/parameters';
import { type Actor, type Entry, fullpathOf, joinPath, nameOf, parentOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import {
	copyEntry,
	createFolder as createFolderAt,
	deleteEntry,
	moveEntry,
	nearestEntry,
	putFile,
	replacedFile,
} from '../../store/library/write';
import { announceUpload } from '../announceUpload';
import { userOperation } from '../operation';

const mount = { mount_id: required(int(1)) };

export const createFolder = userOperation('/m-api/2/file/create_folder', {
	dateline: true,
	// assumed (C03): fullpath is required, although listed as optional: without it there is nothing to create.
	params: { ...mount, fullpath: required(entryPath), overwrite: defaulted(flag, true) },
	handle: (call) => {
		const { actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const folder = parentOf(p.fullpath);
		requirePermission(call, 'file_upload', library, nearestEntry(library, folder));
		const parent = library.tree.find(folder);
		// doc: 0 renames when the name is taken. assumed (C04): overwriting leaves an existing folder as it is.
		const wanted =
			p.overwrite || !parent?.children
				? p.fullpath
				: joinPath(folder, library.tree.freeName(parent, nameOf(p.fullpath), true));
		const created = createFolderAt(library, wanted, actor);
		return { hash: created.hash, fullpath: fullpathOf(created) }; // fact 5.9
	},
});

export const createFile = userOperation('/m-api/2/file/create_file', {
	params: {
		...mount,
		fullpath: required(entryPath),
		filehash: required(sha1),
		filesize: required(int(0)),
		overwrite: defaulted(flag, false),
	},
	handle: (call) => {
		const { world, actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const { fullpath, filehash, filesize, overwrite } = p;
		const write = { path: fullpath, filehash, filesize, overwrite, actor };
		const replaced = replacedFile(library, write);
		if (replaced) requirePermission(call, 'file_write', library, replaced);
		else requirePermission(call, 'file_upload', library, nearestEntry(library, parentOf(fullpath)));
		return announceUpload(world, library, write);
	},
});

export const uploadServer = userOperation('/m-api/1/file/upload_server', {
	method: 'GET',
	params: { ...mount, fullpath: required(path) },
	handle: (call) => {
		const library = libraryFor(call, call.p.mount_id);
		requirePermission(call, 'file_upload', library, nearestEntry(library, call.p.fullpath));
		return { server: call.world.origins.upload };
	},
});

const newName: Kind<string> = (raw, name) => {
	if (raw.includes('/')) throw badParameter(name, 'contains a slash');
	return entryPath(filled(raw, name), name);
};

export const rename = userOperation('/m-api/1/file/rename', {
	params: { ...mount, fullpath: required(entryPath), newname: required(newName) },
	handle: (call) => {
		const { actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entry = library.tree.get(p.fullpath);
		requirePermission(call, 'file_write', library, entry);
		const renamed = moveEntry(library, entry, joinPath(parentOf(p.fullpath), p.newname), actor);
		return { hash: renamed.hash, fullpath: fullpathOf(renamed) }; // fact 5.12
	},
});

/** assumed (C15): to the recycle bin. */
export const del = userOperation('/m-api/1/file/del', {
	params: { ...mount, fullpath: required(entryPath) },
	handle: (call) => {
		const { actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entry = library.tree.get(p.fullpath);
		requirePermission(call, 'file_delete', library, entry);
		deleteEntry(library, entry, false, actor);
		return {};
	},
});

/** doc: fullpath, or fullpaths separated by vertical bars. */
const sources = { fullpath: optional(entryPath), fullpaths: optional(list('|', entryPath)) };
const oneSource = [['fullpath', 'fullpaths']] as const;

const sourcePaths = (p: Values<typeof sources>): readonly string[] => p.fullpaths ?? [p.fullpath ?? ''];

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
