import { authorizeEnterprise, clientCommon } from '../../auth/clientCaller';
import { family } from '../operation';
import { addGroup, delGroup, setGroup } from './groups';
import { addGroupMember, addMember, delGroupMember, delMember, delMemberGroup, setMember } from './members';
import {
	getGroupByOutId,
	getGroupMembers,
	getGroups,
	getMember,
	getMemberByOutId,
	getMembers,
	getRoles,
	log,
} from './reading';
import { addSyncGroup, addSyncGroupMember, delSyncGroup, delSyncGroupMember } from './syncGroups';
import { addSyncAdmin, addSyncMember, delSyncMember, delSyncMemberGroup } from './syncMembers';

/** doc: enterprise member and department management. */
export const enterprise = family({
	prefix: '/m-open/1/ent',
	authorize: authorizeEnterprise,
	common: clientCommon,
	operations: {
		add_sync_member: addSyncMember,
		del_sync_member: delSyncMember,
		add_sync_group: addSyncGroup,
		del_sync_group: delSyncGroup,
		add_sync_group_member: addSyncGroupMember,
		del_sync_group_member: delSyncGroupMember,
		del_sync_member_group: delSyncMemberGroup,
		get_member_by_out_id: getMemberByOutId,
		get_group_by_out_id: getGroupByOutId,
		add_sync_admin: addSyncAdmin,
		add_member: addMember,
		set_member: setMember,
		del_member: delMember,
		add_group: addGroup,
		set_group: setGroup,
		del_group: delGroup,
		add_group_member: addGroupMember,
		del_group_member: delGroupMember,
		del_member_group: delMemberGroup,
		get_members: getMembers,
		get_member: getMember,
		get_groups: getGroups,
		get_group_members: getGroupMembers,
		get_roles: getRoles,
		log,
	},
});
