import { badParameter } from '../../http/errors';
import type { Kind } from '../../http/parameters';
import { defaulted, entryPath, filled, flag, int, list, optional, path, required, sha1 } from '../../http/parameters';
import { announceUpload, serverName } from '../announceUpload';
import { fullpathOf } from '../../store/library/entry';
import { joinPath, parentOf } from '../../store/library/paths';
import { deleteEntry } from '../../store/library/remove';
import { createFolder as makeFolder, moveEntry, replacedFile } from '../../store/library/write';
import { libraryFor, mount, nearestEntry, operation, requirePermission } from './shared';

export const createFolder = operation({
	// ambiguity C03: fullpath is stated as optional; without it there is nothing to make, so it is needed (assumed).
	params: { ...mount, fullpath: required(entryPath), overwrite: defaulted(flag, true) },
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		requirePermission(library, nearestEntry(library, parentOf(p.fullpath)), { directory, member }, 'file_upload');
		const parent = library.tree.find(parentOf(p.fullpath));
		const name = p.fullpath.slice(p.fullpath.lastIndexOf('/') + 1);
		// doc: 0 renames when it exists. ambiguity C04: overwriting an existing folder leaves it as it is (assumed).
		const wanted =
			p.overwrite || !parent?.children
				? p.fullpath
				: joinPath(parentOf(p.fullpath), library.tree.freeName(parent, name, true));
		const folder = makeFolder(library, wanted, actor);
		return { hash: folder.hash, fullpath: fullpathOf(folder) }; // fact 5.9
	},
});

export const createFile = operation({
	params: {
		...mount,
		fullpath: required(entryPath),
		filehash: required(sha1),
		filesize: required(int(0)),
		overwrite: defaulted(flag, false),
	},
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const write = { path: p.fullpath, filehash: p.filehash, filesize: p.filesize, overwrite: p.overwrite, actor };
		const replaced = replacedFile(library, write);
		requirePermission(
			library,
			replaced ?? nearestEntry(library, parentOf(p.fullpath)),
			{ directory, member },
			replaced ? 'file_write' : 'file_upload',
		);
		return announceUpload(world, library, write);
	},
});

export const uploadServer = operation({
	params: { ...mount, fullpath: required(path) },
	handle: ({ world, enterprise, directory, member, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		requirePermission(library, nearestEntry(library, p.fullpath), { directory, member }, 'file_upload');
		return { server: serverName(world) };
	},
});

const newName: Kind<string> = (raw, name) => {
	if (raw.includes('/')) throw badParameter(name, 'holds a slash');
	return entryPath(filled(raw, name), name);
};

export const rename = operation({
	params: { ...mount, fullpath: required(entryPath), newname: required(newName) },
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entry = library.tree.get(p.fullpath);
		requirePermission(library, entry, { directory, member }, 'file_write');
		const renamed = moveEntry(library, entry, joinPath(parentOf(p.fullpath), p.newname), actor);
		return { hash: renamed.hash, fullpath: fullpathOf(renamed) }; // fact 5.12
	},
});

export const del = operation({
	// fact 5.11: the vendor's user client sends fullpaths.
	params: { ...mount, fullpath: optional(entryPath), fullpaths: optional(list('|', entryPath)) },
	exactlyOne: [['fullpath', 'fullpaths']],
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entries = (p.fullpaths ?? [p.fullpath ?? '']).map((each) => library.tree.get(each));
		for (const entry of entries) requirePermission(library, entry, { directory, member }, 'file_delete');
		// ambiguity C15: into the recycle bin (assumed). A folder named before may have taken an entry along.
		for (const entry of entries) if (!entry.deleted) deleteEntry(library, entry, false, actor);
		return {};
	},
});
