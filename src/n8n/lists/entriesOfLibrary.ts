import { listFolder } from '../../protocol/catalogue/libraryFolder';
import { search } from '../../protocol/catalogue/libraryFile';
import { libraryCaller } from '../credentials/libraryCaller';
import { deletedByPath } from './deletedEntries';
import { browseEntries, hashOf, pathOf, type EntrySource, type EntryView } from './browseEntries';
import { librariesOfEnterprise } from './librariesOfEnterprise';
import { openLinks } from './linksOfLibrary';
import { searchMethod, type Search } from './listSearch';

const SOURCE: EntrySource = {
	list: (fullpath) => ({ request: listFolder, params: { fullpath } }),
	search: (keywords) => ({ request: search, params: { keywords, scope: '["filename"]' } }),
};

const entriesBy = (view: EntryView): Search =>
	searchMethod(async (context, filter, token) => {
		const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined));
		return await browseEntries(caller, SOURCE, view, filter, token);
	});

/** The search methods of the nodes for one library, by the names that their locators use. */
export const librarySearch = {
	entriesByHash: entriesBy({ valueOf: hashOf, foldersOnly: false }),
	entriesByPath: entriesBy({ valueOf: pathOf, foldersOnly: false }),
	foldersByHash: entriesBy({ valueOf: hashOf, foldersOnly: true }),
	foldersByPath: entriesBy({ valueOf: pathOf, foldersOnly: true, withRoot: true }),
	subfoldersByPath: entriesBy({ valueOf: pathOf, foldersOnly: true }),
	libraries: librariesOfEnterprise,
	openLinks,
	deletedByPath,
} satisfies Record<string, Search>;
