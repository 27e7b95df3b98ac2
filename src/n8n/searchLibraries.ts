import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { pages, type Entry, type PagedOperation } from '../client/page';
import { callerOf } from './credentials';
import { toNodeError } from './errors';

const PAGE = 100;
/** What one search gives at most; there is no next page (ambiguities F02). */
const MOST = '1000';
const LIST: PagedOperation = { id: 'orgList', route: 'POST /m-open/1/org/ls', repeatable: true };
const SEARCH: PagedOperation = { id: 'orgSearch', route: 'POST /m-open/1/org/search', repeatable: true };

/** The libraries of an enterprise for "From List"; with text those whose names begin with it. The service does not page them: we do. */
export async function libraries(this: ILoadOptionsFunctions, filter?: string, token?: string): Promise<INodeListSearchResult> {
	try {
		const caller = await callerOf(this, 'enterprise');
		const prefix = (filter ?? '').trim();
		const found: Entry[] = [];
		for await (const entry of prefix === '' ? pages(caller, LIST, {}) : pages(caller, SEARCH, { prefix, size: MOST })) found.push(entry);
		const start = Number(token ?? 0);
		const next = start + PAGE;
		const results = found.slice(start, next).map(({ org_id: id, org_name: name }) => ({ name: `${String(name)} (${String(id)})`, value: String(id) }));
		return { results, ...(next < found.length ? { paginationToken: String(next) } : {}) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
