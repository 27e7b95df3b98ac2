import { defaulted, filled, path, required } from '../../http/parameters';
import { fullpathOf, subtree } from '../../store/library/entry';
import { libraryOperation } from '../operationsByCaller';
import { page, pageOf } from '../paging';
import { matches, scope } from '../searching';
import { listEntry } from './entries';

/** assumed: results are ordered by path. */
export const search = libraryOperation('/m-open/1/file/search', {
	params: {
		keywords: required(filled),
		path: defaulted(path, ''),
		scope,
		...page,
	},
	handle: ({ world, library, p }) => {
		const folder = library.tree.getFolder(p.path, 'path');
		const keywords = p.keywords.toLowerCase();
		const found = [...subtree(folder)]
			.filter((entry) => entry !== folder && matches(world, entry, keywords, p.scope))
			.map((entry) => ({ entry, path: fullpathOf(entry) }))
			.sort((a, b) => (a.path < b.path ? -1 : 1));
		return { count: found.length, list: pageOf(found, p).map(({ entry }) => listEntry(entry)) };
	},
});
