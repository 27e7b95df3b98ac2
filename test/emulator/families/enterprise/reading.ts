import type { Json } from '../../http/json';
import { defaulted, filled, flag, int, optional, required, type Values } from '../../http/parameters';
import type { Directory, Group, Member } from '../../store/enterprise/directory';
import type { Enterprise } from '../../store/enterprise/enterprise';
import { roles } from '../../store/permissions/roles';
import { roleIdsIn } from '../../store/permissions/settings';
import { seconds } from '../../time/clock';
import { librariesOf, takesPart } from '../../world/participation';
import type { World } from '../../world/world';
import { logOf, logPage, pageOf, shortPage } from '../lists';
import { enterpriseOperation } from '../operation';
import {
	groupAt,
	groupPath,
	knownMembers,
	memberFields,
	memberOrEmailRef,
	oneMemberOrEmail,
	referredMember,
	stateOf,
	texts,
} from '../references';

/** assumed: in tree order, parents first, siblings by `orderby`. assumed: disabled departments are listed too. */
export const getGroups = enterpriseOperation('/m-open/1/ent/get_groups', {
	params: {},
	handle: ({ directory }) =>
		directory
			.childrenOf(0)
			.flatMap((top) => directory.branch(top))
			.map(({ id, name, outId, parentId }) => ({ id, name, out_id: outId, parent_id: parentId })),
});

/** assumed (I17): unknown ids have no key. */
export const getGroupByOutId = enterpriseOperation('/m-open/1/ent/get_group_by_out_id', {
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
export const getRoles = enterpriseOperation('/m-open/1/ent/get_roles', {
	params: {},
	handle: () => [...roles.values()].map(({ id, name }) => ({ id, name })),
});

/** assumed (I08): `type` is a single value. assumed: the IP address of the client is loopback. */
export const log = enterpriseOperation('/m-open/1/ent/log', {
	params: { type: optional(int(1, 9)), ...logPage },
	handle: ({ enterprise, p }) => {
		const lines = enterprise.log.filter(({ type }) => p.type === undefined || type === p.type);
		return logOf(lines, p, ({ atMs, ...line }) => ({ ...line, ip: '127.0.0.1', dateline: seconds(atMs) }));
	},
});

/* How members look in answers. */

/** doc: enterprise member without groups and orgs. assumed: `expire` is only present when there is an expiry. */
function memberEntry(world: World, member: Member): Record<string, Json> {
	return {
		...memberFields(member),
		member_phone: member.phone,
		member_title: member.title,
		state: stateOf(world, member),
		...(member.expire === null ? {} : { expire: member.expire }),
	};
}

function answer(world: World, members: readonly Member[], p: { start: number; size: number }): Json {
	return { list: pageOf(members, p).map((member) => memberEntry(world, member)), count: members.length };
}

/** doc, group_out_ids: hidden members are not listed in member management. assumed: ordered by id. */
function listed(directory: Directory): Member[] {
	// One set of all places, instead of a look into each department for each member.
	const places = [directory.topLevel, ...[...directory.groups.values()].map(({ memberIds }) => memberIds)];
	const shown = new Set<number>();
	for (const place of places) for (const id of place) shown.add(id);
	return [...directory.members.values()].filter(({ id }) => shown.has(id)).sort((a, b) => a.id - b.id);
}

export const getMembers = enterpriseOperation('/m-open/1/ent/get_members', {
	params: shortPage,
	handle: ({ world, directory, p }) => answer(world, listed(directory), p),
});

/** doc, show_orgs: the libraries a member takes part in; `roles` is left out when the member is the owner. */
function memberOrgs(world: World, enterprise: Enterprise, member: Member): Json {
	return librariesOf(world, enterprise.id)
		.filter((library) => takesPart(library, member.id, enterprise.directory))
		.map((library) => {
			const { profile } = library;
			const named = roleIdsIn(library, member.id, enterprise.directory).map(
				(id) => [String(id), roles.get(id)?.name ?? ''] as const,
			);
			return {
				id: profile.orgId,
				name: profile.name,
				type: profile.personalOf ? 20 : 0, // fact 5.22
				owner: enterprise.directory.members.get(profile.ownerId)?.name ?? '',
				owner_id: profile.ownerId,
				member_count: profile.members.size,
				size_total: profile.capacity,
				size_used: library.size,
				mount_id: profile.mountId,
				...(profile.ownerId === member.id ? {} : { roles: Object.fromEntries(named) }),
			};
		});
}

/** doc, show_groups. assumed: group_code is empty, as the document names no way to set it. */
function memberGroups(directory: Directory, member: Member): Json {
	return directory.groupsOf(member.id).map(({ id, name, outId }) => ({ id, name, group_code: '', out_id: outId }));
}

export const getMember = enterpriseOperation('/m-open/1/ent/get_member', {
	params: { ...memberOrEmailRef, show_groups: defaulted(flag, false), show_orgs: defaulted(flag, false) },
	exactlyOne: oneMemberOrEmail,
	handle: ({ world, enterprise, directory, p }) => {
		const member = referredMember(directory, p);
		return {
			...memberEntry(world, member),
			...(p.show_groups ? { groups: memberGroups(directory, member) } : {}),
			...(p.show_orgs ? { orgs: memberOrgs(world, enterprise, member) } : {}),
		};
	},
});

/** doc: keyed by out_id, and the entries have none (I07). assumed: members without one are keyed by account. */
export const getMemberByOutId = enterpriseOperation('/m-open/1/ent/get_member_by_out_id', {
	params: { out_ids: optional(texts), user_ids: optional(texts) },
	exactlyOne: [['out_ids', 'user_ids']],
	handle: ({ world, directory, p }) => {
		const found = knownMembers(directory, p.out_ids ? 'outId' : 'account', p.out_ids ?? p.user_ids ?? []);
		// fact 5.16: an empty result is {}. assumed (I17): unknown ids have no key.
		return Object.fromEntries(
			found.map((member) => {
				const { out_id: outId, ...entry } = memberEntry(world, member);
				return [outId === '' ? member.account : String(outId), entry];
			}),
		);
	},
});

/** assumed (I01): the three references are alternatives. */
const groupRef = { group_id: optional(int(0)), out_id: optional(filled), group_path: optional(groupPath) };

/** assumed: id 0 and the path '' are the top level. */
function wantedGroup(directory: Directory, p: Values<typeof groupRef>): Group | null {
	if (p.out_id !== undefined) return directory.groupByOutId(p.out_id);
	if (p.group_path !== undefined) return groupAt(directory, p.group_path);
	return p.group_id === 0 ? null : directory.groupById(p.group_id ?? 0);
}

export const getGroupMembers = enterpriseOperation('/m-open/1/ent/get_group_members', {
	params: { ...groupRef, show_child: defaulted(flag, false), ...shortPage },
	exactlyOne: [Object.keys(groupRef)],
	handle: ({ world, directory, p }) => {
		const group = wantedGroup(directory, p);
		if (!group && p.show_child) return answer(world, listed(directory), p);
		const sets = group
			? (p.show_child ? directory.branch(group) : [group]).map(({ memberIds }) => memberIds)
			: [directory.topLevel];
		const ids = [...new Set(sets.flatMap((set) => [...set]))].sort((a, b) => a - b);
		return answer(
			world,
			ids.map((id) => directory.memberById(id)),
			p,
		);
	},
});
