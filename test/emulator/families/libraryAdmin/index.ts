import { authorizeEnterprise, clientCommon } from '../../auth/clientCaller';
import { family } from '../operation';
import { bind, create, destroy, info, ls, search, set, unbind } from './libraries';
import { log } from './log';
import {
	addGroup,
	addMember,
	delGroup,
	delMember,
	getGroups,
	getMember,
	getMembers,
	setGroupRole,
	setMemberRole,
	setOwner,
} from './people';
import { infoByMember, setByMember } from './personal';

/** doc: library administration. */
export const libraryAdmin = family({
	prefix: '/m-open/1/org',
	authorize: authorizeEnterprise,
	common: clientCommon,
	operations: {
		create,
		set,
		info,
		search,
		ls,
		bind,
		unbind,
		destroy,
		log,
		info_by_member: infoByMember,
		set_by_member: setByMember,
		get_members: getMembers,
		get_member: getMember,
		set_owner: setOwner,
		add_member: addMember,
		set_member_role: setMemberRole,
		del_member: delMember,
		get_groups: getGroups,
		add_group: addGroup,
		del_group: delGroup,
		set_group_role: setGroupRole,
	},
});
