import { type INodeListSearchItems, NodeOperationError } from 'n8n-workflow';
import { search, listFolder } from '../../protocol/catalogue/libraryFiles';
import { listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import { defined, type JsonObject } from '../../protocol/wire/json';
import {
	libraryCallerOf,
	isByEnterprise,
	SOURCE_LIBRARY,
	TARGET_LIBRARY,
	type LibraryParameter,
} from '../credentials/caller';
import {
	entryPath,
	listedPath,
	browseEntries,
	entrySearches,
	type EntrySource,
	type EntryView,
	FOLDERS,
} from './browseEntries';
import { enterpriseSearch } from './enterpriseLists';
import { matches, searchMethod, scanList, enteredIn, type Search } from './listSearch';

/** Entries in the recycle bin by the paths they had: the interface takes paths, so each path is shown once. */
const deletedByPath = searchMethod(async (context, filter, token) => {
	const wanted = filter.trim();
	const caller = await libraryCallerOf(context);
	const show = (entry: JsonObject): INodeListSearchItems | undefined => {
		const path = entryPath(entry);
		if (path === '' || !matches(wanted.replace(/^\/+/, ''), path)) return undefined;
		return { name: listedPath(entry), value: path };
	};
	return await scanList(caller, { request: listRecycled, params: {} }, { show, selective: wanted !== '' }, token);
});

const SOURCE: EntrySource = {
	list: (fullpath) => ({ request: listFolder, params: { fullpath } }),
	search: (keywords) => ({ request: search, params: { keywords, scope: '["filename"]' } }),
};

/** Entries of the library that the first of the locators `from` names which is filled in. */
const entriesBy = (view: EntryView, from: readonly LibraryParameter[] = []): Search =>
	searchMethod(async (context, filter, token) => {
		const library = from.find(({ name }) => enteredIn(context.getNodeParameter(name, null)) !== '') ?? from.at(-1);
		const caller = await libraryCallerOf(context, defined({ library }));
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
	libraries: enterpriseSearch.libraries,
	deletedByPath,
	membersById: ofEnterprise(enterpriseSearch.membersById),
	departmentsById: ofEnterprise(enterpriseSearch.departmentsById),
	roles: ofEnterprise(enterpriseSearch.roles),
} satisfies Record<string, Search>;
