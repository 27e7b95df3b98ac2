import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { call, type Caller } from '../client/call';
import { listFolder } from '../protocol/catalogue/libraryContent';
import { search } from '../protocol/catalogue/libraryFile';
import { toNodeError } from './errors';
import { libraryCaller } from './library';
import { libraries } from './searchLibraries';

const PAGE = 100;
interface Entry { hash: string; dir: number; fullpath: string; filename: string }
type Show = (entry: Entry) => string;

async function fetchPage(caller: Caller, filter: string, start: number): Promise<{ list: Entry[]; count: number }> {
	const page = { start: String(start), size: String(PAGE) };
	const slash = filter.lastIndexOf('/');
	const answer = filter !== '' && slash < 0
		? await call(caller, search, { keywords: filter, scope: '["filename"]', ...page })
		: await call(caller, listFolder, { fullpath: filter.slice(0, Math.max(slash, 0)).replace(/^\/+/, ''), ...page });
	const { list, count } = answer as { list?: Entry[] | null; count?: number | string };
	return { list: list ?? [], count: Number(count ?? 0) };
}

/**
 * Entries for "From List". Without a filter: the root of the library. With text: a search by name.
 * With a path ending in "/": that folder, so that a person can walk down ("Contracts/2026/").
 */
async function browse(context: ILoadOptionsFunctions, value: Show, foldersOnly: boolean, filter = '', token?: string): Promise<INodeListSearchResult> {
	try {
		const start = Number(token ?? 0);
		const { list, count } = await fetchPage(await libraryCaller(context, (name) => context.getNodeParameter(name, undefined)), filter, start);
		const rest = filter.includes('/') ? filter.slice(filter.lastIndexOf('/') + 1).toLowerCase() : '';
		const results: INodeListSearchItems[] = list
			.filter(({ dir, filename }) => (!foldersOnly || Number(dir) === 1) && filename.toLowerCase().startsWith(rest))
			.map((entry) => ({ name: Number(entry.dir) === 1 ? `${entry.fullpath}/` : entry.fullpath, value: value(entry) }));
		if (foldersOnly && filter === '' && start === 0) results.unshift({ name: '/ (Library Root)', value: '/' });
		const next = start + list.length;
		return { results, ...(list.length > 0 && next < count ? { paginationToken: String(next) } : {}) };
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;
const searchFor = (value: Show, foldersOnly = false): Search => async function (this: ILoadOptionsFunctions, filter, token) {
	return await browse(this, value, foldersOnly, filter, token);
};

/** The search methods that the locators of the catalogue name. */
export const listSearch: Record<string, Search> = {
	entriesByHash: searchFor(({ hash }) => hash),
	entriesByPath: searchFor(({ fullpath }) => fullpath),
	foldersByPath: searchFor(({ fullpath }) => fullpath, true),
	libraries,
};
