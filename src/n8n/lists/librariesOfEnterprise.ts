import { allEntries } from '../../client/service/paging';
import { listLibraries, searchLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { callerOf } from '../credentials/caller';
import { namedItem, searchMethod } from './listSearch';

const PAGE_SIZE = 100;
/** The most libraries that one search returns; there is no next page (F02). */
const SEARCH_SIZE = '1000';

/**
 * The libraries of an enterprise for "From List"; with a text those whose names begin with it. The service returns
 * all of them at once; the pages are made here.
 */
export const librariesOfEnterprise = searchMethod(async (context, filter, token) => {
	const caller = await callerOf(context, 'enterprise');
	const prefix = filter.trim();
	const found = await (prefix === ''
		? allEntries(caller, listLibraries)
		: allEntries(caller, searchLibraries, { prefix, size: SEARCH_SIZE }));
	const start = Number(token ?? 0);
	const next = start + PAGE_SIZE;
	const results = found.slice(start, next).map(({ org_id: id, org_name: name }) => namedItem(name, id));
	return { results, ...(next < found.length ? { paginationToken: String(next) } : {}) };
});
