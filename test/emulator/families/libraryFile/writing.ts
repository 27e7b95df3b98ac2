import { randomBytes } from 'node:crypto';
import { actorOf, operator } from '../../auth/clientCaller';
import { badParameter } from '../../http/errors';
import { defaulted, entryPath, filled, flag, int, list, optional, path, required, sha1 } from '../../http/parameters';
import { moveEntry } from '../../store/library/copyAndMove';
import { type Entry, fullpathOf, isWithin } from '../../store/library/entry';
import {
	createFolder as createFolderAt,
	deleteEntry,
	destroyRecycled,
	findRecycled,
	recover as recoverItem,
} from '../../store/library/write';
import { announceUpload } from '../announceUpload';
import { libraryOperation } from '../operationsByCaller';
import { page } from '../paging';
import { fileEntry } from './entries';

const paths = list('|', entryPath);
const tags = list(';', filled);

/** The entries that are not inside another one of them: deleting a folder deletes its contents too. */
function outermost(entries: readonly Entry[]): Entry[] {
	return entries.filter((entry) => !entries.some((other) => other !== entry && isWithin(entry, other)));
}

export const del = libraryOperation('/m-open/1/file/del', {
	params: {
		fullpath: optional(entryPath),
		tag: optional(tags),
		path: optional(path),
		destroy: defaulted(flag, false),
		...operator,
	},
	exactlyOne: [['fullpath', 'tag']],
	handle: ({ library, p }) => {
		if (p.path !== undefined && !p.tag) throw badParameter('path', "is only used together with 'tag'");
		const actor = actorOf(library, p);
		// assumed (G12): tag without path means the whole library. assumed: any of the tags is enough.
		const chosen = p.tag
			? library.tags.below(library.tree.getFolder(p.path ?? '', 'path'), p.tag)
			: [library.tree.get(p.fullpath ?? '')];
		for (const entry of outermost(chosen)) deleteEntry(library, entry, p.destroy, actor);
		return {};
	},
});

/** assumed: a path means everything deleted from it. A path that is not in the bin is 40402, and nothing is deleted. */
export const deleteCompletely = libraryOperation('/m-open/1/file/del_completely', {
	params: { fullpaths: optional(paths), tag: optional(tags), ...operator },
	exactlyOne: [['fullpaths', 'tag']],
	handle: ({ library, p }) => {
		actorOf(library, p);
		const items = p.tag
			? library.recycleBin.tagged(p.tag)
			: (p.fullpaths ?? []).flatMap((each) => (findRecycled(library, each), [...library.recycleBin.at(each)]));
		for (const item of new Set(items)) destroyRecycled(library, item);
		return {};
	},
});

export const recycle = libraryOperation('/m-open/1/file/recycle', {
	params: page,
	handle: ({ library, p }) => ({
		count: library.recycleBin.count,
		list: library.recycleBin.page(p.start, p.size).map((item) => fileEntry(item.entry, item.fullpath)),
	}),
});

export const recover = libraryOperation('/m-open/1/file/recover', {
	params: { fullpaths: required(paths), ...operator },
	handle: ({ library, p }) => {
		const actor = actorOf(library, p);
		const items = [...new Set(p.fullpaths)].map((each) => findRecycled(library, each));
		for (const item of items) recoverItem(library, item, actor);
		return {};
	},
});

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
	params: {
		fullpath: required(path),
		timeout: required(int(1)),
		rand: required(filled),
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
