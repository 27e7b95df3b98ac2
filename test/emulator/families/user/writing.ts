import { libraryFor, requirePermission } from '../../auth/userCaller';
import { badParameter } from '../../http/errors';
import { defaulted, entryPath, filled, flag, int, type Kind, path, required, sha1 } from '../../http/parameters';
import { moveEntry, nearestEntry } from '../../store/library/copyAndMove';
import { fullpathOf } from '../../store/library/entry';
import { joinPath, nameOf, parentOf } from '../../store/library/paths';
import { createFolder as createFolderAt, deleteEntry, replacedFile } from '../../store/library/write';
import { announceUpload } from '../announceUpload';
import { userOperation } from '../operationsByCaller';

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
