import { codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import { filled, int, type Kind, list, optional, required, word } from '../../http/parameters';
import type { Member } from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/enterprise';
import type { Library } from '../../store/library/library';
import type { World } from '../../world/world';
import { pageOf, shortPage } from '../lists';
import { enterpriseOperation } from '../operation';
import { groupRole, ids, memberFields, refuseOwner, role, stateOf } from '../references';

const orgId = { org_id: required(int(0)) };

/** doc: library member. assumed (F09): `state` is that of the account. */
function memberEntry(world: World, library: Library, member: Member): Json {
	return {
		...memberFields(member),
		state: stateOf(world, member),
		role_id: library.profile.members.get(member.id) ?? 0,
	};
}

/** assumed: members who take part only through a department are not listed. */
export const getMembers = enterpriseOperation('/m-open/1/org/get_members', {
	params: { ...orgId, ...shortPage },
	handle: ({ libraryOf, world, directory, p }) => {
		const library = libraryOf(p);
		const members = [...library.profile.members.keys()].sort((a, b) => a - b).map((id) => directory.memberById(id));
		return { list: pageOf(members, p).map((member) => memberEntry(world, library, member)), count: members.length };
	},
});

/** assumed (F06): ids that are not found have no key. */
export const getMember = enterpriseOperation('/m-open/1/org/get_member', {
	params: { ...orgId, ids: required(list(',', filled)), type: required(word('account', 'out_id', 'member_id')) },
	handle: ({ libraryOf, world, directory, p }) => {
		const library = libraryOf(p);
		const find = (id: string): Member | undefined =>
			p.type === 'member_id'
				? directory.members.get(int(1)(id, 'ids'))
				: directory.findMember(p.type === 'account' ? 'account' : 'outId', id);
		const found = p.ids.flatMap((id): Array<[string, Json]> => {
			const member = find(id);
			return member && library.profile.members.has(member.id) ? [[id, memberEntry(world, library, member)]] : [];
		});
		return Object.fromEntries(found);
	},
});

/** doc: role of the former owner; '' and nothing remove the former owner. fact 6.4: so does 0. */
const formerRole: Kind<number> = (raw, name) => (raw === '' || raw === '0' ? 0 : role(raw, name));

export const setOwner = enterpriseOperation('/m-open/1/org/set_owner', {
	params: { ...orgId, member_id: required(int(1)), role_id: optional(formerRole) },
	handle: ({ libraryOf, directory, note, p }) => {
		const { profile } = libraryOf(p);
		const owner = directory.memberById(p.member_id);
		// assumed: the owner of a personal library never changes.
		if (profile.personalOf)
			throw new ServiceFailure(codes.noPermission, 'the owner of a personal library cannot be changed');
		if (profile.ownerId !== owner.id && profile.ownerId) {
			if (p.role_id) profile.members.set(profile.ownerId, p.role_id);
			else profile.members.delete(profile.ownerId);
		}
		profile.ownerId = owner.id;
		profile.members.set(owner.id, 1); // assumed: the owner is a member with the highest role
		note(logTypes.libraries, `made ${owner.account} owner of library ${profile.name}`);
		return {};
	},
});

/** assumed: existing members get the role too, except for the owner. */
export const addMember = enterpriseOperation('/m-open/1/org/add_member', {
	params: { ...orgId, member_ids: required(ids), role_id: required(role) },
	handle: ({ libraryOf, directory, note, p }) => {
		const { profile } = libraryOf(p);
		const members = p.member_ids.map((id) => directory.memberById(id));
		for (const { id } of members) if (id !== profile.ownerId) profile.members.set(id, p.role_id);
		note(logTypes.libraries, `added ${members.length} members to library ${profile.name}`);
		return {};
	},
});

export const setMemberRole = enterpriseOperation('/m-open/1/org/set_member_role', {
	params: { ...orgId, member_ids: required(ids), role_id: required(role) },
	handle: ({ libraryOf, note, p }) => {
		const library = libraryOf(p);
		const { members, name } = library.profile;
		const stranger = p.member_ids.find((id) => !members.has(id));
		if (stranger !== undefined)
			throw new ServiceFailure(codes.memberUnknown, `member ${stranger} is not in the library`);
		refuseOwner(library, p.member_ids);
		for (const id of p.member_ids) members.set(id, p.role_id);
		note(logTypes.libraries, `changed the role of ${p.member_ids.length} members of library ${name}`);
		return {};
	},
});

/** assumed: ids that are not members are skipped. */
export const delMember = enterpriseOperation('/m-open/1/org/del_member', {
	params: { ...orgId, member_ids: required(ids) },
	handle: ({ libraryOf, note, p }) => {
		const library = libraryOf(p);
		refuseOwner(library, p.member_ids);
		for (const id of p.member_ids) library.profile.members.delete(id);
		note(logTypes.libraries, `removed ${p.member_ids.length} members from library ${library.profile.name}`);
		return {};
	},
});

export const getGroups = enterpriseOperation('/m-open/1/org/get_groups', {
	params: orgId,
	handle: ({ libraryOf, directory, p }) => {
		const { groups } = libraryOf(p).profile;
		const list = [...groups].map(([id, roleId]) => ({ id, name: directory.groupById(id).name, role_id: roleId }));
		return { list };
	},
});

export const addGroup = enterpriseOperation('/m-open/1/org/add_group', {
	params: { ...orgId, group_id: required(int(1)), role_id: required(groupRole) },
	handle: ({ libraryOf, directory, note, p }) => {
		const { profile } = libraryOf(p);
		const group = directory.groupById(p.group_id);
		profile.groups.set(group.id, p.role_id);
		note(logTypes.libraries, `added department ${group.name} to library ${profile.name}`);
		return {};
	},
});

export const setGroupRole = enterpriseOperation('/m-open/1/org/set_group_role', {
	params: { ...orgId, group_id: required(int(1)), role_id: required(groupRole) },
	handle: ({ libraryOf, note, p }) => {
		const { profile } = libraryOf(p);
		if (!profile.groups.has(p.group_id))
			throw new ServiceFailure(codes.groupUnknown, `department ${p.group_id} is not in the library`);
		profile.groups.set(p.group_id, p.role_id);
		note(logTypes.libraries, `changed the role of department ${p.group_id} of library ${profile.name}`);
		return {};
	},
});

/** assumed: removing a department that is not in the library is not an error. */
export const delGroup = enterpriseOperation('/m-open/1/org/del_group', {
	params: { ...orgId, group_id: required(int(1)) },
	handle: ({ libraryOf, note, p }) => {
		const { profile } = libraryOf(p);
		profile.groups.delete(p.group_id);
		note(logTypes.libraries, `removed department ${p.group_id} from library ${profile.name}`);
		return {};
	},
});
