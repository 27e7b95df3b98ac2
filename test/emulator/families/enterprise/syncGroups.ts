import { filled, int, optional, required, text } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/managementLog';
import { deleteGroup, displace, displaceFromAll, moveGroup, place } from '../../store/enterprise/placement';
import { enterpriseOperation } from '../operationsByCaller';
import { groupWithOutId, knownMembers, texts } from './references';

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

export const delSyncGroup = enterpriseOperation('/m-open/1/ent/del_sync_group', {
	params: { groups: required(texts) },
	handle: ({ world, enterprise, directory, note, p }) => {
		for (const outId of p.groups) {
			// assumed: unknown ids are skipped. A parent deleted before may have taken the department along.
			const group = directory.findGroup(outId);
			if (!group) continue;
			world.forgetGroups(enterprise, deleteGroup(directory, group));
			note(logTypes.structure, `deleted department ${group.name}`);
		}
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

export const delSyncMemberGroup = enterpriseOperation('/m-open/1/ent/del_sync_member_group', {
	params: { members: required(texts) },
	handle: ({ directory, note, p }) => {
		for (const member of knownMembers(directory, 'outId', p.members)) {
			displaceFromAll(directory, member.id);
			note(logTypes.structure, `took ${member.account} out of all departments`);
		}
		return {};
	},
});
