import type { JsonObject } from '../../protocol/wire/json';
import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { allEntries } from '../../client/service/paging';
import { listDepartments, listMembers, listRoles } from '../../protocol/catalogue/enterpriseMember';
import { listEnterprises } from '../../protocol/catalogue/partner';
import type { AnyOperation } from '../../protocol/operation/define';
import { callerOf, type SecretKind } from '../credentials/caller';
import { matches, searchMethod, textOf, type Search } from './listSearch';
import { libraries } from './libraries';

type Find = (caller: Caller, filter: string, token?: string) => Promise<INodeListSearchResult>;

/** Entries of one request where the service pages; the person's filter is matched here, for the service has none. */
const PAGE = 100;
/** Requests for one page of the list: a filter that matches little looks through so many entries, and goes on when the list is scrolled. */
const REQUESTS = 10;

/** The search method of a locator, by a credential of this kind. */
const search = (kind: SecretKind, find: Find): Search =>
	searchMethod(async (context, filter, token) => await find(await callerOf(context, kind), filter.trim(), token));

/** Reads page after page until something matches; the token is the next entry to read. */
async function scan(
	caller: Caller,
	op: AnyOperation,
	token: string | undefined,
	show: (entry: JsonObject) => INodeListSearchItems | undefined,
): Promise<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	let start = Number(token ?? 0);
	for (let request = 0; request < REQUESTS && results.length === 0; request++) {
		const answer = (await call(caller, op, { start: String(start), size: String(PAGE) })) as
			{ list?: JsonObject[]; count?: number | string; total?: number | string } | JsonObject[];
		const list = Array.isArray(answer) ? answer : (answer.list ?? []);
		const count = Array.isArray(answer) ? undefined : (answer.count ?? answer.total);
		start += list.length;
		results.push(...list.flatMap((entry) => show(entry) ?? []));
		if (list.length === 0 || (count === undefined ? list.length < PAGE : start >= Number(count)))
			return { results };
	}
	return { results, paginationToken: String(start) };
}

const membersBy =
	(key: 'member_id' | 'account' | 'out_id'): Find =>
	async (caller, filter, token) =>
		await scan(caller, listMembers, token, (entry) => {
			const value = textOf(entry[key]);
			// A member without an account or external ID cannot be named by it.
			if (value === '' || !matches(filter, entry.member_name, entry.account, entry.member_email, entry.out_id))
				return undefined;
			return { name: `${textOf(entry.member_name)} (${textOf(entry.account) || value})`, value };
		});

/** The names from the top level down; a department whose parent is missing, or that stands below itself, ends there. */
function pathOf(department: JsonObject, byId: ReadonlyMap<string, JsonObject>): string {
	const names: string[] = [];
	const seen = new Set<JsonObject>();
	for (let at: JsonObject | undefined = department; at && !seen.has(at); at = byId.get(textOf(at.parent_id))) {
		seen.add(at);
		names.unshift(textOf(at.name));
	}
	return names.join('/');
}

const departmentsBy =
	(valueOf: (entry: JsonObject, path: string) => unknown): Find =>
	async (caller, filter) => {
		const all = await allEntries(caller, listDepartments);
		const byId = new Map(all.map((entry) => [textOf(entry.id ?? entry.group_id), entry]));
		const results = all.flatMap((entry) => {
			const path = pathOf(entry, byId);
			const value = textOf(valueOf(entry, path));
			return value !== '' && matches(filter, path, entry.out_id) ? [{ name: path, value }] : [];
		});
		return { results: results.sort((a, b) => a.name.localeCompare(b.name)) };
	};

const roles: Find = async (caller, filter) => {
	const all = await allEntries(caller, listRoles);
	return {
		results: all
			.filter(({ name }) => matches(filter, name))
			.map(({ id, name }) => ({ name: textOf(name), value: textOf(id) })),
	};
};

const enterprises: Find = async (caller, filter, token) =>
	await scan(caller, listEnterprises, token, ({ name, out_id }) =>
		textOf(out_id) !== '' && matches(filter, name, out_id)
			? { name: `${textOf(name)} (${textOf(out_id)})`, value: textOf(out_id) }
			: undefined,
	);

/** The search methods that the locators of the File Library Admin node name. */
export const enterpriseSearch = {
	libraries,
	membersById: search('enterprise', membersBy('member_id')),
	membersByAccount: search('enterprise', membersBy('account')),
	membersByOutId: search('enterprise', membersBy('out_id')),
	departmentsById: search(
		'enterprise',
		departmentsBy((entry) => entry.id ?? entry.group_id),
	),
	departmentsByOutId: search(
		'enterprise',
		departmentsBy((entry) => entry.out_id),
	),
	departmentsByPath: search(
		'enterprise',
		departmentsBy((_entry, path) => path),
	),
	roles: search('enterprise', roles),
} satisfies Record<string, Search>;

/** The search methods that the locators of the File Library Partner node name. */
export const partnerSearch = { enterprises: search('partner', enterprises) } satisfies Record<string, Search>;
