import { listFolder } from '../../protocol/catalogue/libraryFiles';
import { listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import { groupInSteps } from '../../protocol/plan/inSteps';
import { fieldsIn, filledText, type JsonObject, textOf } from '../../protocol/wire/json';
import { parentPath, toFullpath } from '../../protocol/wire/paths';
import { inTurns } from '../async/inTurns';
import { pages } from '../paging/pages';
import type { Caller } from '../service/call';
import { byName, entriesOf, locationOf, type EntryLocation } from './fileCalls';
import { unlessFailed } from './unlessFailed';

/** IDs of deleted entries by the paths they had: a path may have been deleted several times. */
export type RecycledIds = ReadonlyMap<string, readonly string[]>;

/** Where a restored entry is, or why that is not known. */
export type RestoredLocation = EntryLocation | { readonly reason: string };

/** How many entries of the recycle bin are looked through. */
const MAX_RECYCLED = 1_000;
/** Entries of the recycle bin that are read before the search looks whether it may end. */
const PAGE = 100;
/** How many IDs one listing is asked for. */
const MAX_IDS = 100;

/** What `look` finds until it fails: finding nothing does not change what was or is going to be restored. */
const asFarAsPossible = async (look: () => Promise<void>): Promise<string | void> =>
	await unlessFailed(look(), ({ message }) => message);

/**
 * The IDs of deleted entries, as far as the recycle bin shows them among its first entries: they stay the same when the
 * entries are restored. Call it before. Throws only kind `aborted`.
 */
export async function recycledIds(caller: Caller, paths: readonly string[]): Promise<RecycledIds> {
	const ids = new Map<string, string[]>(paths.map((path) => [path, []]));
	let read = 0;
	await asFarAsPossible(async () => {
		for await (const listed of pages(caller, listRecycled, {}, { limit: MAX_RECYCLED })) {
			const { fullpath, hash } = fieldsIn(listed);
			const id = filledText(hash);
			if (id !== undefined) ids.get(toFullpath(textOf(fullpath)))?.push(id);
			// To the end of the page: what it contains costs nothing.
			if (++read % PAGE === 0 && [...ids.values()].every(({ length }) => length > 0)) return;
		}
	});
	return ids;
}

/**
 * Where restored entries are, by the paths they had: a name that was taken meanwhile gets a number (G40). They are
 * looked for by their IDs in the folder they came from, one listing for each folder; an entry whose ID is not known, by
 * its name. Throws only kind `aborted`.
 */
export async function restoredLocations(
	caller: Caller,
	paths: readonly string[],
	ids: RecycledIds,
): Promise<ReadonlyMap<string, RestoredLocation>> {
	const locations = new Map<string, RestoredLocation>();
	for (const [folder, inside] of await inTurns(groupInSteps(new Set(paths), parentPath))) {
		await findById(caller, { folder, inside, ids, places: locations });
		await findInWhole(caller, {
			folder,
			inside: inside.filter((path) => !locations.has(path)),
			ids,
			places: locations,
		});
	}
	return locations;
}

/** The search in one folder: paths of restored entries that were in it, and the locations found so far. */
interface Search {
	readonly folder: string;
	readonly inside: readonly string[];
	readonly ids: RecycledIds;
	readonly places: Map<string, RestoredLocation>;
}

async function findById(caller: Caller, { folder, inside, ids, places }: Search): Promise<void> {
	const known = inside.flatMap((path) => (ids.get(path) ?? []).map((id) => [id, path] as const));
	for (let at = 0; at < known.length; at += MAX_IDS) {
		const asked = new Map(known.slice(at, at + MAX_IDS));
		const params = { fullpath: folder, hashs: [...asked.keys()].join(',') };
		await asFarAsPossible(async () => {
			for await (const listed of pages(caller, listFolder, params, { limit: MAX_IDS })) {
				const entry = fieldsIn(listed);
				const [path, location] = [asked.get(textOf(entry.hash)), locationOf(entry)];
				if (path !== undefined && location) places.set(path, location);
			}
		});
	}
}

/** The search in all entries of the folder: for those whose IDs are not known, or where a listing by IDs shows none. */
async function findInWhole(caller: Caller, { folder, inside, ids, places }: Search): Promise<void> {
	if (inside.length === 0) return;
	const entries: JsonObject[] = [];
	const failure = await asFarAsPossible(async () => {
		for await (const entry of entriesOf(caller, { fullpath: folder })) entries.push(entry);
	});
	const named = byName(entries);
	for (const path of inside) {
		const known = ids.get(path) ?? [];
		const found = known.length === 0 ? named(path) : entries.filter(({ hash }) => known.includes(textOf(hash)));
		places.set(path, failure === undefined ? onlyOne(found) : { reason: failure });
	}
}

function onlyOne([found, ...more]: readonly JsonObject[]): RestoredLocation {
	if (more.length > 0) return { reason: 'several entries of its folder have this name or a number' };
	return locationOf(found ?? {}) ?? { reason: 'its folder does not list it' };
}
