import { badParameter } from '../../http/errors';
import { defaulted, filled, flag, int, type Kind, optional, required } from '../../http/parameters';
import { type Directory } from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/managementLog';
import { deleteGroup, displace, displaceFromAll, moveGroup, place } from '../../store/enterprise/placement';
import { enterpriseOperation } from '../operationsByCaller';
import { groupAt, groupPath, knownMembers, texts } from './references';

export const addGroupMember = enterpriseOperation('/m-open/1/ent/add_group_member', {
	params: { group_path: required(groupPath), members: required(texts) },
	handle: ({ directory, note, p }) => {
		const group = groupAt(directory, p.group_path);
		const members = p.members.map((account) => directory.memberByAccount(account));
		for (const member of members) place(directory, member.id, group);
		note(logTypes.structure, `put ${members.length} members into ${group?.name ?? 'the top level'}`);
		return {};
	},
});

export const delGroupMember = enterpriseOperation('/m-open/1/ent/del_group_member', {
	params: { group_path: required(groupPath), members: required(texts) },
	handle: ({ directory, note, p }) => {
		const group = groupAt(directory, p.group_path);
		for (const member of knownMembers(directory, 'account', p.members)) displace(directory, member.id, group);
		note(logTypes.structure, `took ${p.members.length} members out of ${group?.name ?? 'the top level'}`);
		return {};
	},
});

export const delMemberGroup = enterpriseOperation('/m-open/1/ent/del_member_group', {
	params: { members: required(texts) },
	handle: ({ directory, note, p }) => {
		for (const member of knownMembers(directory, 'account', p.members)) displaceFromAll(directory, member.id);
		note(logTypes.structure, `took ${p.members.length} members out of all departments`);
		return {};
	},
});

/** assumed (I16): a name with a slash is refused, as no path could contain it. */
const groupName: Kind<string> = (raw, name) => {
	if (raw.includes('/')) throw badParameter(name, 'contains a slash');
	return filled(raw, name);
};

/** assumed: names are unique within a department; otherwise paths would be ambiguous. */
function requireFreeName(directory: Directory, parentId: number, name: string, parameter: string): void {
	if (directory.childNamed(parentId, name)) throw badParameter(parameter, `is the name of another department there`);
}

export const addGroup = enterpriseOperation('/m-open/1/ent/add_group', {
	params: {
		group_name: required(groupName),
		parent_group_path: defaulted(groupPath, ''),
		orderby: defaulted(int(), 0),
		state: defaulted(flag, true),
	},
	handle: ({ directory, note, p }) => {
		const parentId = groupAt(directory, p.parent_group_path)?.id ?? 0;
		requireFreeName(directory, parentId, p.group_name, 'group_name');
		const group = directory.addGroup({ name: p.group_name, parentId, orderby: p.orderby, enabled: p.state });
		note(logTypes.structure, `added department ${group.name}`);
		return { group_id: group.id };
	},
});

export const setGroup = enterpriseOperation('/m-open/1/ent/set_group', {
	params: {
		// assumed (I02): required, although listed as optional: without it there is nothing to modify.
		group_path: required(groupPath),
		group_name: optional(groupName),
		parent_group_path: optional(groupPath),
		orderby: optional(int()),
		state: optional(flag),
	},
	handle: ({ directory, note, p }) => {
		const group = directory.groupByPath(p.group_path);
		// doc: an empty text moves to the top level. assumed (A15): without the parameter the department stays.
		const parent = p.parent_group_path === undefined ? undefined : groupAt(directory, p.parent_group_path);
		const parentId = parent === undefined ? group.parentId : (parent?.id ?? 0);
		const name = p.group_name ?? group.name;
		if (parentId !== group.parentId || name !== group.name) {
			const parameter = p.group_name === undefined ? 'parent_group_path' : 'group_name';
			requireFreeName(directory, parentId, name, parameter);
		}
		if (parent !== undefined) moveGroup(directory, group, parent);
		group.name = name;
		group.orderby = p.orderby ?? group.orderby;
		group.enabled = p.state ?? group.enabled;
		note(logTypes.structure, `changed department ${group.name}`);
		return {};
	},
});

export const delGroup = enterpriseOperation('/m-open/1/ent/del_group', {
	// assumed (I02): required, although listed as optional.
	params: { groups: required(texts) },
	handle: ({ world, enterprise, directory, note, p }) => {
		const paths = p.groups.map((path) => groupPath(path, 'groups'));
		for (const path of paths) {
			const group = directory.findGroupByPath(path);
			// assumed: unknown paths are skipped. A parent deleted before may have taken the department along.
			if (!group) continue;
			world.forgetGroups(enterprise, deleteGroup(directory, group));
			note(logTypes.structure, `deleted department ${path}`);
		}
		return {};
	},
});
