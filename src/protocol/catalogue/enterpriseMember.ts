import { operation, type Sent } from '../operation/define';
import { flag, required, text, updateFields } from '../operation/fields';
import type { JsonObject } from '../wire/json';
import { baseName, joinPath, parentPath } from '../wire/paths';
import { by } from './shared';
import * as enterprise from './sharedEnterprise';
import { simpleDepartment, simpleMember, simpleRole, warnWhenDisabled, withGroupPaths } from './simplifyEnterprise';

/* Members, departments and roles of an enterprise. */

export const createMember = operation('entAddMember', 'member.create', {
	summary: 'Create a member of the enterprise',
	input: {
		name: required.text('Name of the member', { wire: 'member_name', placeholder: 'e.g. Nathan Smith' }),
		account: required.text('Name to sign in with; an email address on a public cloud', {
			claims: 'scope',
			placeholder: 'e.g. name@example.com',
		}),
		password: required.text('Password for the first sign-in', {
			password: true,
			placeholder: 'e.g. a long sentence',
		}),
		department: enterprise.departmentPathRef('The department of the member; no department when left empty', {
			wire: 'group_path',
			claims: 'nothing',
			into: true,
		}),
		...enterprise.profile,
		state: enterprise.state,
		createPersonalLibrary: flag('Whether to create a personal library for the member', {
			wire: 'create_personal_org',
			off: 'omit',
		}),
	},
	wrap: warnWhenDisabled(true),
	example: {
		account: 'new.member@example.com',
		password: 'Initial-Pass-1',
		name: 'New Member',
		department: by('path', 'Sales'),
		options: { title: 'Engineer', state: '1' },
	},
});

export const updateMember = operation('entSetMember', 'member.update', {
	caution: 'irreversible',
	summary: 'Change the name, contact data, password or state of a member',
	input: {
		account: required({ ...enterprise.memberAccountRef, label: 'Member' }),
		...updateFields({
			name: text('New name of the member', { wire: 'member_name', placeholder: 'e.g. Nathan Smith' }),
			...enterprise.profileUpdate,
			state: enterprise.state,
			password: text('New password; not supported on a public cloud', { password: true }),
		}),
	},
	updates: ['name', 'phone', 'title', 'state', 'password'],
	wrap: warnWhenDisabled(false),
	example: { account: by('account', 'ben.brown@example.com'), updateFields: { title: 'Team Lead' } },
});

export const deleteMembers = operation('entDelMember', 'member.delete', {
	action: 'Delete members',
	summary: 'Delete members of the enterprise',
	input: { members: enterprise.memberAccounts },
	caution: 'permanent',
	done: { removed: 'member' },
	example: { members: enterprise.pickedMembers('account', 'olivia.dubois@example.com') },
});

export const getMember = operation('entGetMember', 'member.get', {
	summary: 'Get a member of the enterprise',
	input: {
		member: required(enterprise.enterpriseMemberRef),
		showGroups: flag(['Include Departments', 'Whether to also return the departments of the member']),
		showOrgs: flag(['Include Libraries', 'Whether to also return the libraries of the member']),
	},
	simplify: simpleMember,
	example: { member: by('id', '101'), options: { showGroups: true } },
});

export const listMembers = operation('entGetMembers', 'member.getMany', {
	summary: 'List the members of the enterprise',
	input: {},
	paging: { kind: 'offset', pageSize: 100, keyFields: ['member_id'] },
	simplify: simpleMember,
});

export const createDepartment = operation('entAddGroup', 'department.create', {
	input: {
		name: required({ ...enterprise.departmentName('group_name'), claims: 'name' }),
		parent: enterprise.departmentPathRef('The department in which to create it; the top level when left empty', {
			label: 'Parent Department',
			wire: 'parent_group_path',
			claims: 'parent',
			into: true,
		}),
		order: enterprise.sortOrder,
		state: enterprise.departmentState,
	},
	wrap: (answer, { parent_group_path: parent = '', group_name: name = '' }) => ({
		group_path: joinPath(parent, name),
		...answer,
	}),
	example: { name: 'Europe', parent: by('path', 'Sales'), options: { order: 10 } },
});

