import type { INodeListSearchItems } from 'n8n-workflow';
import { listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import type { JsonObject } from '../../protocol/wire/json';
import { libraryCaller } from '../credentials/libraryCaller';
import { pathOf, shownPath } from './entryItems';
import { matches, searchMethod } from './listSearch';
import { scanList } from './scanList';

/**
 * The entries in the recycle bin by the paths they had, for "From List"; with a text those whose path contains it. The
 * interface takes paths, so what was deleted several times under one path is shown once.
 */
export const deletedByPath = searchMethod(async (context, filter, token) => {
	const wanted = filter.trim();
	const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined));
	const show = (entry: JsonObject): INodeListSearchItems | undefined => {
		const path = pathOf(entry);
		if (path === '' || !matches(wanted.replace(/^\/+/, ''), path)) return undefined;
		return { name: shownPath(entry), value: path };
	};
	return await scanList(caller, { request: listRecycled, params: {} }, { show, selective: wanted !== '' }, token);
});
