import { typed } from '../../protocol/catalogue/simplify';
import { listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import type { Sent, ServiceRequest } from '../../protocol/operation/define';
import { groupBy } from '../../protocol/plan/inSteps';
import { fieldsIn, filledText, isJsonObject, type JsonObject, secondsOf, textOf } from '../../protocol/wire/json';
import { oncePer } from '../../protocol/wire/oncePer';
import { parentPath, toFullpath } from '../../protocol/wire/paths';
import { inParallel } from '../async/tasks';
import { pages } from '../paging/pages';
import { type Account, mountIn } from '../service/account';
import { type Caller, unlessFailed } from '../service/call';
import type { TaskState } from '../service/queue';
import {
	byName,
	type EntryLocation,
	firstEntries,
	infoIfExists,
	locationOf,
	MAX_ENTRIES,
	unlessNoEntry,
} from './fileCalls';

/*
 * Where things are after a change. The document promises "200" only, and a name that was taken gets a number (G39,
 * G40): what the service answers is believed, what has an ID is looked up by it, and anything else has to be the only
 * entry of its folder with its name, or with a number in it, that can be meant.
 */

const locationAt = async (caller: Caller, params: Sent): Promise<EntryLocation | undefined> =>
	locationOf((await infoIfExists(caller, params)) ?? {});

/** Finds entries of a folder by name; none where it is not read to its end, and the only one may be somebody else's. */
async function namedIn(caller: Caller, folder: Sent, mayBe: (entry: JsonObject) => boolean) {
	const entries = await firstEntries(caller, folder);
	return entries.length < MAX_ENTRIES ? byName(entries.filter(mayBe)) : () => [];
}

const onlyOne = ([found, ...more]: readonly JsonObject[]): EntryLocation | undefined =>
	found && more.length === 0 ? locationOf(found) : undefined;

/* What a request copies, moves or renames. */

/** Where things are going to be: full paths in one folder, which a user token names together with `mount_id`. */
interface Targets {
	readonly folder: Sent;
	readonly paths: readonly string[];
	/** What is moved or renamed and keeps its ID: the path of each thing now, with `hash` where it is known. */
	readonly moved?: readonly Sent[];
}

/** What became of one thing. */
export interface Placed {
	/** What the service answered about it, in the types of the document. */
	readonly content: JsonObject;
	/** Where it is; undefined where nobody knows, because its name may have been taken. */
	readonly location: EntryLocation | undefined;
}

const PARALLEL = 8;

/** How many entries are read before one copy: a single request, as most services answer the place. */
const FIRST_PAGE = 100;

/** The requests that a service has answered with a location, by the account of a run. */
const toldBy = oncePer((_account: Account) => new Set<string>());

/**
 * Sends a request that copies, moves or renames, and says where each thing is, in the order of the paths. What it does
 * not answer is looked up: what was moved or renamed by its ID, which it keeps; a copy was not seen in the folder
 * before. The look before is saved once the service has answered a location to the same account (client facts 5.12).
 * Throws what `send` throws.
 */
export async function placedBy(
	caller: Caller,
	targets: Targets,
	{ route }: ServiceRequest,
	send: () => Promise<unknown>,
): Promise<Placed[]> {
	const kind = targets.paths.length === 1 ? route : `${route} of several`;
	const told = toldBy(caller.account());
	const whereNow = told.has(kind)
		? undefined
		: await unlessFailed(verifyBeforeChange(caller, targets), () => undefined);
	const contents = contentsIn(await send()).map(typed);
	const answered = targets.paths.map((_, at): Placed => {
		const content = contents.length === targets.paths.length ? (contents[at] ?? {}) : {};
		return { content, location: locationOf(content) };
	});
	const isTold = answered.every(({ location }) => location !== undefined);
	if (isTold) told.add(kind);
	if (isTold || !whereNow) return answered;
	const found = await unlessFailed(whereNow(), () => []);
	return answered.map(({ content, location }, at) => ({ content, location: location ?? found[at] }));
}

const contentsIn = (answer: unknown): JsonObject[] => (Array.isArray(answer) ? answer : [answer]).filter(isJsonObject);

/** Looks at what there is, and returns what finds the things afterwards. Both throw what the calls throw. */
async function verifyBeforeChange(
	caller: Caller,
	{ folder, moved, paths }: Targets,
): Promise<() => Promise<ReadonlyArray<EntryLocation | undefined>>> {
	if (moved) {
		const before = await inParallel(moved, PARALLEL, async (one) =>
			one.hash === undefined ? await infoIfExists(caller, one) : one,
		);
		return async () => await inParallel(before, PARALLEL, async (one) => await movedTo(caller, folder, one));
	}
	// What is not seen here can only leave open which entry is the copy.
	const reading = firstEntries(caller, folder, paths.length === 1 ? FIRST_PAGE : MAX_ENTRIES);
	const known = new Set(((await reading.catch(unlessNoEntry)) ?? []).map(({ hash }) => textOf(hash)));
	return async () => {
		const named = await namedIn(caller, folder, ({ hash }) => !known.has(textOf(hash)));
		return paths.map((path) => onlyOne(named(path)));
	};
}

/** Where something is that was somewhere else before; undefined where the service still shows it there. */
async function movedTo(
	caller: Caller,
	folder: Sent,
	before: JsonObject | undefined,
): Promise<EntryLocation | undefined> {
	const hash = filledText(before?.hash);
	if (before === undefined || hash === undefined) return undefined;
	const found = await locationAt(caller, { ...mountIn(folder), hash });
	return found?.hash !== hash || found.fullpath === locationOf(before)?.fullpath ? undefined : found;
}

/* What a task of the service copies. */

/** A copy that the service has put into its queue. */
export interface QueuedCopy {
	/** The full path that was asked for. */
	readonly target: string;
	/** ID of the copy, where the service promised one. */
	readonly hash?: string | undefined;
	/** What had the path of the target before the task was waited for; undefined when nothing had. */
	readonly before: JsonObject | 'unknown' | undefined;
}

/** Whether an entry was created since the task was added; undefined when the service sent no times (Unix seconds). */
function isSince({ create_dateline: created }: JsonObject, { add_dateline: added }: TaskState): boolean | undefined {
	const [at, since] = [secondsOf(created), secondsOf(added)];
	return at === undefined || since === undefined ? undefined : at >= since;
}

/**
 * Where a copy is whose task is completed. The task and the answer may name the path that was asked for, which belongs
 * to another entry when the name was taken, and even what is at a path that was free may be somebody else's. So the
 * copy is looked up by its ID, then by a path that only the task knows, at last among the entries of the folder: the
 * only one that was created since the task, or without times the only one at all where the path was free. Undefined
 * when it cannot be told apart from others. One request as a rule. Throws what `call` throws.
 */
export async function copiedEntry(
	caller: Caller,
	{ target, hash, before }: QueuedCopy,
	task: TaskState,
): Promise<EntryLocation | undefined> {
	const old = isJsonObject(before) ? before : undefined;
	const isThere = old !== undefined && hash !== undefined && hash === old.hash;
	// The task was quicker than the look at the target: the entry there is the copy, unless it is an older one.
	if (isThere && isSince(old, task) !== false) return locationOf(old);
	const said = toFullpath(filledText(task.fullpath) ?? target);
	const location =
		(hash !== undefined && !isThere ? await locationAt(caller, { hash }) : undefined) ??
		(said === target ? undefined : await locationAt(caller, { fullpath: said }));
	if (location) return location;
	const named = (await namedIn(caller, { fullpath: parentPath(target) }, () => true))(target);
	const created = named.filter((entry) => isSince(entry, task) ?? (before === undefined && named.length === 1));
	const others = created.filter((entry) => entry.hash !== old?.hash);
	return onlyOne(others.length > 0 ? others : created);
}

/* What is restored from the recycle bin. */

/** IDs of deleted entries by the paths they had: a path may have been deleted several times. */
export type RecycledIds = ReadonlyMap<string, readonly string[]>;

/** Where a restored entry is, or why that is not known. */
export type RestoredLocation = EntryLocation | { readonly reason: string };

const MAX_RECYCLED = 1_000;
/** Entries of the recycle bin that are read before the search looks whether it may end. */
const PAGE = 100;
const MAX_IDS = 100;

/**
 * The IDs of deleted entries, as far as the recycle bin shows them among its first entries: they stay the same when the
 * entries are restored. Call it before. Throws only kind `aborted`.
 */
export async function recycledIds(caller: Caller, paths: readonly string[]): Promise<RecycledIds> {
	const ids = new Map<string, string[]>(paths.map((path) => [path, []]));
	const read = async (): Promise<void> => {
		let count = 0;
		for await (const listed of pages(caller, listRecycled, {}, { limit: MAX_RECYCLED })) {
			const { fullpath, hash } = fieldsIn(listed);
			const id = filledText(hash);
			if (id !== undefined) ids.get(toFullpath(textOf(fullpath)))?.push(id);
			// The page was read anyway.
			if (++count % PAGE === 0 && [...ids.values()].every(({ length }) => length > 0)) return;
		}
	};
	// What was read until it fails is known.
	await unlessFailed(read(), () => undefined);
	return ids;
}

/**
 * Where restored entries are, by the paths they had. They are looked for by their IDs in the folder they came from, one
 * listing for each folder; an entry whose ID is not known, by its name. Throws only kind `aborted`.
 */
export async function restoredLocations(
	caller: Caller,
	paths: readonly string[],
	ids: RecycledIds,
): Promise<ReadonlyMap<string, RestoredLocation>> {
	const locations = new Map<string, RestoredLocation>();
	for (const [folder, inside] of groupBy(new Set(paths), parentPath)) {
		const known = inside.flatMap((path) => (ids.get(path) ?? []).map((id) => [id, path] as const));
		for (let at = 0; at < known.length; at += MAX_IDS)
			await findById(caller, folder, new Map(known.slice(at, at + MAX_IDS)), locations);
		const missing = inside.filter((path) => !locations.has(path));
		if (missing.length > 0)
			await findInWhole(caller, folder, new Map(missing.map((path) => [path, ids.get(path) ?? []])), locations);
	}
	return locations;
}

type Locations = Map<string, RestoredLocation>;

/** `asked` has, by their IDs, the paths that the entries had. */
async function findById(caller: Caller, folder: string, asked: ReadonlyMap<string, string>, found: Locations) {
	const listing = firstEntries(caller, { fullpath: folder, hashs: [...asked.keys()].join(',') }, MAX_IDS);
	for (const entry of await unlessFailed(listing, () => [])) {
		const [path, location] = [asked.get(textOf(entry.hash)), locationOf(entry)];
		if (path !== undefined && location) found.set(path, location);
	}
}

/** The search in all entries of the folder: for those whose IDs are not known, or where a listing by IDs shows none. */
async function findInWhole(caller: Caller, folder: string, wanted: RecycledIds, found: Locations) {
	const read = firstEntries(caller, { fullpath: folder });
	const entries = await unlessFailed(read, ({ message }) => ({ reason: message }));
	const named = byName('reason' in entries ? [] : entries);
	for (const [path, ids] of wanted) {
		const isFitting = ({ hash }: JsonObject): boolean => ids.includes(textOf(hash));
		if ('reason' in entries) found.set(path, entries);
		else found.set(path, placeOf(ids.length === 0 ? named(path) : entries.filter(isFitting)));
	}
}

const placeOf = (fitting: readonly JsonObject[]): RestoredLocation =>
	onlyOne(fitting) ?? {
		reason:
			fitting.length > 1
				? 'several entries of its folder have this name or a number'
				: 'its folder does not list it',
	};
