import type { Json } from '../../http/json';
import { defaulted, filled, flag, int, optional, required, word } from '../../http/parameters';
import { seconds } from '../../time/clock';
import type { Directory, Group, Member } from '../../store/enterprise/directory';
import { within } from '../../store/enterprise/managementLog';
import { isListed } from '../../store/enterprise/placement';
import { roles } from '../../store/permissions/roles';
import type { World } from '../../world/world';
import { memberOrgs } from './memberOrgs';
import {
	groupAt,
	groupPath,
	memberEntry,
	memberPage,
	memberRef,
	oneMember,
	operation,
	referredMember,
	texts,
} from './shared';

function page(world: World, members: readonly Member[], p: { start: number; size: number }): Json {
	return {
		list: members.slice(p.start, p.start + p.size).map((member) => memberEntry(world, member)),
		count: members.length,
	};
}

/** By id, hidden members left out (doc, group_out_ids: not listed in member management). */
function listed(directory: Directory): Member[] {
	return [...directory.members.values()].filter(({ id }) => isListed(directory, id)).sort((a, b) => a.id - b.id);
}

export const getMembers = operation({
	params: memberPage,
	handle: ({ world, directory, p }) => page(world, listed(directory), p),
});

export const getMember = operation({
	params: { ...memberRef, show_groups: defaulted(flag, false), show_orgs: defaulted(flag, false) },
	exactlyOne: oneMember,
	handle: ({ world, enterprise, directory, p }) => {
		const member = referredMember(directory, p);
		return {
			...memberEntry(world, member),
			// assumed: group_code is empty, the document names no way to set it.
			...(p.show_groups
				? {
						groups: directory
							.groupsOf(member.id)
							.map(({ id, name, outId }) => ({ id, name, group_code: '', out_id: outId })),
					}
				: {}),
			...(p.show_orgs ? { orgs: memberOrgs(world, enterprise, member) } : {}),
		};
	},
});

/** In tree order: a department before those below it, sisters by `orderby`. assumed: disabled ones are listed too. */
export const getGroups = operation({
	params: {},
	handle: ({ directory }) =>
		directory
			.childrenOf(0)
			.flatMap((top) => directory.branch(top))
			.map(({ id, name, outId, parentId }) => ({ id, name, out_id: outId, parent_id: parentId })),
});

/** assumed: id 0 and the path '' are the top level. */
function wantedGroup(
	directory: Directory,
	p: { group_id?: number | undefined; out_id?: string | undefined; group_path?: string | undefined },
): Group | null {
	if (p.out_id !== undefined) return directory.groupByOutId(p.out_id);
	if (p.group_path !== undefined) return groupAt(directory, p.group_path);
	return p.group_id === 0 ? null : directory.groupById(p.group_id ?? 0);
}

export const getGroupMembers = operation({
	// ambiguity I01: the three are alternatives.
	params: {
		group_id: optional(int(0)),
		out_id: optional(filled),
		group_path: optional(groupPath),
		show_child: defaulted(flag, false),
		...memberPage,
	},
	exactlyOne: [['group_id', 'out_id', 'group_path']],
	handle: ({ world, directory, p }) => {
		const group = wantedGroup(directory, p);
		if (!group && p.show_child) return page(world, listed(directory), p);
		const sets = group
			? (p.show_child ? directory.branch(group) : [group]).map(({ memberIds }) => memberIds)
			: [directory.topLevel];
		const ids = new Set(sets.flatMap((set) => [...set]));
		return page(
			world,
			[...ids].sort((a, b) => a - b).map((id) => directory.memberById(id)),
			p,
		);
	},
});

export const getMemberByOutId = operation({
	params: { out_ids: optional(texts), user_ids: optional(texts) },
	exactlyOne: [['out_ids', 'user_ids']],
	handle: ({ world, directory, p }) => {
		const by = p.out_ids ? 'outId' : 'account';
		const found = (p.out_ids ?? p.user_ids ?? [])
			.map((id) => directory.findMember(by, id))
			.filter((member): member is Member => member !== undefined);
		// doc: keyed by out_id, and the entries have none (ambiguity I07). assumed: without one, by account. fact 5.16: empty is {}.
		return Object.fromEntries(
			found.map((member) => {
				const { out_id: outId, ...entry } = memberEntry(world, member);
				return [outId === '' ? member.account : String(outId), entry];
			}),
		);
	},
});

export const getGroupByOutId = operation({
	params: { out_ids: required(texts) },
	handle: ({ directory, p }) => {
		const found = p.out_ids
			.map((outId) => directory.findGroup(outId))
			.filter((group): group is Group => group !== undefined);
		return Object.fromEntries(
			found.map(({ id, name, outId, parentId }) => [
				outId,
				{ group_id: id, name, out_id: outId, parent_id: parentId },
			]),
		);
	},
});

/** fact 6.3: a bare array. */
export const getRoles = operation({
	params: {},
	handle: () => [...roles.values()].map(({ id, name }) => ({ id, name })),
});

export const log = operation({
	params: {
		type: optional(int(1, 9)),
		orderby: defaulted(word('asc', 'desc'), 'desc'),
		start_dateline: optional(int(0)),
		end_dateline: optional(int(0)),
		start: defaulted(int(0), 0),
		size: defaulted(int(1, 1000), 100), // doc: at most 1000
	},
	handle: ({ enterprise, p }) => {
		const window = { from: p.start_dateline, before: p.end_dateline, ascending: p.orderby === 'asc' };
		const found = within(enterprise.log, window).filter(({ type }) => p.type === undefined || type === p.type);
		return {
			total: found.length,
			list: found.slice(p.start, p.start + p.size).map(({ type, admin, content, atMs }) => ({
				type,
				admin,
				content,
				ip: '127.0.0.1',
				dateline: seconds(atMs),
			})),
		};
	},
});
