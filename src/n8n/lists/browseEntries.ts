import type { INodeListSearchItems, INodeListSearchResult, ILoadOptionsFunctions } from 'n8n-workflow';
import { stopwatch } from '../../client/async/clock';
import { inParallel } from '../../client/async/tasks';
import { listIn } from '../../client/paging/offsetPages';
import { call, type Caller, unlessFailed } from '../../client/service/call';
import { isFolder } from '../../protocol/tree/entryFilter';
import { type JsonObject, textOf, isJsonObject } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { isLibraryError, rethrown, LibraryError } from '../../protocol/wire/libraryError';
import { toFullpath } from '../../protocol/wire/paths';
import type { AuthKind, ListRequest } from '../../protocol/operation/define';
import { toNodeError } from '../context/errors';
import { impatient } from '../../client/service/callerVariants';
import { callerOf } from '../credentials/caller';
import { withoutSecretsIn } from '../context/runSecrets';

/**
 * A search method of a locator, as n8n calls it: `filter` is what the user typed, `token` the page that n8n asks for.
 */
export type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;

/** Finds what a list shows, by the account of a caller. */
export type Find = (caller: Caller, filter: string, token?: string) => Promise<INodeListSearchResult>;

/** Makes a search method. Its failures are shown like those of the node, but name no item, because a form has none. */
export const searchMethod = (
	find: (context: ILoadOptionsFunctions, filter: string, token?: string) => Promise<INodeListSearchResult>,
): Search =>
	async function (this: ILoadOptionsFunctions, filter, token) {
		try {
			return withoutSecretsIn(this, await find(this, filter ?? '', token));
		} catch (error) {
			throw toNodeError(this, error);
		}
	};

/** A search method with the account of a credential. */
export const searchBy = (kind: AuthKind, find: Find): Search =>
	searchMethod(
		async (context, filter, token) => await find(impatient(await callerOf(context, kind)), filter.trim(), token),
	);

/** A text for comparing: case, composition ("é" in one character or two), width, and "ß" for "ss" do not count. */
const folded = (value: unknown): string => textOf(value).normalize('NFKC').toUpperCase().normalize('NFKC');

/** Whether one of the values contains what the user typed, wherever it is in it and in any case. */
export function matches(filter: string, ...values: unknown[]): boolean {
	const wanted = folded(filter);
	return values.some((value) => folded(value).includes(wanted));
}

/** An entry shown by its name with the value in brackets. */
export const namedItem = (name: unknown, value: unknown): INodeListSearchItems => ({
	name: `${textOf(name)} (${textOf(value)})`,
	value: textOf(value),
});

/** What is entered in a locator; the empty text where it names nothing. */
export const enteredIn = (locator: unknown): string => textOf(isJsonObject(locator) ? locator.value : locator);

/** The most items of one answer to the editor, which asks for more when somebody scrolls to the end. */
const PAGE_SIZE = 100;
/** How long one answer may take in ms, and how many requests: somebody is waiting for it. */
const MAX_MS = 20_000;
const MAX_REQUESTS = 300;

/** A list of the service, with what is asked for besides `start` and `size`. */
export interface ListQuery {
	readonly request: ListRequest<JsonObject>;
	readonly params: Readonly<Record<string, string>>;
}

/** What is shown of a list. */
export interface ListView {
	/** The item for an entry; undefined for one that is not shown. */
	readonly show: (entry: JsonObject) => INodeListSearchItems | undefined;
	/** Whether `show` leaves entries out. */
	readonly selective: boolean;
}

/** A page of a list that was read as a whole, because the service returns it so; `token` is where the page begins. */
export function pageOfAll<T>(
	all: readonly T[],
	show: (entry: T) => INodeListSearchItems,
	token: string | undefined,
): INodeListSearchResult {
	const start = Number(token ?? 0);
	const next = start + PAGE_SIZE;
	return {
		results: all.slice(start, next).map(show),
		...(next < all.length ? { paginationToken: String(next) } : {}),
	};
}

/**
 * A page of items from a list of the service: 100 of them, or all that are left, however many entries have to be read
 * for that. The editor does not go on by itself while a filter is typed, so less would look like all there is. The
 * token is the position of the next entry to read, and is there only when there are more items, or when the list is too
 * long to be read to its end in time. Throws what `call` throws, and LibraryError timeout when nothing was found by
 * then.
 */
export async function scanList(
	caller: Caller,
	{ request, params }: ListQuery,
	{ show, selective }: ListView,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	const size = selective ? pageSizeOf(request) : PAGE_SIZE;
	const inTime = withinLimits(caller);
	const seen = new Set<string>();
	const items = new Map<string, INodeListSearchItems>();
	const resultUpTo = (next?: number): INodeListSearchResult => ({
		results: [...items.values()],
		...(next === undefined ? {} : { paginationToken: String(next) }),
	});
	for (let [start, announced]: [number, number | undefined] = [Number(token ?? 0), undefined]; ;) {
		const page = { start: String(start), size: String(size) };
		const { entries, count } = listIn(request, await call(caller, request, { ...params, ...page }));
		const known = seen.size;
		for (const [at, entry] of entries.entries()) {
			seen.add(JSON.stringify(entry));
			const item = show(entry);
			if (!item || items.has(textOf(item.value))) continue;
			if (items.size === PAGE_SIZE) return resultUpTo(start + at);
			items.set(textOf(item.value), item);
		}
		start += entries.length;
		// Some services count the entries of the page, or those up to its end: a full page alone proves no end.
		const isEnd = start === count && (entries.length < size || count === announced);
		announced = count;
		if (seen.size === known || isEnd) return resultUpTo();
		if (items.size === PAGE_SIZE && !selective && start !== count) return resultUpTo(start);
		if (inTime()) continue;
		if (items.size === 0) throw tooLong(request, start);
		return resultUpTo(start);
	}
}

const pageSizeOf = ({ paging }: ListRequest<JsonObject>): number =>
	paging?.kind === 'offset' ? paging.pageSize : PAGE_SIZE;

function withinLimits({ clock }: Caller): () => boolean {
	const elapsedMs = stopwatch(clock);
	let requests = 0;
	return () => ++requests < MAX_REQUESTS && elapsedMs() < MAX_MS;
}

const tooLong = ({ id }: ListRequest<JsonObject>, read: number): LibraryError =>
	new LibraryError('timeout', `Nothing was found among the first ${read} entries, and there are more`, {
		operation: id,
		hint: 'The list is too long to search here: choose another way to enter the value than From List',
	});

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
	/** The value that is chosen with an entry. */
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
