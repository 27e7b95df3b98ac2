import { allEntries } from '../../client/paging/pages';
import { listLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { callerOf } from '../credentials/caller';
import { matches, namedItem, searchMethod } from './listSearch';
import { pageOfAll } from './scanList';

/**
 * The libraries of an enterprise for "From List"; with a text those whose names contain it, or whose IDs do. The
 * service's own search finds only the beginning of a name (F02), so all libraries are read, which it returns at once;
 * the pages are made here.
 */
export const librariesOfEnterprise = searchMethod(async (context, filter, token) => {
	const all = await allEntries(await callerOf(context, 'enterprise'), listLibraries);
	const found = all.filter(({ org_name: name, org_id: id }) => matches(filter.trim(), name, id));
	return pageOfAll(found, ({ org_id: id, org_name: name }) => namedItem(name, id), token);
});
