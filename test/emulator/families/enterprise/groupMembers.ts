import { required } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/managementLog';
import { displace, displaceFromAll, place } from '../../store/enterprise/placement';
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
