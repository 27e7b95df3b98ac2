import type { JsonObject } from '../wire/json';
import { lists, operation, returns } from '../operation/define';
import { choice, flag, list, required, shownFor, text } from '../operation/fields';
import {
	by,
	departmentName,
	departmentOrTopRef,
	departmentPathRef,
	departmentRef,
	enterpriseMemberRef,
	logRange,
	memberAccountRef,
	memberAccounts,
	order,
	state,
} from './sharedEnterprise';
import { LOG_TYPES, simpleManagementLog, simpleMember, warnWhenDisabled } from './simplifyEnterprise';

const credential = 'enterprise';
const profile = {
	phone: text({ wire: 'member_phone', help: 'Phone number of the member', placeholder: 'e.g. +49 30 1234567' }),
	title: text({ wire: 'member_title', help: 'Job title of the member', placeholder: 'e.g. Engineer' }),
	state,
} as const;

export const createMember = operation({
	id: 'entAddMember',
	resource: 'member',
	operation: 'create',
	name: 'Create',
	action: 'Create a member',
	credential,
	summary: 'Create a member of the enterprise',
	route: 'POST /m-open/1/ent/add_member',
	repeatable: false,
	input: {
		account: required(
			text({
				help: 'Name to sign in with; an email address on a public cloud',
				placeholder: 'e.g. name@example.com',
			}),
		),
		password: required(text({ password: true, help: 'Password for the first sign-in' })),
		name: required(text({ wire: 'member_name', help: 'Name of the member', placeholder: 'e.g. Nathan Smith' })),
		department: departmentPathRef('group_path', 'Department', 'The department of the member; none when empty'),
		...profile,
		createPersonalLibrary: flag({
			wire: 'create_personal_org',
			help: 'Whether the member gets a personal library',
			off: 'omit',
		}),
	},
	wrap: warnWhenDisabled(true),
	output: returns<{ member_id: number; state: number }>(),
	example: {
		account: 'new.member@example.com',
		password: 'Initial-Pass-1',
		name: 'New Member',
		department: by('path', 'Sales'),
		options: { title: 'Engineer', state: '1' },
	},
});

export const updateMember = operation({
	id: 'entSetMember',
	resource: 'member',
	operation: 'update',
	name: 'Update',
	action: 'Update a member',
	credential,
	summary: 'Change the name, contact data, password or state of a member',
	route: 'POST /m-open/1/ent/set_member',
	repeatable: true,
	input: {
		account: required(memberAccountRef),
		name: text({ wire: 'member_name', help: 'New name of the member', placeholder: 'e.g. Nathan Smith' }),
		...profile,
		password: text({ password: true, help: 'New password; a public cloud does not take it' }),
	},
	wrap: warnWhenDisabled(false),
	output: returns<{ member_id: number; state: number }>(),
	example: { account: by('account', 'ben.brown@example.com'), options: { title: 'Team Lead' } },
});

export const deleteMembers = operation({
	id: 'entDelMember',
	resource: 'member',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete members',
	credential,
	summary: 'Delete members of the enterprise',
	route: 'POST /m-open/1/ent/del_member',
	repeatable: true,
	input: { members: memberAccounts },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { members: ['olivia.dubois@example.com'] },
});

export const getMember = operation({
	id: 'entGetMember',
	resource: 'member',
	operation: 'get',
	name: 'Get',
	action: 'Get a member',
	credential,
	summary: 'Get a member of the enterprise',
	route: 'POST /m-open/1/ent/get_member',
	repeatable: true,
	reads: true,
	input: {
		member: required(enterpriseMemberRef),
		showGroups: flag({
			label: 'Include Departments',
			help: 'Whether to return the departments of the member too',
			off: '0',
		}),
		showOrgs: flag({
			label: 'Include Libraries',
			help: 'Whether to return the libraries of the member too',
			off: '0',
		}),
	},
	output: returns<JsonObject>(),
	simplify: simpleMember,
	example: { member: by('id', '101'), options: { showGroups: true } },
});

export const listMembers = operation({
	id: 'entGetMembers',
	resource: 'member',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many members',
	credential,
	summary: 'List the members of the enterprise',
	route: 'POST /m-open/1/ent/get_members',
	repeatable: true,
	reads: true,
	input: {},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 20 },
	simplify: simpleMember,
	example: { returnAll: true },
});

export const createDepartment = operation({
	id: 'entAddGroup',
	resource: 'department',
	operation: 'create',
	name: 'Create',
	action: 'Create a department',
	credential,
	summary: 'Create a department',
	route: 'POST /m-open/1/ent/add_group',
	repeatable: false,
	input: {
		name: required(departmentName('group_name')),
		parent: departmentPathRef(
			'parent_group_path',
			'Parent Department',
			'The department to create it in; the top level when empty',
		),
		order,
		state,
	},
	output: returns<{ group_id: number }>(),
	example: { name: 'Europe', parent: by('path', 'Sales'), options: { order: 10 } },
});

