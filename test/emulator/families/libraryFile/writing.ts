import { randomBytes } from 'node:crypto';
import { actorOf, operator } from '../../auth/operator';
import { defaulted, entryPath, filled, flag, int, path, required, requiredStrictly, sha1 } from '../../http/parameters';
import { moveEntry } from '../../store/library/copyAndMove';
import { fullpathOf } from '../../store/library/entry';
import { createFolder as createFolderAt } from '../../store/library/write';
import { announceUpload } from '../announceUpload';
import { libraryOperation } from '../operationsByCaller';

export const createFolder = libraryOperation('/m-open/1/file/create_folder', {
	params: { fullpath: required(entryPath), ...operator },
	handle: ({ library, p }) => {
		const folder = createFolderAt(library, p.fullpath, actorOf(library, p));
		return { hash: folder.hash, fullpath: fullpathOf(folder) };
	},
});

export const createFile = libraryOperation('/m-open/1/file/create_file', {
	params: {
		fullpath: required(entryPath),
		filehash: required(sha1),
		filesize: required(int(0)),
		overwrite: defaulted(flag, false),
		...operator,
	},
	handle: ({ world, library, p }) => {
		const { fullpath, filehash, filesize, overwrite } = p;
		const actor = actorOf(library, p);
		return announceUpload(world, library, { path: fullpath, filehash, filesize, overwrite, actor });
	},
});

/** doc: the key is valid for `timeout` seconds. assumed (G23): for any number of uploads to the library. */
export const uploadServers = libraryOperation('/m-open/1/file/upload_servers', {
	// fact 7.18: clients know a default of timeout, and are not known to send a rand.
	params: {
		fullpath: required(path),
		timeout: requiredStrictly(int(1), 300),
		rand: requiredStrictly(filled, ''),
	},
	handle: ({ world, orgClientId, p }) => {
		const key = randomBytes(20).toString('hex');
		world.uploadKeys.set(key, { orgClientId, expiresMs: world.now() + p.timeout * 1000 });
		return { 'm-upload': [world.origins.upload], key };
	},
});

/** doc: "200" only. fact 5.12: a client reads hash and fullpath from the answer. */
export const move = libraryOperation('/m-open/1/file/move', {
	params: { fullpath: required(entryPath), dest_fullpath: required(entryPath), ...operator },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		const moved = moveEntry(library, entry, p.dest_fullpath, actorOf(library, p));
		return { hash: moved.hash, fullpath: fullpathOf(moved) };
	},
});
