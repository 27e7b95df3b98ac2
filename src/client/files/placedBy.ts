import { typed } from '../../protocol/catalogue/fieldTypes';
import type { ServiceRequest } from '../../protocol/operation/define';
import { filledText, isJsonObject, type JsonObject, textOf } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown } from '../../protocol/wire/libraryError';
import { inParallel } from '../async/tasks';
import type { Account } from '../service/account';
import type { Caller } from '../service/call';
import { byName, infoIfExists, entriesOf, locationOf, MAX_ENTRIES, type EntryLocation } from './fileCalls';
import { mountIn } from '../service/account';
import { unlessFailed } from './unlessFailed';

type Params = Readonly<Record<string, string>>;

/** Where things are going to be: full paths in one folder, which a user token names together with `mount_id`. */
interface Targets {
	readonly folder: Params;
	readonly paths: readonly string[];
	/** What is moved or renamed and keeps its ID: the path of each thing now, with `hash` where it is known. */
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

/** How many entries are read before one copy: a single request, as most services answer the place. */
const FIRST_PAGE = 100;

/** The requests that a service has answered with a location, by the account of a run. */
const telling = new WeakMap<Account, Set<string>>();

/**
 * Sends a request that copies, moves or renames, and says where each thing is, in the order of the paths. The document
 * promises "200" only, but services answer the location (client facts 5.12), so it is believed. What it does not answer
 * is looked up: what was moved or renamed by its ID, which it keeps; a copy is the only entry with its name, or with a
 * number in it, that was not seen in the folder before. The look before is saved once the service has answered a
 * location to the same account. Throws what `send` throws.
 */
export async function placedBy(
	caller: Caller,
	targets: Targets,
	{ route }: ServiceRequest,
	send: () => Promise<unknown>,
): Promise<Placed[]> {
	const kind = targets.paths.length === 1 ? route : `${route} of several`;
	const told = telling.get(caller.account()) ?? new Set();
	telling.set(caller.account(), told);
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
	targets: Targets,
): Promise<() => Promise<ReadonlyArray<EntryLocation | undefined>>> {
	const { folder, moved, paths } = targets;
	if (moved) {
		const before = await inParallel(moved, PARALLEL, async (one) =>
			one.hash === undefined ? await infoIfExists(caller, one) : one,
		);
		return async () => await inParallel(before, PARALLEL, async (one) => await movedTo(caller, folder, one));
	}
	// What is not seen here can only leave open which entry is the copy.
	const seen = await entriesInFolder(caller, folder, paths.length === 1 ? FIRST_PAGE : MAX_ENTRIES);
	const known = new Set(seen.map(({ hash }) => textOf(hash)));
	return async () => await newLocations(caller, targets, known);
}

/** Where something is that was somewhere else before; undefined where the service still shows it there. */
async function movedTo(
	caller: Caller,
	folder: Params,
	before: JsonObject | undefined,
): Promise<EntryLocation | undefined> {
	const hash = filledText(before?.hash);
	if (before === undefined || hash === undefined) return undefined;
	const found = locationOf((await infoIfExists(caller, { ...mountIn(folder), hash })) ?? {});
	return found?.hash !== hash || found.fullpath === locationOf(before)?.fullpath ? undefined : found;
}

/** What a folder contains, as far as it is read; nothing where it does not exist. Throws what `pages` throws. */
async function entriesInFolder(caller: Caller, folder: Params, limit: number): Promise<readonly JsonObject[]> {
	const entries: JsonObject[] = [];
	try {
		for await (const entry of entriesOf(caller, folder, limit)) entries.push(entry);
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
	const entries = await entriesInFolder(caller, folder, MAX_ENTRIES);
	// Of a folder that is not read to its end, the only entry with a name may be somebody else's.
	if (entries.length >= MAX_ENTRIES) return [];
	const named = byName(entries.filter(({ hash }) => !known.has(textOf(hash))));
	return paths.map((path) => {
		const [found, ...more] = named(path);
		return found && more.length === 0 ? locationOf(found) : undefined;
	});
}
