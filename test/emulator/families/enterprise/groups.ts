import { badParameter } from '../../http/errors';
import { defaulted, filled, flag, int, type Kind, optional, required, text } from '../../http/parameters';
import {
	deleteGroup,
	type Directory,
	displace,
	displaceFromAll,
	type Group,
	moveGroup,
	place,
} from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/enterprise';
import { enterpriseOperation } from '../operation';
import { groupAt, groupPath, groupWithOutId, knownMembers, texts } from '../references';

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

/** Declares the operation that takes members out of all departments, by their accounts or external ids. */
const displacement = (path: string, by: 'account' | 'outId') =>
	enterpriseOperation(path, {
		params: { members: required(texts) },
		handle: ({ directory, note, p }) => {
			for (const member of knownMembers(directory, by, p.members)) displaceFromAll(directory, member.id);
			note(logTypes.structure, `took ${p.members.length} members out of all departments`);
			return {};
		},
	});

export const delMemberGroup = displacement('/m-open/1/ent/del_member_group', 'account');
export const delSyncMemberGroup = displacement('/m-open/1/ent/del_sync_member_group', 'outId');

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

/** assumed: unknown departments are skipped, also those gone with a parent. assumed (I02): `groups` is required. */
const groupDeletion = (path: string, find: (directory: Directory, name: string) => Group | undefined) =>
	enterpriseOperation(path, {
		params: { groups: required(texts) },
		handle: ({ world, enterprise, directory, note, p }) => {
			for (const group of p.groups.map((name) => find(directory, name))) {
				if (!group || !directory.groups.has(group.id)) continue;
				world.forgetGroups(enterprise, deleteGroup(directory, group));
				note(logTypes.structure, `deleted department ${group.name}`);
			}
			return {};
		},
	});

export const delGroup = groupDeletion('/m-open/1/ent/del_group', (directory, path) =>
	directory.findGroupByPath(groupPath(path, 'groups')),
);
export const delSyncGroup = groupDeletion('/m-open/1/ent/del_sync_group', (directory, id) => directory.findGroup(id));

export const addSyncGroup = enterpriseOperation('/m-open/1/ent/add_sync_group', {
	params: {
		out_id: required(filled),
		name: required(filled),
		parent_out_id: optional(text),
		orderby: optional(int()),
	},
	handle: ({ directory, note, p }) => {
		const parent = groupWithOutId(directory, p.parent_out_id);
		const known = directory.findGroup(p.out_id);
		if (known) {
			// doc: an empty text moves to the top level. assumed (I12): without the parameter the department stays.
			if (p.parent_out_id !== undefined) moveGroup(directory, known, parent);
			known.name = p.name;
			known.orderby = p.orderby ?? known.orderby;
		} else {
			directory.addGroup({ outId: p.out_id, name: p.name, parentId: parent?.id ?? 0, orderby: p.orderby ?? 0 });
		}
		note(logTypes.structure, `${known ? 'changed' : 'added'} department ${p.name}`);
		return {};
	},
});

export const addSyncGroupMember = enterpriseOperation('/m-open/1/ent/add_sync_group_member', {
	params: { members: required(texts), group_out_id: optional(text) },
	handle: ({ directory, note, p }) => {
		const group = groupWithOutId(directory, p.group_out_id);
		const members = p.members.map((outId) => directory.memberByOutId(outId));
		for (const member of members) place(directory, member.id, group);
		note(logTypes.structure, `put ${p.members.length} members into ${group?.name ?? 'the top level'}`);
		return {};
	},
});

export const delSyncGroupMember = enterpriseOperation('/m-open/1/ent/del_sync_group_member', {
	params: { members: required(texts), group_out_id: optional(text) },
	handle: ({ directory, note, p }) => {
		const group = groupWithOutId(directory, p.group_out_id);
		for (const member of knownMembers(directory, 'outId', p.members)) displace(directory, member.id, group);
		note(logTypes.structure, `took ${p.members.length} members out of ${group?.name ?? 'the top level'}`);
		return {};
	},
});
