import { NodeOperationError } from 'n8n-workflow';
import { listFolder, search } from '../../protocol/catalogue/libraryFiles';
import { deletedByPath } from './deletedEntries';
import {
	isByEnterprise,
	libraryCaller,
	SOURCE_LIBRARY,
	TARGET_LIBRARY,
	type LibraryParameter,
} from '../credentials/libraryCaller';
import { browseEntries, entrySearches, type EntrySource, type EntryView, FOLDERS } from './browseEntries';
import { enterpriseSearch } from './enterpriseLists';
import { librariesOfEnterprise } from './librariesOfEnterprise';
import { openLinks } from './linksOfLibrary';
import { enteredIn, searchMethod, type Search } from './listSearch';
import { versionsOfFile } from './versionsOfFile';

const SOURCE: EntrySource = {
	list: (fullpath) => ({ request: listFolder, params: { fullpath } }),
	search: (keywords) => ({ request: search, params: { keywords, scope: '["filename"]' } }),
};

/** Entries of the library that the first of the locators `from` names which is filled in. */
const entriesBy = (view: EntryView, from: readonly LibraryParameter[] = []): Search =>
	searchMethod(async (context, filter, token) => {
		// null: a parameter that the credential does not show is missing, which n8n takes for an error otherwise.
		const read = (name: string): unknown => context.getNodeParameter(name, null);
		const library = from.find(({ name }) => enteredIn(read(name)) !== '') ?? from.at(-1);
		const caller = await libraryCaller(context, read, library ? { library } : {});
		return await browseEntries(caller, SOURCE, view, filter, token);
	});

const NO_ENTERPRISE =
	'This list needs the credential of the enterprise: select it under Credential (Authentication: Enterprise), ' +
	'or choose another way than From List';

/** A list of the enterprise, in nodes whose credential may be that of one library, which cannot read it. */
const ofEnterprise = (search: Search): Search =>
	async function (filter, token) {
		if (isByEnterprise(this.getNodeParameter('authentication', undefined)))
			return await search.call(this, filter, token);
		// Without a hint: the message says what to do.
		throw new NodeOperationError(this.getNode(), NO_ENTERPRISE, { level: 'warning' });
	};

/** The search methods of the nodes for one library, by the names that their locators use. */
export const librarySearch = {
	...entrySearches((view) => entriesBy(view)),
	foldersOfSource: entriesBy(FOLDERS, [SOURCE_LIBRARY]),
	foldersOfTarget: entriesBy(FOLDERS, [TARGET_LIBRARY, SOURCE_LIBRARY]),
	libraries: librariesOfEnterprise,
	openLinks,
	deletedByPath,
	versionsOfFile,
	membersById: ofEnterprise(enterpriseSearch.membersById),
	departmentsById: ofEnterprise(enterpriseSearch.departmentsById),
	roles: ofEnterprise(enterpriseSearch.roles),
} satisfies Record<string, Search>;
