import { filledText, isJsonObject, type JsonObject, secondsOf } from '../../protocol/wire/json';
import { parentPath, toFullpath } from '../../protocol/wire/paths';
import type { Caller } from '../service/call';
import type { TaskState } from '../service/queue';
import { infoIfExists, entriesOf, hasName, locationOf, MAX_ENTRIES, type EntryLocation } from './fileCalls';

/** A copy that the service has put into its queue. */
export interface QueuedCopy {
	/** Full path that was asked for. */
	readonly target: string;
	/** ID of the copy, where the service promised one. */
	readonly hash?: string | undefined;
	/** What had the path of the target before the task was waited for; undefined when nothing had. */
	readonly before: JsonObject | 'unknown' | undefined;
}

const hashIn = (before: QueuedCopy['before']): unknown => (isJsonObject(before) ? before.hash : undefined);

/** Whether an entry was created since the task was added; undefined when the service sent no times (Unix seconds). */
function isSince({ create_dateline: created }: JsonObject, { add_dateline: added }: TaskState): boolean | undefined {
	const [at, since] = [secondsOf(created), secondsOf(added)];
	return at === undefined || since === undefined ? undefined : at >= since;
}

/**
 * Where a copy is whose task is completed. The task and the answer may name the path that was asked for, which belongs
 * to another entry when the name was taken (G39), and even what is at a path that was free may be somebody else's. So
 * the copy is looked up by its ID, then by a path that only the task knows, at last among the entries of the folder.
 * Undefined when it cannot be told apart from others. One request as a rule. Throws what `call` throws.
 */
export async function copiedEntry(
	caller: Caller,
	copy: QueuedCopy,
	task: TaskState,
): Promise<EntryLocation | undefined> {
	const { target, hash, before } = copy;
	if (hash !== undefined && hash === hashIn(before)) {
		// The task was quicker than the look at the target: the entry there is the copy, unless it is an older one.
		if (isJsonObject(before) && isSince(before, task) !== false) return locationOf(before);
	} else if (hash !== undefined) {
		const location = locationOf((await infoIfExists(caller, { hash })) ?? {});
		if (location) return location;
	}
	const said = toFullpath(filledText(task.fullpath) ?? target);
	if (said !== target) {
		const location = locationOf((await infoIfExists(caller, { fullpath: said })) ?? {});
		if (location) return location;
	}
	return await amongSiblings(caller, copy, task);
}

/**
 * The copy among the entries with its name, with or without a number: the only one that was created since the task, or
 * without times the only one at all where the path was free. Undefined in a folder that is not read to its end.
 */
async function amongSiblings(
	caller: Caller,
	{ target, before }: QueuedCopy,
	task: TaskState,
): Promise<EntryLocation | undefined> {
	const named: JsonObject[] = [];
	let count = 0;
	for await (const entry of entriesOf(caller, { fullpath: parentPath(target) })) {
		if (hasName(entry, target)) named.push(entry);
		count++;
	}
	if (count >= MAX_ENTRIES) return undefined;
	const created = named.filter((entry) => isSince(entry, task) ?? (before === undefined && named.length === 1));
	const others = created.filter((entry) => entry.hash !== hashIn(before));
	const [found, ...more] = others.length > 0 ? others : created;
	return found && more.length === 0 ? locationOf(found) : undefined;
}
