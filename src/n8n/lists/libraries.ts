import { listLibraries, searchLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { allEntries } from '../../client/service/paging';
import { callerOf } from '../credentials/caller';
import { searchMethod } from './listSearch';

const PAGE = 100;
/** What one search gives at most; there is no next page (ambiguities F02). */
const MOST = '1000';

/** The libraries of an enterprise for "From List"; with text those whose names begin with it. The service does not page them: we do. */
export const libraries = searchMethod(async (context, filter, token) => {
	const caller = await callerOf(context, 'enterprise');
	const prefix = filter.trim();
	const found = await (prefix === ''
		? allEntries(caller, listLibraries)
		: allEntries(caller, searchLibraries, { prefix, size: MOST }));
	const start = Number(token ?? 0);
	const next = start + PAGE;
	const results = found
		.slice(start, next)
		.map(({ org_id: id, org_name: name }) => ({ name: `${String(name)} (${String(id)})`, value: String(id) }));
	return { results, ...(next < found.length ? { paginationToken: String(next) } : {}) };
});
