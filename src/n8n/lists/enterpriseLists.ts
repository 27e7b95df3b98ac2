import type { INodeListSearchItems } from 'n8n-workflow';
import { allEntries } from '../../client/paging/pages';
import { listMembers, listRoles } from '../../protocol/catalogue/enterpriseMember';
import { listEnterprises } from '../../protocol/catalogue/partner';
import { type JsonObject, textOf } from '../../protocol/wire/json';
import { callerOf } from '../credentials/caller';
import { departmentsById, departmentsByOutId, departmentsByPath, departmentsByPathOrTop } from './departmentLists';
import { librariesOfEnterprise } from './librariesOfEnterprise';
import { matches, namedItem, searchMethod, type Find, type Search } from './listSearch';
import { scanList } from './scanList';

const searchBy = (kind: 'enterprise' | 'partner', find: Find): Search =>
	searchMethod(async (context, filter, token) => await find(await callerOf(context, kind), filter.trim(), token));

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
	libraries: librariesOfEnterprise,
	membersById: searchBy('enterprise', membersBy('member_id')),
	membersByAccount: searchBy('enterprise', membersBy('account')),
	membersByOutId: searchBy('enterprise', membersBy('out_id')),
	departmentsById: searchBy('enterprise', departmentsById),
	departmentsByOutId: searchBy('enterprise', departmentsByOutId),
	departmentsByPath: searchBy('enterprise', departmentsByPath),
	departmentsByPathOrTop: searchBy('enterprise', departmentsByPathOrTop),
	roles: searchBy('enterprise', roles),
} satisfies Record<string, Search>;

/** The search methods of File Library Partner. */
export const partnerSearch = { enterprises: searchBy('partner', enterprisesOfPartner) } satisfies Record<
	string,
	Search
>;
