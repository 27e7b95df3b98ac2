import { randomBytes } from 'node:crypto';
import { actorOf, operator } from '../../auth/callers';
import { badParameter, missing } from '../../http/errors';
import type { Json } from '../../http/json';
import {
	defaulted,
	entryPath,
	filled,
	flag,
	int,
	list,
	optional,
	path,
	required,
	sha1,
	text,
} from '../../http/parameters';
import { type Entry, foundBelow, fullpathOf, hasTag, isWithin, joinPath } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import {
	copyEntry,
	type CopyOrder,
	createFolder as createFolderAt,
	deleteEntry,
	destroyRecycled,
	entriesIn,
	findRecycled,
	moveEntry,
	recover as recoverItem,
} from '../../store/library/write';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import { announceUpload } from '../announceUpload';
import { page } from '../lists';
import { libraryOperation } from '../operation';
import { fileEntry } from './info';

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
			? foundBelow(library.tree.getFolder(p.path ?? '', 'path'), (entry) => hasTag(entry, p.tag ?? []))
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
	params: { fullpath: required(path), timeout: required(int(1)), rand: required(filled) },
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

/** assumed: copies of more entries than this are queued; the document gives no number. */
const QUEUE_THRESHOLD = 1000;

/** assumed: a queued copy takes at least this long. */
const QUEUE_MS = 1000;

interface Copy {
	readonly from: Entry;
	readonly to: string;
	readonly order: CopyOrder;
}

/** fact 5.12: queue_id is a string, absent for a done copy. assumed: a queued copy is answered with hash and path. */
function copyOrQueue(world: World, library: Library, { from, to, order }: Copy): Json {
	const { queueDelayMs } = world.options;
	if (queueDelayMs === 0 && entriesIn(from) <= QUEUE_THRESHOLD) {
		const copied = copyEntry(library, from, to, order);
		return { hash: copied.hash, fullpath: fullpathOf(copied) };
	}
	const hash = library.tree.newHash();
	const run = (): void => {
		if (from.deleted) throw missing(from.deletedPath);
		copyEntry(library, from, to, { ...order, hash });
	};
	const delayMs = Math.max(queueDelayMs, entriesIn(from) > QUEUE_THRESHOLD ? QUEUE_MS : 0);
	const { mountId } = library.profile;
	const task = world.queue.add({ mountId, fullpath: to, delayMs, outcome: world.faults.queue, run }, world.now());
	return { hash, fullpath: to, queue_id: task.id };
}

export const copy = libraryOperation('/m-open/1/file/copy', {
	params: { from_fullpath: required(entryPath), fullpath: required(entryPath), ...operator },
	handle: ({ world, library, p }) =>
		copyOrQueue(world, library, {
			from: library.tree.get(p.from_fullpath),
			to: p.fullpath,
			order: { actor: actorOf(library, p) },
		}),
});

/** assumed (G21): one target for all, one source for all, or pair by pair; anything else is refused. */
function pairs(sources: readonly string[], targets: readonly string[]): Array<[string, string]> {
	const count = Math.max(sources.length, targets.length);
	const fits = (paths: readonly string[]): boolean => paths.length === 1 || paths.length === count;
	if (!fits(sources) || !fits(targets))
		throw badParameter('paths', `has ${targets.length} folders for ${sources.length} sources`);
	const pick = (paths: readonly string[], at: number): string => paths[paths.length === 1 ? 0 : at] ?? '';
	return Array.from({ length: count }, (_, at) => [pick(sources, at), pick(targets, at)]);
}

/** Target folders. The root may be one of them, so an empty part is valid, unlike in other lists. */
const folders = (raw: string, name: string): string[] => raw.split('|').map((part) => path(part, name));

export const copyMany = libraryOperation('/m-open/1/file/mcopy', {
	params: {
		from_fullpaths: required(list('|', entryPath)),
		paths: required(folders),
		copy_all: defaulted(flag, false),
		sp: optional(text),
		...operator,
	},
	handle: ({ world, library, p }) => {
		const order = { actor: actorOf(library, p), keepAll: p.copy_all };
		// All sources are looked up first: a call that fails copies nothing.
		return pairs(p.from_fullpaths, p.paths)
			.map(([source, target]) => ({ from: library.tree.get(source), target }))
			.map(({ from, target }) => copyOrQueue(world, library, { from, to: joinPath(target, from.name), order }));
	},
});

export const queueStatus = libraryOperation('/m-open/1/file/queue_status', {
	params: { queue_id: required(text) },
	handle: ({ world, library, p }) => {
		const task = world.queue.get(p.queue_id, library.profile.mountId);
		if (!task) throw badParameter('queue_id', 'is unknown');
		return {
			status: task.status,
			fullpath: task.fullpath,
			add_dateline: seconds(task.addMs),
			start_dateline: seconds(task.startMs),
			finish_dateline: seconds(task.finishMs),
		};
	},
});