export const updateDepartment = operation({
	id: 'entSetGroup',
	resource: 'department',
	operation: 'update',
	name: 'Update',
	action: 'Update a department',
	credential,
	summary: 'Rename, move, sort or disable a department',
	route: 'POST /m-open/1/ent/set_group',
	repeatable: true,
	input: {
		department: required(departmentPathRef('group_path')),
		parent: choice({
			wire: 'parent_group_path',
			label: 'Place',
			help: 'Where the department stands',
			fallback: 'keep',
			place: 'top',
			choices: {
				keep: { label: 'Leave Unchanged', wire: null },
				move: { label: 'Move Into a Department', wire: null },
				topLevel: { label: 'Move to the Top Level', wire: '' },
			},
		}),
		newParent: shownFor(
			'parent',
			['move'],
			required(departmentPathRef('parent_group_path', 'New Parent Department', 'The department to move it into')),
		),
		name: departmentName('group_name'),
		order,
		state,
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: {
		department: by('path', 'Sales/Sales Europe'),
		parent: 'move',
		newParent: by('path', 'Sales'),
		options: { name: 'Sales Europe', order: 20 },
	},
});

export const deleteDepartments = operation({
	id: 'entDelGroup',
	resource: 'department',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete departments',
	credential,
	summary: 'Delete departments',
	route: 'POST /m-open/1/ent/del_group',
	repeatable: true,
	input: {
		departments: required(
			list({
				claims: 'scope',
				label: 'Department Paths',
				wire: 'groups',
				form: ',',
				of: 'path',
				button: 'Add Department',
				help: 'The departments, by path',
				placeholder: 'e.g. Sales/Europe',
			}),
		),
	},
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { departments: ['Research and Development/Quality'] },
});

export const listDepartments = operation({
	id: 'entGetGroups',
	resource: 'department',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many departments',
	credential,
	summary: 'List all departments of the enterprise; parent_id 0 is the top level',
	route: 'POST /m-open/1/ent/get_groups',
	repeatable: true,
	reads: true,
	input: {},
	output: lists<JsonObject>(),
	paging: { kind: 'whole' },
	example: { returnAll: true },
});

export const listDepartmentMembers = operation({
	id: 'entGetGroupMembers',
	resource: 'departmentMember',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many members of a department',
	credential,
	summary: 'List the members of a department',
	route: 'POST /m-open/1/ent/get_group_members',
	repeatable: true,
	reads: true,
	input: {
		department: required(departmentRef),
		showChild: flag({
			label: 'Include Subordinate Departments',
			help: 'Whether to list the members of the departments below too',
			off: '0',
		}),
	},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 20 },
	simplify: simpleMember,
	example: { department: by('id', '102'), returnAll: true, options: { showChild: true } },
});
export const addDepartmentMembers = operation({
	id: 'entAddGroupMember',
	resource: 'departmentMember',
	operation: 'add',
	name: 'Add',
	action: 'Add members to a department',
	credential,
	summary: 'Add members to a department or to the top level of the enterprise',
	route: 'POST /m-open/1/ent/add_group_member',
	repeatable: true,
	input: { department: departmentOrTopRef, members: memberAccounts },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { department: by('path', 'Sales'), members: ['carla.costa@example.com'] },
});
export const removeDepartmentMembers = operation({
	id: 'entDelGroupMember',
	resource: 'departmentMember',
	operation: 'remove',
	name: 'Remove',
	action: 'Remove members from a department',
	credential,
	summary: 'Take members out of a department or out of the top level of the enterprise',
	route: 'POST /m-open/1/ent/del_group_member',
	repeatable: true,
	input: { department: departmentOrTopRef, members: memberAccounts },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { department: by('path', 'Sales'), members: ['carla.costa@example.com'] },
});
// The document gives no description; read as in ambiguities I13.
export const removeFromAllDepartments = operation({
	id: 'entDelMemberGroup',
	resource: 'departmentMember',
	operation: 'removeFromAll',
	name: 'Remove From All',
	action: 'Remove members from all departments',
	credential,
	summary: 'Take members out of all their departments',
	route: 'POST /m-open/1/ent/del_member_group',
	repeatable: true,
	input: { members: memberAccounts },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { members: ['david.dubois@example.com'] },
});

export const listRoles = operation({
	id: 'entGetRoles',
	resource: 'role',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many roles',
	credential,
	summary: 'List the roles that members and departments can have in libraries',
	route: 'POST /m-open/1/ent/get_roles',
	repeatable: true,
	reads: true,
	input: {},
	output: lists<JsonObject>(),
	paging: { kind: 'whole' },
	example: { returnAll: true },
});

export const listManagementLog = operation({
	id: 'entLog',
	resource: 'managementLog',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many management log entries',
	credential,
	summary: 'Read what administrators did',
	route: 'POST /m-open/1/ent/log',
	repeatable: true,
	reads: true,
	input: {
		type: choice({
			help: 'Kind of entries to return',
			fallback: 'all',
			choices: { all: { label: 'All', wire: null }, ...LOG_TYPES },
		}),
		...logRange,
	},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleManagementLog,
	example: { returnAll: true, options: { type: '2', from: '2026-01-01T00:00:00.000Z' } },
});
