import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { listIn } from '../../client/service/paging';
import type { ListRequest } from '../../protocol/operation/define';
import type { JsonObject } from '../../protocol/wire/json';

const PAGE_SIZE = 100;
/**
 * Requests for one page of the list: the search for a rare text ends there, and continues when the list is scrolled.
 */
const MAX_REQUESTS = 10;

/**
 * Reads a list of the service that has no filter of its own, page after page until an entry matches: `show` answers
 * the item for an entry, or undefined for one that does not match. The token of the result is the next entry to read.
 */
export async function scanPages(
	caller: Caller,
	request: ListRequest<JsonObject>,
	token: string | undefined,
	show: (entry: JsonObject) => INodeListSearchItems | undefined,
): Promise<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	let start = Number(token ?? 0);
	for (let requests = 0; requests < MAX_REQUESTS && results.length === 0; requests++) {
		const page = { start: String(start), size: String(PAGE_SIZE) };
		const { entries, count } = listIn(request, await call(caller, request, page));
		start += entries.length;
		results.push(...entries.flatMap((entry) => show(entry) ?? []));
		const isLast = count === undefined ? entries.length < PAGE_SIZE : start >= count;
		if (entries.length === 0 || isLast) return { results };
	}
	return { results, paginationToken: String(start) };
}
