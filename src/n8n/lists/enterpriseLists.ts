import type { INodeListSearchItems } from 'n8n-workflow';
import { allEntries } from '../../client/paging/pages';
import { listLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { listDepartments, listMembers, listRoles } from '../../protocol/catalogue/enterpriseMember';
import { listEnterprises } from '../../protocol/catalogue/partner';
import { textOf, type JsonObject } from '../../protocol/wire/json';
import { matches, namedItem, searchBy, pageOfAll, type Find, type Search, scanList } from './listSearch';

/* What an enterprise and a partner choose from. A text finds entries that contain it in what is shown or in an ID. */

/**
 * The service's own search finds only the beginning of a name (F02), so all libraries are read, which it returns at
 * once; the pages are made here.
 */
const libraries: Find = async (caller, filter, token) => {
	const all = await allEntries(caller, listLibraries);
	const found = all.filter(({ org_name: name, org_id: id }) => matches(filter, name, id));
	return pageOfAll(found, ({ org_id: id, org_name: name }) => namedItem(name, id), token);
};

const idOf = ({ id, group_id: groupId }: JsonObject): unknown => id ?? groupId;

/** The departments of an enterprise by their paths; a department without the wanted value is left out. */
const departmentsBy =
	(valueOf: (department: JsonObject, path: string) => unknown): Find =>
	async (caller, filter) => {
		const all = await allEntries(caller, listDepartments);
		const byId = new Map(all.map((department) => [textOf(idOf(department)), department]));
		const results = all.flatMap((department) => {
			const path = pathOf(department, byId);
			const value = textOf(valueOf(department, path));
			return value !== '' && matches(filter, path, department.out_id, idOf(department))
				? [{ name: path, value }]
				: [];
		});
		return { results: results.sort((a, b) => a.name.localeCompare(b.name)) };
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
const departmentsByPathOrTop: Find = async (caller, filter) => {
	const { results } = await departmentsByPath(caller, filter);
	return { results: [...(matches(filter, TOP_LEVEL) ? [{ name: TOP_LEVEL, value: '/' }] : []), ...results] };
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

const roles: Find = async (caller, filter) => {
	const all = await allEntries(caller, listRoles);
	const found = all.filter(({ id, name }) => matches(filter, name, id));
	return { results: found.map(({ id, name }) => ({ name: textOf(name), value: textOf(id) })) };
};

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
	departmentsByOutId: searchBy(
		'enterprise',
		departmentsBy(({ out_id: outId }) => outId),
	),
	departmentsByPath: searchBy('enterprise', departmentsByPath),
	departmentsByPathOrTop: searchBy('enterprise', departmentsByPathOrTop),
	roles: searchBy('enterprise', roles),
} satisfies Record<string, Search>;

/** The search methods of File Library Partner. */
export const partnerSearch = { enterprises: searchBy('partner', enterprisesOfPartner) } satisfies Record<
	string,
	Search
>;
