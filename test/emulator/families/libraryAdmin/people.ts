import { codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import type { Kind } from '../../http/parameters';
import { filled, int, list, optional, required, word } from '../../http/parameters';
import type { Member } from '../../store/enterprise/directory';
import type { Library } from '../../store/library/library';
import { logTypes } from '../../store/enterprise/managementLog';
import type { World } from '../../world/world';
import { memberPage, stateOf } from '../enterprise/shared';
import { groupRole, ids, operation, referred, refuseOwner, role } from './shared';

const orgId = { org_id: required(int(0)) };

/** doc: library member. assumed (ambiguity F09): state is that of the account. */
function memberOf(world: World, library: Library, member: Member): Json {
	return {
		member_id: member.id,
		out_id: member.outId,
		account: member.account,
		member_name: member.name,
		member_email: member.email,
		state: stateOf(world, member),
		role_id: library.profile.members.get(member.id) ?? 0,
	};
}

export const getMembers = operation({
	params: { ...orgId, ...memberPage },
	handle: ({ world, enterprise, directory, p }) => {
		const library = referred(world, { enterprise }, p);
		// assumed: who is there through a department only is not listed.
		const members = [...library.profile.members.keys()].sort((a, b) => a - b).map((id) => directory.memberById(id));
		return {
			list: members.slice(p.start, p.start + p.size).map((member) => memberOf(world, library, member)),
			count: members.length,
		};
	},
});

export const getMember = operation({
	params: { ...orgId, ids: required(list(',', filled)), type: required(word('account', 'out_id', 'member_id')) },
	handle: ({ world, enterprise, directory, p }) => {
		const library = referred(world, { enterprise }, p);
		const find = (id: string): Member | undefined =>
			p.type === 'member_id'
				? directory.members.get(int(1)(id, 'ids'))
				: directory.findMember(p.type === 'account' ? 'account' : 'outId', id);
		const found = p.ids
			.map((id) => [id, find(id)] as const)
			.filter(([, member]) => member && library.profile.members.has(member.id));
		// ambiguity F06: ids that are not found have no key (assumed).
		return Object.fromEntries(found.map(([id, member]) => [id, member ? memberOf(world, library, member) : null]));
	},
});

/** doc: role of the former owner; '' and absent remove it (fact 6.4: 0 too). */
const formerRole: Kind<number> = (raw, name) => (raw === '' || raw === '0' ? 0 : role(raw, name));

export const setOwner = operation({
	params: { ...orgId, member_id: required(int(1)), role_id: optional(formerRole) },
	handle: ({ world, enterprise, directory, note, p }) => {
		const { profile } = referred(world, { enterprise }, p);
		const owner = directory.memberById(p.member_id);
		if (profile.personalOf)
			throw new ServiceFailure(codes.noPermission, 'a personal library stays with its person'); // assumed
		if (profile.ownerId !== owner.id && profile.ownerId) {
			if (p.role_id) profile.members.set(profile.ownerId, p.role_id);
			else profile.members.delete(profile.ownerId);
		}
		profile.ownerId = owner.id;
		profile.members.set(owner.id, 1); // assumed: an owner is a member with the highest role
		note(logTypes.libraries, `made ${owner.account} owner of library ${profile.name}`);
		return {};
	},
});

export const addMember = operation({
	params: { ...orgId, member_ids: required(ids), role_id: required(role) },
	handle: ({ world, enterprise, directory, note, p }) => {
		const library = referred(world, { enterprise }, p);
		const members = p.member_ids.map((id) => directory.memberById(id));
		// assumed: who is there already gets the role, but for the owner.
		for (const { id } of members) if (id !== library.profile.ownerId) library.profile.members.set(id, p.role_id);
		note(logTypes.libraries, `added ${members.length} members to library ${library.profile.name}`);
		return {};
	},
});

export const setMemberRole = operation({
	params: { ...orgId, member_ids: required(ids), role_id: required(role) },
	handle: ({ world, enterprise, note, p }) => {
		const library = referred(world, { enterprise }, p);
		const stranger = p.member_ids.find((id) => !library.profile.members.has(id));
		if (stranger !== undefined)
			throw new ServiceFailure(codes.memberUnknown, `member ${stranger} is not in the library`);
		refuseOwner(library, p.member_ids);
		for (const id of p.member_ids) library.profile.members.set(id, p.role_id);
		note(
			logTypes.libraries,
			`changed the role of ${p.member_ids.length} members of library ${library.profile.name}`,
		);
		return {};
	},
});

export const delMember = operation({
	params: { ...orgId, member_ids: required(ids) },
	handle: ({ world, enterprise, note, p }) => {
		const library = referred(world, { enterprise }, p);
		refuseOwner(library, p.member_ids);
		for (const id of p.member_ids) library.profile.members.delete(id); // assumed: who is not there is passed over
		note(logTypes.libraries, `removed ${p.member_ids.length} members from library ${library.profile.name}`);
		return {};
	},
});

export const getGroups = operation({
	params: orgId,
	handle: ({ world, enterprise, directory, p }) => {
		const { groups } = referred(world, { enterprise }, p).profile;
		return {
			list: [...groups].map(([id, roleId]) => ({ id, name: directory.groupById(id).name, role_id: roleId })),
		};
	},
});

export const addGroup = operation({
	params: { ...orgId, group_id: required(int(1)), role_id: required(groupRole) },
	handle: ({ world, enterprise, directory, note, p }) => {
		const { profile } = referred(world, { enterprise }, p);
		const group = directory.groupById(p.group_id);
		profile.groups.set(group.id, p.role_id);
		note(logTypes.libraries, `added department ${group.name} to library ${profile.name}`);
		return {};
	},
});

export const setGroupRole = operation({
	params: { ...orgId, group_id: required(int(1)), role_id: required(groupRole) },
	handle: ({ world, enterprise, note, p }) => {
		const { profile } = referred(world, { enterprise }, p);
		if (!profile.groups.has(p.group_id))
			throw new ServiceFailure(codes.groupUnknown, `department ${p.group_id} is not in the library`);
		profile.groups.set(p.group_id, p.role_id);
		note(logTypes.libraries, `changed the role of department ${p.group_id} of library ${profile.name}`);
		return {};
	},
});

export const delGroup = operation({
	params: { ...orgId, group_id: required(int(1)) },
	handle: ({ world, enterprise, note, p }) => {
		const { profile } = referred(world, { enterprise }, p);
		profile.groups.delete(p.group_id); // assumed: one that is not there is no error
		note(logTypes.libraries, `removed department ${p.group_id} from library ${profile.name}`);
		return {};
	},
});
