import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { listIn } from '../../client/service/paging';
import type { ListAnswer, ListRequest } from '../../protocol/operation/define';
import { textOf, type JsonObject } from '../../protocol/wire/json';

const PAGE_SIZE = 100;

/** A page of entries, as wire parameters. */
interface Page {
	readonly start: string;
	readonly size: string;
}
/** A page of the service, and the request that it answers. */
interface EntryPage {
	readonly request: ListRequest<JsonObject>;
	readonly answer: ListAnswer<JsonObject>;
}

/** The two ways to find entries of one library. */
export interface EntrySource {
	/** The entries of a folder. */
	list(fullpath: string, page: Page): Promise<EntryPage>;
	/** The entries whose names contain a text. */
	search(name: string, page: Page): Promise<EntryPage>;
}

/** What a list of entries shows. */
export interface EntryView {
	/** The value that is chosen with an entry. */
	readonly valueOf: (entry: JsonObject) => unknown;
	readonly foldersOnly: boolean;
}

/**
 * Entries of a library for "From List". Without a filter: the root of the library. With a text: a search by name.
 * With a path: the folder up to the last slash, and there the entries whose names begin with the rest, so that one
 * can walk down ("Contracts/2026/").
 */
export async function browseEntries(
	source: EntrySource,
	{ valueOf, foldersOnly }: EntryView,
	filter: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const start = Number(token ?? 0);
	const page: Page = { start: String(start), size: String(PAGE_SIZE) };
	const { folder, beginning, isSearch } = readFilter(filter);
	const { request, answer } = isSearch ? await source.search(filter, page) : await source.list(folder, page);
	const { entries, count = 0 } = listIn(request, answer);
	const results = entries
		.filter((entry) => !foldersOnly || isFolder(entry))
		.filter(({ filename }) => textOf(filename).toLowerCase().startsWith(beginning))
		.map((entry) => listItem(entry, valueOf));
	if (foldersOnly && filter === '' && start === 0) results.unshift({ name: '/ (Library Root)', value: '/' });
	const next = start + entries.length;
	return { results, ...(entries.length > 0 && next < count ? { paginationToken: String(next) } : {}) };
}

function readFilter(filter: string): { folder: string; beginning: string; isSearch: boolean } {
	const slash = filter.lastIndexOf('/');
	if (slash < 0) return { folder: '', beginning: '', isSearch: filter !== '' };
	const folder = filter.slice(0, slash).replace(/^\/+/, '');
	return { folder, beginning: filter.slice(slash + 1).toLowerCase(), isSearch: false };
}

const isFolder = ({ dir }: JsonObject): boolean => Number(dir) === 1;

const listItem = (entry: JsonObject, valueOf: EntryView['valueOf']): INodeListSearchItems => ({
	name: `${textOf(entry.fullpath)}${isFolder(entry) ? '/' : ''}`,
	value: textOf(valueOf(entry)),
});
