import { type INodeListSearchItems, NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';
import { allEntries } from '../../client/paging/pages';
import { listLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { listDepartments, listMembers, listRoles } from '../../protocol/catalogue/enterpriseMember';
import { listEnterprises } from '../../protocol/catalogue/partner';
import { textOf, type JsonObject, defined, fieldsIn } from '../../protocol/wire/json';
import {
	fullpathOf,
	listedPath,
	browseEntries,
	entrySearches,
	type EntrySource,
	type EntryView,
	FOLDERS,
} from './browseEntries';
import {
	matches,
	namedItem,
	searchBy,
	pageOfAll,
	type Find,
	type Search,
	scanList,
	searchMethod,
	enteredIn,
} from './listSearch';
import { search, listFolder } from '../../protocol/catalogue/libraryFiles';
import { listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import {
	libraryCallerOf,
	isByEnterprise,
	SOURCE_LIBRARY,
	TARGET_LIBRARY,
	type LibraryParameter,
	callerOf,
} from '../credentials/caller';
import { userSearch as searchFiles, userListFolder } from '../../protocol/catalogue/userFiles';
import { listMounts } from '../../protocol/catalogue/userLibrary';
import { byTitle } from '../form/fieldProperty';
import { missingError } from '../../protocol/wire/libraryError';

/* What people choose from. A text finds entries that contain it in what is shown or in an ID. */

/** A list that the service returns at once, by the fields of its names and IDs; the pages are made here. */
const wholeList =
	(
		request: Parameters<typeof allEntries>[1],
		name: string,
		id: string,
		show = (entry: JsonObject): INodeListSearchItems => namedItem(entry[name], entry[id]),
	): Find =>
	async (caller, filter, token) => {
		const all = (await allEntries(caller, request)).map(fieldsIn);
		const found = all.filter((entry) => matches(filter, entry[name], entry[id]));
		return pageOfAll(found, show, token);
	};

/** Not by the service's own search, which finds only the beginning of a name (F02). */
const libraries = wholeList(listLibraries, 'org_name', 'org_id');

const idOf = ({ id, group_id: groupId }: JsonObject): unknown => id ?? groupId;
const outIdOf = ({ out_id: outId }: JsonObject): unknown => outId;

/** The departments of an enterprise by their paths; a department without the wanted value is left out. */
const departmentsBy =
	(valueOf: (department: JsonObject, path: string) => unknown): Find =>
	async (caller, filter, token) => {
		const all = await allEntries(caller, listDepartments);
		const byId = new Map(all.map((department) => [textOf(idOf(department)), department]));
		const results = all.flatMap((department) => {
			const path = pathOf(department, byId);
			const value = textOf(valueOf(department, path));
			return value !== '' && matches(filter, path, outIdOf(department), idOf(department))
				? [{ name: path, value }]
				: [];
		});
		return pageOfAll(results.sort(byTitle), (item) => item, token);
	};

/** The names from the top level down, beginning at a department whose parent is missing or that is its own ancestor. */
function pathOf(department: JsonObject, byId: ReadonlyMap<string, JsonObject>): string {
	const names: string[] = [];
	const seen = new Set<JsonObject>();
	for (let at: JsonObject | undefined = department; at && !seen.has(at); at = byId.get(textOf(at.parent_id))) {
		seen.add(at);
		names.unshift(textOf(at.name));
	}
	return names.join('/');
}

const departmentsByPath = departmentsBy((_department, path) => path);
const TOP_LEVEL = '/ (Top Level)';
const departmentsByPathOrTop: Find = async (caller, filter, token) => {
	const { results, ...next } = await departmentsByPath(caller, filter, token);
	const isShown = token === undefined && matches(filter, TOP_LEVEL);
	return { results: [...(isShown ? [{ name: TOP_LEVEL, value: '/' }] : []), ...results], ...next };
};

const membersBy =
	(key: 'member_id' | 'account' | 'out_id'): Find =>
	async (caller, filter, token) => {
		const show = (member: JsonObject): INodeListSearchItems | undefined => {
			const value = textOf(member[key]);
			const { member_name: name, account, member_email: email, out_id: outId, member_id: id } = member;
			// A member without an account or external ID cannot be named by it.
			if (value === '' || !matches(filter, name, account, email, outId, id)) return undefined;
			return { name: `${textOf(name)} (${textOf(account) || value})`, value };
		};
		const selective = filter !== '' || key !== 'member_id';
		return await scanList(caller, { request: listMembers, params: {} }, { show, selective }, token);
	};

const roles = wholeList(listRoles, 'name', 'id', ({ id, name }) => ({ name: textOf(name), value: textOf(id) }));

const enterprisesOfPartner: Find = async (caller, filter, token) => {
	const show = ({ id, name, out_id: outId }: JsonObject): INodeListSearchItems | undefined =>
		textOf(outId) !== '' && matches(filter, name, outId, id) ? namedItem(name, outId) : undefined;
	return await scanList(caller, { request: listEnterprises, params: {} }, { show, selective: true }, token);
};

/** The search methods of File Library Admin, by the names that its locators use. */
export const enterpriseSearch = {
	libraries: searchBy('enterprise', libraries),
	membersById: searchBy('enterprise', membersBy('member_id')),
	membersByAccount: searchBy('enterprise', membersBy('account')),
	membersByOutId: searchBy('enterprise', membersBy('out_id')),
	departmentsById: searchBy('enterprise', departmentsBy(idOf)),
	departmentsByOutId: searchBy('enterprise', departmentsBy(outIdOf)),
	departmentsByPath: searchBy('enterprise', departmentsByPath),
	departmentsByPathOrTop: searchBy('enterprise', departmentsByPathOrTop),
	roles: searchBy('enterprise', roles),
} satisfies Record<string, Search>;

/** The search methods of File Library Partner. */
export const partnerSearch = { enterprises: searchBy('partner', enterprisesOfPartner) };

/** Entries in the recycle bin by the paths they had: the interface takes paths, so each path is shown once. */
const deletedByPath = searchMethod(async (context, filter, token) => {
	const wanted = filter.trim();
	const caller = await libraryCallerOf(context);
	const show = (entry: JsonObject): INodeListSearchItems | undefined => {
		const path = fullpathOf(entry);
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

/** Enterprises named by their libraries: the interface has no list of the enterprises of a user. */
const enterprises: Find = async (caller, filter, token) => {
	const libraryNames = new Map<string, string[]>();
	for (const { ent_id, org_name } of await allEntries(caller, listMounts)) {
		const id = textOf(ent_id);
		libraryNames.set(id, [...(libraryNames.get(id) ?? []), textOf(org_name)]);
	}
	const found = [...libraryNames].filter(([id, names]) => id !== '' && id !== '0' && matches(filter, id, ...names));
	const show = ([id, names]: [string, string[]]): INodeListSearchItems => ({
		name: `${id} (with ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`,
		value: id,
	});
	return pageOfAll(found, show, token);
};

/** Entries of the library in the first of the locators `from` that is filled in. */
const entriesOfMount = (view: EntryView, from = ['library'], label = 'Library'): Search =>
	searchMethod(async (context, filter, token) => {
		const caller = await callerOf(context, 'token', 0, { isWaitedFor: true });
		const source = sourceFor(mountIn(context, from, label), view.foldersOnly);
		return await browseEntries(caller, source, view, filter.trim(), token);
	});

/** The mount ID in the first of these locators that is filled in. Throws inputError when none is. */
function mountIn(context: ILoadOptionsFunctions, locators: readonly string[], label: string): string {
	const mount = locators
		.map((name) => enteredIn(context.getCurrentNodeParameter(name)))
		.find((value) => value !== '');
	if (mount !== undefined) return mount;
	throw missingError(label, `Choose ${label} first`, 'Then its files are listed.');
}

const sourceFor = (mount: string, foldersOnly: boolean): EntrySource => ({
	list: (fullpath) => ({
		request: userListFolder,
		params: { mount_id: mount, fullpath, ...(foldersOnly ? { dir: '1' } : {}) },
	}),
	search: (keyword) => ({
		request: searchFiles,
		params: { mount_id: mount, keyword, scope: '["filename"]', ...(foldersOnly ? { ext: '["dir"]' } : {}) },
	}),
});

/** Where a workflow has the Source Library of Mirror, the former place first. */
const SOURCES = ['sourceLibrary', 'library'];

/** The search methods of File Library User, by the names that its locators use. */
export const userSearch = {
	mounts: searchBy('token', wholeList(listMounts, 'org_name', 'mount_id')),
	enterprises: searchBy('token', enterprises),
	...entrySearches((view) => entriesOfMount(view)),
	foldersOfSource: entriesOfMount(FOLDERS, SOURCES, 'Source Library'),
	foldersOfTarget: entriesOfMount(FOLDERS, ['targetLibrary', ...SOURCES], 'Source Library'),
	targetFoldersByPath: entriesOfMount(FOLDERS, ['destinationLibrary', 'library']),
} satisfies Record<string, Search>;
