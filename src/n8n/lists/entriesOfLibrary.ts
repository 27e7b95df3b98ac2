import { listFolder } from '../../protocol/catalogue/libraryFolder';
import { search } from '../../protocol/catalogue/libraryFile';
import { libraryCaller } from '../credentials/libraryCaller';
import { deletedByPath } from './deletedEntries';
import { browseEntries, type EntrySource, type EntryView } from './browseEntries';
import { librariesOfEnterprise } from './librariesOfEnterprise';
import { openLinks } from './linksOfLibrary';
import { searchMethod, type Search } from './listSearch';

const SOURCE: EntrySource = {
	list: (fullpath) => ({ request: listFolder, params: { fullpath } }),
	search: (keywords) => ({ request: search, params: { keywords, scope: '["filename"]' } }),
};

const entriesBy = (valueOf: EntryView['valueOf'], foldersOnly = false): Search =>
	searchMethod(async (context, filter, token) => {
		const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined));
		return await browseEntries(caller, SOURCE, { valueOf, foldersOnly }, filter, token);
	});

/** The search methods of the nodes for one library, by the names that their locators use. */
export const librarySearch = {
	entriesByHash: entriesBy(({ hash }) => hash),
	entriesByPath: entriesBy(({ fullpath }) => fullpath),
	foldersByPath: entriesBy(({ fullpath }) => fullpath, true),
	libraries: librariesOfEnterprise,
	openLinks,
	deletedByPath,
} satisfies Record<string, Search>;
