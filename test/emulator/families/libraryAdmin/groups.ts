import { codes, ServiceFailure } from '../../http/errors';
import { int, required } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/enterprise';
import { enterpriseOperation } from '../operation';
import { groupRole, referredLibrary } from './references';

const orgId = { org_id: required(int(0)) };

export const getGroups = enterpriseOperation('/m-open/1/org/get_groups', {
	params: orgId,
	handle: (call) => {
		const { groups } = referredLibrary(call).profile;
		const list = [...groups].map(([id, roleId]) => ({
			id,
			name: call.directory.groupById(id).name,
			role_id: roleId,
		}));
		return { list };
	},
});

export const addGroup = enterpriseOperation('/m-open/1/org/add_group', {
	params: { ...orgId, group_id: required(int(1)), role_id: required(groupRole) },
	handle: (call) => {
		const { directory, note, p } = call;
		const { profile } = referredLibrary(call);
		const group = directory.groupById(p.group_id);
		profile.groups.set(group.id, p.role_id);
		note(logTypes.libraries, `added department ${group.name} to library ${profile.name}`);
		return {};
	},
});

export const setGroupRole = enterpriseOperation('/m-open/1/org/set_group_role', {
	params: { ...orgId, group_id: required(int(1)), role_id: required(groupRole) },
	handle: (call) => {
		const { note, p } = call;
		const { profile } = referredLibrary(call);
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
	handle: (call) => {
		const { note, p } = call;
		const { profile } = referredLibrary(call);
		profile.groups.delete(p.group_id);
		note(logTypes.libraries, `removed department ${p.group_id} from library ${profile.name}`);
		return {};
	},
});
