import { badParameter, missing } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, entryPath, flag, list, optional, path, required, text } from '../../http/parameters';
import type { Entry } from '../../store/library/entry';
import { fullpathOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { joinPath } from '../../store/library/paths';
import type { CopyOrder } from '../../store/library/write';
import { copyEntry, entriesIn } from '../../store/library/write';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import { operation } from '../operation';
import { actorOf, operator } from './shared';

/** assumed: a queued copy takes at least this long. */
const QUEUE_MS = 1000;

/**
 * Copies at once, or puts the work into the queue. fact 5.12: queue_id is a string, absent when done at once.
 * assumed: a queued answer promises hash and path already.
 */
function copyOrQueue(world: World, library: Library, from: Entry, to: string, order: CopyOrder): Json {
	const { queueDelayMs, queueThreshold } = world.options;
	if (queueDelayMs === 0 && entriesIn(from) <= queueThreshold) {
		const copy = copyEntry(library, from, to, order);
		return { hash: copy.hash, fullpath: fullpathOf(copy) };
	}
	const hash = library.tree.newHash();
	const work = (): void => {
		if (from.deleted) throw missing(from.deletedPath);
		copyEntry(library, from, to, { ...order, hash });
	};
	const delayMs = Math.max(queueDelayMs, entriesIn(from) > queueThreshold ? QUEUE_MS : 0);
	const job = world.queue.add(
		{ mountId: library.profile.mountId, fullpath: to, delayMs, mood: world.faults.queue, work },
		world.now(),
	);
	return { hash, fullpath: to, queue_id: job.id };
}

export const copy = operation({
	params: { from_fullpath: required(entryPath), fullpath: required(entryPath), ...operator },
	handle: ({ world, library, p }) =>
		copyOrQueue(world, library, library.tree.get(p.from_fullpath), p.fullpath, { actor: actorOf(library, p) }),
});

/** assumed (ambiguity G21): one target for all, one source to all, or pair by pair; anything else is refused. */
function pairs(sources: readonly string[], targets: readonly string[]): Array<[string, string]> {
	const count = Math.max(sources.length, targets.length);
	const fits = (given: readonly string[]): boolean => given.length === 1 || given.length === count;
	if (!fits(sources) || !fits(targets))
		throw badParameter('paths', `has ${targets.length} folders for ${sources.length} sources`);
	const pick = (given: readonly string[], at: number): string => given[given.length === 1 ? 0 : at] ?? '';
	return Array.from({ length: count }, (_, at) => [pick(sources, at), pick(targets, at)]);
}

/** The root may be a target here, so an empty part is meant (other lists refuse it). */
const folders = (raw: string, name: string): string[] => raw.split('|').map((part) => path(part, name));

export const copyMany = operation({
	params: {
		from_fullpaths: required(list('|', entryPath)),
		paths: required(folders),
		copy_all: defaulted(flag, false),
		sp: optional(text),
		...operator,
	},
	handle: ({ world, library, p }) => {
		const order = { actor: actorOf(library, p), keepAll: p.copy_all };
		const work = pairs(p.from_fullpaths, p.paths).map(([source, target]) => ({
			from: library.tree.get(source),
			target,
		}));
		return work.map(({ from, target }) => copyOrQueue(world, library, from, joinPath(target, from.name), order));
	},
});

export const queueStatus = operation({
	params: { queue_id: required(text) },
	handle: ({ world, library, p }) => {
		const job = world.queue.get(p.queue_id, library.profile.mountId);
		if (!job) throw badParameter('queue_id', 'is unknown');
		return {
			status: job.status,
			fullpath: job.fullpath,
			add_dateline: seconds(job.addMs),
			start_dateline: seconds(job.startMs),
			finish_dateline: seconds(job.finishMs),
		};
	},
});
