import { actorOf, operator } from '../../auth/clientCaller';
import { badParameter, missing } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, entryPath, flag, list, optional, path, required, text } from '../../http/parameters';
import { copyEntry, entriesIn, type CopyOrder } from '../../store/library/copyAndMove';
import { fullpathOf, type Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { joinPath } from '../../store/library/paths';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import { libraryOperation } from '../operationsByCaller';

/** assumed: copies of more entries than this are queued; the document gives no number. */
const QUEUE_THRESHOLD = 1000;

/** assumed: a queued copy takes at least this long. */
const QUEUE_MS = 1000;

interface Copy {
	readonly from: Entry;
	/** Path of the copy. */
	readonly to: string;
	readonly order: CopyOrder;
}

/**
 * Copies at once, or queues the copy. fact 5.12: queue_id is a string, and absent when the copy is done.
 * assumed: the answer of a queued copy contains hash and path already.
 */
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
