import { typed } from '../../protocol/catalogue/fieldTypes';
import type { ServiceRequest } from '../../protocol/operation/define';
import { isJsonObject, type JsonObject, textOf } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown } from '../../protocol/wire/libraryError';
import type { Account } from '../service/account';
import type { Caller } from '../service/call';
import { byName, infoIfExists, entriesOf, locationOf, type EntryLocation } from './fileCalls';
import { unlessFailed } from './unlessFailed';

/** Where things are going to be: full paths in one folder, which a user token names together with `mount_id`. */
interface Targets {
	readonly folder: Readonly<Record<string, string>>;
	readonly paths: readonly string[];
}

/** What became of one thing. */
export interface Placed {
	/** What the service answered about it, in the types of the document. */
	readonly content: JsonObject;
	/** Where it is; undefined where nobody knows, because its name may have been taken. */
	readonly location: EntryLocation | undefined;
}

/** The requests that a service has answered with a location, by the account of a run. */
const telling = new WeakMap<Account, Set<string>>();

/**
 * Sends a request that copies, moves or renames, and says where each thing is, in the order of the paths. The document
 * promises "200" only, but services answer the location (client facts 5.12), so it is believed. What it does not answer
 * is looked up: what was not at the path, or in the folder, before is what was placed. The look before is saved once
 * the service has answered a location to the same account. Throws what `send` throws.
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
	const before = isAsked ? await unlessFailed(entriesAt(caller, targets), () => undefined) : undefined;
	const contents = contentsIn(await send()).map(typed);
	const answered = targets.paths.map((_, at): Placed => {
		const content = contents.length === targets.paths.length ? (contents[at] ?? {}) : {};
		return { content, location: locationOf(content) };
	});
	const isTold = answered.every(({ location }) => location !== undefined);
	if (isOne && isTold) told.add(route);
	if (isTold || !before) return answered;
	const found = await unlessFailed(newLocations(caller, targets, before), () => []);
	return answered.map(({ content, location }, at) => ({ content, location: location ?? found[at] }));
}

const contentsIn = (answer: unknown): JsonObject[] => (Array.isArray(answer) ? answer : [answer]).filter(isJsonObject);

/** What may have these paths: what is at the only one, or all that the folder contains. Throws what `pages` throws. */
async function entriesAt(caller: Caller, { folder, paths }: Targets): Promise<readonly JsonObject[]> {
	const [only, ...more] = paths;
	if (only !== undefined && more.length === 0) {
		const entry = await infoIfExists(caller, { ...folder, fullpath: only });
		return entry ? [entry] : [];
	}
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
	targets: Targets,
	before: readonly JsonObject[],
): Promise<Array<EntryLocation | undefined>> {
	const known = new Set(before.map(({ hash }) => textOf(hash)));
	const named = byName((await entriesAt(caller, targets)).filter(({ hash }) => !known.has(textOf(hash))));
	return targets.paths.map((path) => {
		const [found, ...more] = named(path);
		return found && more.length === 0 ? locationOf(found) : undefined;
	});
}