/** The path of a department after it was renamed or moved: it has the name and the parent that were sent. */
function movedDepartment({ group_path: from = '', group_name: name, parent_group_path: parent }: Sent): JsonObject {
	const to = joinPath(parent ?? parentPath(from), name ?? baseName(from));
	return { success: true, group_path: to, from_group_path: to === from ? undefined : from };
}

export const updateDepartment = operation('entSetGroup', 'department.update', {
	caution: 'irreversible',
	summary: 'Rename, move, sort or disable a department',
	input: {
		department: required(enterprise.departmentPathRef('The department', { wire: 'group_path' })),
		...updateFields({
			name: { ...enterprise.departmentName('group_name'), claims: 'name' },
			parent: enterprise.departmentPathOrTopRef('The department into which to move it', {
				label: 'Parent Department',
				wire: 'parent_group_path',
				claims: 'parent',
				into: true,
			}),
			order: enterprise.sortOrder,
			state: enterprise.departmentState,
		}),
	},
	updates: ['name', 'parent', 'order', 'state'],
	done: movedDepartment,
	example: {
		department: by('path', 'Sales/Sales Europe'),
		updateFields: { name: 'Sales Europe', parent: by('path', 'Sales'), order: 20 },
	},
});

export const deleteDepartments = operation('entDelGroup', 'department.delete', {
	action: 'Delete departments',
	input: {
		departments: required.pickers('The departments to delete. An expression in Path may give a list of paths.', {
			wire: 'groups',
			form: ',',
			cells: { department: required(enterprise.departmentPathRef('The department', { wire: 'group_path' })) },
		}),
	},
	caution: 'permanent',
	done: { removed: 'department' },
	example: { departments: enterprise.pickedDepartments('path', 'Research and Development/Quality') },
});

export const listDepartments = operation('entGetGroups', 'department.getMany', {
	summary: 'List all departments of the enterprise; a parent_id of 0 means the top level',
	input: {},
	complete: withGroupPaths,
	simplify: simpleDepartment,
});

export const listDepartmentMembers = operation('entGetGroupMembers', 'departmentMember.getMany', {
	action: 'Get many members of a department',
	summary: 'List the members of a department',
	input: {
		department: required(enterprise.departmentRef),
		showChild: flag('Whether to also list the members of the departments below', {
			label: 'Include Subordinate Departments',
		}),
	},
	paging: { kind: 'offset', pageSize: 100, keyFields: ['member_id'] },
	simplify: simpleMember,
	example: { department: by('id', '102'), returnAll: true, options: { showChild: true } },
});

const membership = {
	input: { department: enterprise.departmentOrTopRef, members: enterprise.memberAccounts },
	example: {
		department: by('path', 'Sales'),
		members: enterprise.pickedMembers('account', 'carla.costa@example.com'),
	},
} as const;

export const addDepartmentMembers = operation('entAddGroupMember', 'departmentMember.add', {
	action: 'Add members to a department',
	summary: 'Add members to a department or to the top level of the enterprise',
	...membership,
});

export const removeDepartmentMembers = operation('entDelGroupMember', 'departmentMember.remove', {
	action: 'Remove members from a department',
	summary: 'Remove members from a department or from the top level of the enterprise',
	...membership,
	done: { removed: 'departmentMember' },
});

// The document gives no description; read as in I13.
export const removeFromAllDepartments = operation('entDelMemberGroup', 'departmentMember.removeFromAll', {
	caution: 'irreversible',
	action: 'Remove members from all departments',
	summary: 'Remove members from all their departments',
	input: { members: enterprise.memberAccounts },
	done: { removed: 'departmentMember' },
	example: { members: enterprise.pickedMembers('account', 'david.dubois@example.com') },
});

export const listRoles = operation('entGetRoles', 'role.getMany', {
	summary: 'List the roles that members and departments can have in libraries',
	input: {},
	simplify: simpleRole,
});
