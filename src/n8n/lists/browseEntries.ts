import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { stopwatch } from '../../client/async/clock';
import { inParallel } from '../../client/async/tasks';
import { listIn } from '../../client/paging/offsetPages';
import { call, type Caller, unlessFailed } from '../../client/service/call';
import { isFolder } from '../../protocol/tree/entryFilter';
import { type JsonObject, textOf } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import { toFullpath } from '../../protocol/wire/paths';
import { type ListQuery, type Search, matches, scanList } from './listSearch';

/* How the lists of files and folders read and show an entry. */

const hashOf = ({ hash }: JsonObject): unknown => hash;
/** The full path of an entry: that of a folder may end with a slash (client facts 5.7). */
export const fullpathOf = ({ fullpath }: JsonObject): string => toFullpath(textOf(fullpath));
/** An entry as lists show it: its path, with a slash after that of a folder. */
export const listedPath = (entry: JsonObject): string => `${fullpathOf(entry)}${isFolder(entry) ? '/' : ''}`;

/** The two ways to find entries of one library. */
export interface EntrySource {
	list(fullpath: string): ListQuery;
	/** The entries whose names contain a text, by the service's own search. */
	search(name: string): ListQuery;
}

/** What a list of entries shows. */
export interface EntryView {
	readonly valueOf: (entry: JsonObject) => unknown;
	readonly foldersOnly: boolean;
	/** Whether the root of the library can be chosen: it is the first of the folders. */
	readonly withRoot?: boolean;
}

/** Folders by their paths, the root among them. */
export const FOLDERS: EntryView = { valueOf: fullpathOf, foldersOnly: true, withRoot: true };

/** The search methods for the entries of one library, by the names that the locators of all nodes use. */
export const entrySearches = (searchOf: (view: EntryView) => Search) => ({
	entriesByHash: searchOf({ valueOf: hashOf, foldersOnly: false }),
	entriesByPath: searchOf({ valueOf: fullpathOf, foldersOnly: false }),
	foldersByHash: searchOf({ valueOf: hashOf, foldersOnly: true }),
	foldersByPath: searchOf(FOLDERS),
	subfoldersByPath: searchOf({ valueOf: fullpathOf, foldersOnly: true }),
});

/** What is spent on a name that the service's search may have missed, and on one of which it found nothing. */
const BUDGET = { found: { requests: 20, ms: 2_000 }, nothing: { requests: 100, ms: 8_000 } } as const;

/**
 * Entries of a library for "From List". Without a filter: the root of the library. With a text: a search by name, and
 * a look into the folders, because the service's search may know beginnings or words only. With a path: the folder up
 * to the last slash, and there the entries whose names contain the rest, so that one can walk down
 * ("Contracts/2026/"). A folder that does not exist has no entries.
 */
export async function browseEntries(
	caller: Caller,
	source: EntrySource,
	view: EntryView,
	filter: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const { valueOf, foldersOnly, withRoot } = view;
	const { folder, name, isSearch } = readFilter(filter);
	const query = isSearch ? source.search(name) : source.list(folder);
	const isKind = (entry: JsonObject): boolean => !foldersOnly || isFolder(entry);
	const isNamed = ({ filename }: JsonObject): boolean => matches(name, filename);
	const show = (entry: JsonObject): INodeListSearchItems | undefined =>
		isKind(entry) && (isSearch || isNamed(entry)) ? listItem(entry, valueOf) : undefined;
	const selective = foldersOnly || (name !== '' && !isSearch);
	try {
		const found = await scanList(caller, query, { show, selective }, token);
		if (isSearch && token === undefined && found.paginationToken === undefined) {
			const budget = found.results.length > 0 ? BUDGET.found : BUDGET.nothing;
			const isWanted = (entry: JsonObject): boolean => isKind(entry) && isNamed(entry);
			const more = await walkEntries(caller, (fullpath) => source.list(fullpath), isWanted, budget);
			const items = [...found.results, ...more.map((entry) => listItem(entry, valueOf))];
			return { results: [...new Map(items.map((item) => [item.value, item])).values()] };
		}
		const isStart = withRoot && filter.trim() === '' && token === undefined;
		return isStart ? { ...found, results: [LIBRARY_ROOT, ...found.results] } : found;
	} catch (error) {
		if (folder !== '' && (await isNoFolder(caller, source, error))) return { results: [] };
		throw rethrown(error);
	}
}

const LIBRARY_ROOT: INodeListSearchItems = { name: '/ (Library Root)', value: '/' };

function readFilter(filter: string): { folder: string; name: string; isSearch: boolean } {
	const slash = filter.lastIndexOf('/');
	const name = filter.slice(slash + 1).trim();
	if (slash < 0) return { folder: '', name, isSearch: name !== '' };
	return { folder: toFullpath(filter.slice(0, slash)), name, isSearch: false };
}

/**
 * Whether a folder was refused for its path, and not because the library is missing: then its root would be refused
 * too, and that is thrown.
 */
async function isNoFolder(caller: Caller, source: EntrySource, error: unknown): Promise<boolean> {
	if (!isNoSuchEntry(error) && !(isLibraryError(error) && error.kind === 'input')) return false;
	const { request, params } = source.list('');
	await call(caller, request, { ...params, start: '0', size: '1' });
	return true;
}

const listItem = (entry: JsonObject, valueOf: EntryView['valueOf']): INodeListSearchItems => ({
	name: listedPath(entry),
	value: textOf(valueOf(entry)),
});

const PARALLEL = 5;
const PAGE = 100;

/**
 * Entries of a library that are wanted, from its root down, as far as the budget goes. A folder that cannot be listed
 * is passed over. Throws only kind `aborted`.
 */
export async function walkEntries(
	caller: Caller,
	list: (fullpath: string) => ListQuery,
	isWanted: (entry: JsonObject) => boolean,
	{ requests, ms }: { readonly requests: number; readonly ms: number },
): Promise<JsonObject[]> {
	const elapsedMs = stopwatch(caller.clock);
	const seen = new Set<string>();
	const found: JsonObject[] = [];
	let left = requests;
	const readFolder = async (fullpath: string): Promise<void> => {
		const { request, params } = list(fullpath);
		for (let start = 0; left-- > 0 && elapsedMs() < ms;) {
			const page = { start: String(start), size: String(PAGE) };
			const { entries, count } = listIn(request, await call(caller, request, { ...params, ...page }));
			found.push(...entries.filter(isWanted));
			for (const entry of entries) if (isFolder(entry)) below.add(fullpathOf(entry));
			start += entries.length;
			// Some services have shorter pages, or count the entries of a page: a full one alone proves no end.
			const isShort = entries.length < PAGE && (count === undefined || start >= count);
			if (entries.length === 0 || isShort) return;
		}
	};
	let below = new Set(['']);
	while (below.size > 0 && left > 0 && elapsedMs() < ms) {
		const level = [...below].filter((folder) => !seen.has(folder));
		for (const folder of level) seen.add(folder);
		below = new Set();
		await inParallel(level, PARALLEL, async (folder) => await unlessFailed(readFolder(folder), () => undefined));
	}
	return found;
}
