import type { JsonObject } from '../../protocol/wire/json';
import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from './listSearch';

const PAGE = 100;
type Page = { start: string; size: string };

/** The two ways to find entries of a library; both answer `list` and `count`. */
export interface Shelf {
	list(fullpath: string, page: Page): Promise<unknown>;
	search(name: string, page: Page): Promise<unknown>;
}
/** What a list shows: which value of an entry is chosen, and whether files are left out. */
export interface View {
	readonly valueOf: (entry: JsonObject) => unknown;
	readonly foldersOnly: boolean;
}

/**
 * Entries for "From List". Without a filter: the root of the library. With text: a search by name.
 * With a path ending in "/": that folder, so that a person can walk down ("Contracts/2026/").
 */
export async function browse(
	shelf: Shelf,
	{ valueOf, foldersOnly }: View,
	filter: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const start = Number(token ?? 0);
	const page = { start: String(start), size: String(PAGE) };
	const slash = filter.lastIndexOf('/');
	const answer =
		filter !== '' && slash < 0
			? await shelf.search(filter, page)
			: await shelf.list(filter.slice(0, Math.max(slash, 0)).replace(/^\/+/, ''), page);
	const { list, count } = answer as { list?: JsonObject[] | null; count?: number | string };
	const found = list ?? [];
	const rest = slash < 0 ? '' : filter.slice(slash + 1).toLowerCase();
	const results: INodeListSearchItems[] = found
		.filter(
			({ dir, filename }) =>
				(!foldersOnly || Number(dir) === 1) && textOf(filename).toLowerCase().startsWith(rest),
		)
		.map((entry) => ({
			name: `${textOf(entry.fullpath)}${Number(entry.dir) === 1 ? '/' : ''}`,
			value: textOf(valueOf(entry)),
		}));
	if (foldersOnly && filter === '' && start === 0) results.unshift({ name: '/ (Library Root)', value: '/' });
	const next = start + found.length;
	return { results, ...(found.length > 0 && next < Number(count ?? 0) ? { paginationToken: String(next) } : {}) };
}
