import { call, type Caller } from '../../client/service/call';
import { listFolder } from '../../protocol/catalogue/libraryFolder';
import { search } from '../../protocol/catalogue/libraryFile';
import { browse, type Shelf, type View } from './browse';
import { libraryCaller } from '../credentials/libraryCaller';
import { searchMethod, type Search } from './listSearch';
import { libraries } from './libraries';

const shelfOf = (caller: Caller): Shelf => ({
	list: async (fullpath, page) => await call(caller, listFolder, { fullpath, ...page }),
	search: async (keywords, page) => await call(caller, search, { keywords, scope: '["filename"]', ...page }),
});

const searchFor = (valueOf: View['valueOf'], foldersOnly = false): Search =>
	searchMethod(async (context, filter, token) => {
		const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined));
		return await browse(shelfOf(caller), { valueOf, foldersOnly }, filter, token);
	});

/** The search methods that the locators of the catalogue name. */
export const listSearch = {
	entriesByHash: searchFor(({ hash }) => hash),
	entriesByPath: searchFor(({ fullpath }) => fullpath),
	foldersByPath: searchFor(({ fullpath }) => fullpath, true),
	libraries,
} satisfies Record<string, Search>;
