import { typed } from '../../protocol/catalogue/fieldTypes';
import type { ServiceRequest } from '../../protocol/operation/define';
import { filledText, isJsonObject, type JsonObject, textOf } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown } from '../../protocol/wire/libraryError';
import { inParallel } from '../async/tasks';
import type { Account } from '../service/account';
import type { Caller } from '../service/call';
import { byName, infoIfExists, entriesOf, locationOf, mountIn, type EntryLocation } from './fileCalls';
import { unlessFailed } from './unlessFailed';

type Params = Readonly<Record<string, string>>;

/** Where things are going to be: full paths in one folder, which a user token names together with `mount_id`. */
interface Targets {
	readonly folder: Params;
	readonly paths: readonly string[];
	/** What names each thing before, where the things themselves go there and keep their IDs; absent for copies. */
	readonly moved?: readonly Params[];
}

/** What became of one thing. */
export interface Placed {
	/** What the service answered about it, in the types of the document. */
	readonly content: JsonObject;
	/** Where it is; undefined where nobody knows, because its name may have been taken. */
	readonly location: EntryLocation | undefined;
}

const PARALLEL = 8;

/** The requests that a service has answered with a location, by the account of a run. */
const telling = new WeakMap<Account, Set<string>>();

/**
 * Sends a request that copies, moves or renames, and says where each thing is, in the order of the paths. The document
 * promises "200" only, but services answer the location (client facts 5.12), so it is believed. What it does not answer
 * is looked up: what was moved or renamed by its ID, which it keeps; a copy is the only entry with its name, or with a
 * number in it, that was not in the folder before. The look before is saved once the service has answered a location to
 * the same account. Throws what `send` throws.
 */
export async function placedBy(
	caller: Caller,
	targets: Targets,
	{ route }: ServiceRequest,
	send: () => Promise<unknown>,
): Promise<Placed[]> {
	const isOne = targets.paths.length === 1;
	const told = telling.get(caller.account()) ?? new Set();
	telling.set(caller.account(), told);
	const isAsked = !isOne || !told.has(route);
	const before = isAsked ? await unlessFailed(lookBefore(caller, targets), () => undefined) : undefined;
	const contents = contentsIn(await send()).map(typed);
	const answered = targets.paths.map((_, at): Placed => {
		const content = contents.length === targets.paths.length ? (contents[at] ?? {}) : {};
		return { content, location: locationOf(content) };
	});
	const isTold = answered.every(({ location }) => location !== undefined);
	if (isOne && isTold) told.add(route);
	if (isTold || !before) return answered;
	const found = await unlessFailed(before(), () => []);
	return answered.map(({ content, location }, at) => ({ content, location: location ?? found[at] }));
}

const contentsIn = (answer: unknown): JsonObject[] => (Array.isArray(answer) ? answer : [answer]).filter(isJsonObject);

/** Looks at what there is, and returns what finds the things afterwards. Both throw what the calls throw. */
async function lookBefore(
	caller: Caller,
	targets: Targets,
): Promise<() => Promise<ReadonlyArray<EntryLocation | undefined>>> {
	const { folder, moved } = targets;
	if (moved) {
		const entries = await inParallel(moved, PARALLEL, async (one) => await infoIfExists(caller, one));
		return async () => await inParallel(entries, PARALLEL, async (entry) => await movedTo(caller, folder, entry));
	}
	const known = new Set((await entriesIn(caller, folder)).map(({ hash }) => textOf(hash)));
	return async () => await newLocations(caller, targets, known);
}

/** Where something is that was somewhere else; undefined where the service shows it there still. */
async function movedTo(
	caller: Caller,
	folder: Params,
	before: JsonObject | undefined,
): Promise<EntryLocation | undefined> {
	const hash = filledText(before?.hash);
	if (hash === undefined) return undefined;
	const found = locationOf((await infoIfExists(caller, { ...mountIn(folder), hash })) ?? {});
	return found?.hash !== hash || found.fullpath === locationOf(before ?? {})?.fullpath ? undefined : found;
}

/** What a folder contains; nothing where it does not exist. Throws what `pages` throws. */
async function entriesIn(caller: Caller, folder: Params): Promise<readonly JsonObject[]> {
	const entries: JsonObject[] = [];
	try {
		for await (const entry of entriesOf(caller, folder)) entries.push(entry);
	} catch (error) {
		if (!isNoSuchEntry(error)) throw rethrown(error);
	}
	return entries;
}

/** Each thing is the only entry with its name, or with a number in it, that was not there before. */
async function newLocations(
	caller: Caller,
	{ folder, paths }: Targets,
	known: ReadonlySet<string>,
): Promise<Array<EntryLocation | undefined>> {
	const named = byName((await entriesIn(caller, folder)).filter(({ hash }) => !known.has(textOf(hash))));
	return paths.map((path) => {
		const [found, ...more] = named(path);
		return found && more.length === 0 ? locationOf(found) : undefined;
	});
}
