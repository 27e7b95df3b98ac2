import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { isFolder } from '../../protocol/tree/entryFilter';
import { type JsonObject, textOf } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { toFullpath } from '../../protocol/wire/paths';
import { hashOf, pathOf, shownPath } from './entryItems';
import { matches, type Search } from './listSearch';
import { scanList, type ListQuery } from './scanList';
import { walkEntries } from './walkEntries';

/** The two ways to find entries of one library. */
export interface EntrySource {
	/** The entries of a folder. */
	list(fullpath: string): ListQuery;
	/** The entries whose names contain a text, by the service's own search. */
	search(name: string): ListQuery;
}

/** What a list of entries shows. */
export interface EntryView {
	/** The value that is chosen with an entry. */
	readonly valueOf: (entry: JsonObject) => unknown;
	readonly foldersOnly: boolean;
	/** Whether the root of the library can be chosen: it is the first of the folders. */
	readonly withRoot?: boolean;
}

/** Folders by their paths, the root among them. */
export const FOLDERS: EntryView = { valueOf: pathOf, foldersOnly: true, withRoot: true };

/** The search methods for the entries of one library, by the names that the locators of all nodes use. */
export const entrySearches = (searchOf: (view: EntryView) => Search) => ({
	entriesByHash: searchOf({ valueOf: hashOf, foldersOnly: false }),
	entriesByPath: searchOf({ valueOf: pathOf, foldersOnly: false }),
	foldersByHash: searchOf({ valueOf: hashOf, foldersOnly: true }),
	foldersByPath: searchOf(FOLDERS),
	subfoldersByPath: searchOf({ valueOf: pathOf, foldersOnly: true }),
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
			return {
				results: merged(
					found.results,
					more.map((entry) => listItem(entry, valueOf)),
				),
			};
		}
		const isStart = withRoot && filter.trim() === '' && token === undefined;
		return isStart ? { ...found, results: [LIBRARY_ROOT, ...found.results] } : found;
	} catch (error) {
		if (folder !== '' && (await isNoFolder(caller, source, error))) return { results: [] };
		throw error;
	}
}

/** The items of both, each once. */
const merged = (...lists: ReadonlyArray<readonly INodeListSearchItems[]>): INodeListSearchItems[] => [
	...new Map(lists.flat().map((item) => [item.value, item])).values(),
];

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
	if (!isLibraryError(error) || (error.kind !== 'notFound' && error.kind !== 'input')) return false;
	const { request, params } = source.list('');
	await call(caller, request, { ...params, start: '0', size: '1' });
	return true;
}

const listItem = (entry: JsonObject, valueOf: EntryView['valueOf']): INodeListSearchItems => ({
	name: shownPath(entry),
	value: textOf(valueOf(entry)),
});
