import { call, type Caller } from '../../client/service/call';
import { listFolder } from '../../protocol/catalogue/libraryFolder';
import { search } from '../../protocol/catalogue/libraryFile';
import { libraryCaller } from '../credentials/libraryCaller';
import { browseEntries, type EntrySource, type EntryView } from './browseEntries';
import { librariesOfEnterprise } from './librariesOfEnterprise';
import { searchMethod, type Search } from './listSearch';

const sourceFor = (caller: Caller): EntrySource => ({
	list: async (fullpath, page) => ({
		request: listFolder,
		answer: await call(caller, listFolder, { fullpath, ...page }),
	}),
	search: async (keywords, page) => ({
		request: search,
		answer: await call(caller, search, { keywords, scope: '["filename"]', ...page }),
	}),
});

const entriesBy = (valueOf: EntryView['valueOf'], foldersOnly = false): Search =>
	searchMethod(async (context, filter, token) => {
		const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined));
		return await browseEntries(sourceFor(caller), { valueOf, foldersOnly }, filter, token);
	});

/** The search methods of the nodes for one library, by the names that their locators use. */
export const librarySearch = {
	entriesByHash: entriesBy(({ hash }) => hash),
	entriesByPath: entriesBy(({ fullpath }) => fullpath),
	foldersByPath: entriesBy(({ fullpath }) => fullpath, true),
	libraries: librariesOfEnterprise,
} satisfies Record<string, Search>;
