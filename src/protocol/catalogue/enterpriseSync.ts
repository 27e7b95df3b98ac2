import type { JsonObject } from '../wire/json';
import { operation, returns } from '../operation/define';
import { inputError } from '../wire/libraryError';
import { choice, date, list, ref, required, shownFor, text } from '../operation/fields';
import { by, departmentName, departmentOutIdRef, memberOutIdRef, memberOutIds, order, state } from './sharedEnterprise';
import { simpleMember, unkey, warnWhenDisabled } from './simplifyEnterprise';

/* Members and departments of an external directory; the enterprise needs the account synchronization feature. */

const credential = 'enterprise';
const departmentOutIds = required(
	list({
		claims: 'scope',
		label: 'Department External IDs',
		wire: 'groups',
		form: ',',
		of: 'text',
		button: 'Add External ID',
		help: 'The departments, by external ID',
		placeholder: 'e.g. dept-03',
	}),
);
const UNCHANGED = { label: 'Leave Unchanged', wire: null } as const;

export const upsertMember = operation({
	id: 'entAddSyncMember',
	resource: 'syncMember',
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a directory member',
	credential,
	summary: 'Create a new record, or update the current one if it already exists (upsert)',
	route: 'POST /m-open/1/ent/add_sync_member',
	repeatable: true,
	input: {
		outId: required(
			text({
				label: 'External ID',
				help: 'ID of the member in the external directory',
				placeholder: 'e.g. emp-0012',
			}),
		),
		name: required(text({ wire: 'member_name', help: 'Name of the member', placeholder: 'e.g. Nathan Smith' })),
		account: required(text({ help: 'Name to sign in with', placeholder: 'e.g. name@example.com' })),
		departments: choice({
			wire: 'group_out_ids',
			help: 'Where the member stands',
			fallback: 'keep',
			place: 'top',
			choices: {
				keep: {
					...UNCHANGED,
					help: 'A new member is not listed in member management until added to a department or to the top level',
				},
				set: { label: 'In These Departments', wire: null },
				topLevel: { label: 'At the Top Level', wire: '' },
			},
		}),
		departmentOutIds: shownFor(
			'departments',
			['set'],
			required({
				...departmentOutIds,
				wire: 'group_out_ids',
				help: 'The departments of the member, by external ID',
			}),
		),
		supervisor: choice({
			wire: 'leader_account',
			help: 'Whom the member reports to',
			fallback: 'keep',
			place: 'top',
			choices: {
				keep: UNCHANGED,
				set: { label: 'This Member', wire: null },
				remove: { label: 'Nobody', wire: '', help: 'Removes the supervisor of a member who has one' },
			},
		}),
		supervisorMember: shownFor(
			'supervisor',
			['set'],
			required(
				ref({
					claims: 'nothing',
					label: 'Supervisor Member',
					help: 'The member who is the supervisor',
					modes: {
						list: { label: 'From List', wire: 'leader_account', search: 'membersByAccount' },
						account: { label: 'Account', wire: 'leader_account', placeholder: 'e.g. name@example.com' },
						outId: { label: 'External ID', wire: 'leader_out_id', placeholder: 'e.g. emp-0001' },
					},
				}),
			),
		),
		expiry: choice({
			wire: 'expire',
			help: 'Until when the account works',
			fallback: 'keep',
			place: 'top',
			choices: {
				keep: { ...UNCHANGED, help: 'A new account does not expire' },
				on: { label: 'Until a Day', wire: null },
				never: { label: 'Without End', wire: '0', help: 'Removes the expiry of an account that has one' },
			},
		}),
		expiryDate: shownFor(
			'expiry',
			['on'],
			required(
				date({
					label: 'Expiry Day',
					wire: 'expire',
					unit: 'seconds',
					dayOnly: true,
					help: 'The day on which the account expires. Only the date counts; it is sent as midnight UTC of that day.',
				}),
			),
		),
		email: text({
			wire: 'member_email',
			help: 'Email address of the member',
			placeholder: 'e.g. name@example.com',
		}),
		phone: text({ wire: 'member_phone', help: 'Phone number of the member', placeholder: 'e.g. +49 30 1234567' }),
		title: text({ wire: 'member_title', help: 'Job title of the member', placeholder: 'e.g. Engineer' }),
		password: text({ password: true, help: 'Password, for enterprises where the service itself checks it' }),
		state: {
			...state,
			help: 'Whether the account is enabled. The service describes enabling for new members and disabling for existing ones; the state it answers is the one that holds.',
		},
	},
	wrap: warnWhenDisabled(false),
	output: returns<{ member_id: number; state: number }>(),
	example: {
		outId: 'e-0900',
		name: 'Directory Member',
		account: 'directory.member@example.com',
		departments: 'set',
		departmentOutIds: ['d-sales'],
		supervisor: 'set',
		supervisorMember: by('outId', 'e-0001'),
		expiry: 'on',
		expiryDate: '2027-12-31',
		options: { email: 'directory.member@example.com', state: '1' },
	},
});

export const deleteMembers = operation({
	id: 'entDelSyncMember',
	resource: 'syncMember',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete directory members',
	credential,
	summary: 'Delete members by external ID',
	route: 'POST /m-open/1/ent/del_sync_member',
	repeatable: true,
	input: { members: memberOutIds },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { members: ['e-0180'] },
});

export const getMembers = operation({
	id: 'entGetMemberByOutId',
	resource: 'syncMember',
	operation: 'get',
	name: 'Get',
	action: 'Get directory members',
	credential,
	summary: 'Look up members by external ID or external account; those who are not found give no item',
	route: 'POST /m-open/1/ent/get_member_by_out_id',
	repeatable: true,
	reads: true,
	input: {
		outIds: list({
			claims: 'scope',
			label: 'External IDs',
			form: ',',
			of: 'text',
			button: 'Add External ID',
			place: 'top',
			help: 'The members, by external ID',
			placeholder: 'e.g. emp-0012',
		}),
		userIds: list({
			claims: 'scope',
			label: 'External Accounts',
			form: ',',
			of: 'text',
			button: 'Add Account',
			place: 'top',
			help: 'Instead of external IDs: the members, by external account',
			placeholder: 'e.g. nathan.smith',
		}),
	},
	compose: ({ outIds, userIds }) => {
		if (Boolean(outIds?.length) === Boolean(userIds?.length)) {
			throw inputError(
				'External IDs',
				outIds?.length ? 'and External Accounts cannot be given together' : 'or External Accounts is required',
				'Give either external IDs or external accounts.',
			);
		}
		return {};
	},
	wrap: unkey('out_id'),
	simplify: simpleMember,
	output: returns<JsonObject>(),
	example: { outIds: ['e-0001', 'e-0002'] },
});

export const addAdministrator = operation({
	id: 'entAddSyncAdmin',
	resource: 'syncAdministrator',
	operation: 'add',
	name: 'Add',
	action: 'Add a directory administrator',
	credential,
	summary: 'Make a member of the external directory an administrator',
	route: 'POST /m-open/1/ent/add_sync_admin',
	repeatable: true,
	input: {
		member: required(memberOutIdRef),
		type: required(
			choice({
				label: 'Kind',
				help: 'What the member may administer',
				fallback: '0',
				choices: { 0: { label: 'Administrator' }, 1: { label: 'Super Administrator' } },
			}),
		),
		email: text({
			wire: 'member_email',
			help: 'Email address of the administrator',
			placeholder: 'e.g. name@example.com',
		}),
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { member: by('outId', 'e-0002'), type: '0' },
});

export const upsertDepartment = operation({
	id: 'entAddSyncGroup',
	resource: 'syncDepartment',
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a directory department',
	credential,
	summary: 'Create a new record, or update the current one if it already exists (upsert)',
	route: 'POST /m-open/1/ent/add_sync_group',
	repeatable: true,
	input: {
		outId: required(
			text({
				label: 'External ID',
				help: 'ID of the department in the external directory',
				placeholder: 'e.g. dept-03',
			}),
		),
		name: required(departmentName('name')),
		parent: choice({
			wire: 'parent_out_id',
			label: 'Place',
			help: 'Where the department stands',
			fallback: 'keep',
			place: 'top',
			choices: {
				keep: UNCHANGED,
				set: { label: 'In a Department', wire: null },
				topLevel: { label: 'At the Top Level', wire: '' },
			},
		}),
		parentDepartment: shownFor(
			'parent',
			['set'],
			required(departmentOutIdRef('parent_out_id', 'Parent Department', 'The department it stands in')),
		),
		order,
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: {
		outId: 'd-directory',
		name: 'Directory Department',
		parent: 'set',
		parentDepartment: by('outId', 'd-sales'),
		options: { order: 10 },
	},
});

export const deleteDepartments = operation({
	id: 'entDelSyncGroup',
	resource: 'syncDepartment',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete directory departments',
	credential,
	summary: 'Delete departments by external ID',
	route: 'POST /m-open/1/ent/del_sync_group',
	repeatable: true,
	input: { departments: departmentOutIds },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { departments: ['d-service'] },
});

export const getDepartments = operation({
	id: 'entGetGroupByOutId',
	resource: 'syncDepartment',
	operation: 'get',
	name: 'Get',
	action: 'Get directory departments',
	credential,
	summary: 'Look up departments by external ID; those that are not found give no item',
	route: 'POST /m-open/1/ent/get_group_by_out_id',
	repeatable: true,
	reads: true,
	input: { departments: { ...departmentOutIds, wire: 'out_ids' } },
	wrap: unkey('out_id'),
	output: returns<JsonObject>(),
	example: { departments: ['d-sales', 'd-rnd'] },
});

/** Where members are added or removed; said explicitly, so that a forgotten department is not the top level. */
const target = {
	target: choice({
		label: 'Place',
		wire: 'group_out_id',
		help: 'Which place is meant',
		fallback: 'department',
		place: 'top',
		choices: { department: { label: 'Department', wire: null }, topLevel: { label: 'Top Level', wire: null } },
	}),
	department: shownFor('target', ['department'], required(departmentOutIdRef('group_out_id'))),
} as const;

export const addDepartmentMembers = operation({
	id: 'entAddSyncGroupMember',
	resource: 'syncDepartmentMember',
	operation: 'add',
	name: 'Add',
	action: 'Add members to a directory department',
	credential,
	summary: 'Add members to a department or to the top level, by external ID',
	route: 'POST /m-open/1/ent/add_sync_group_member',
	repeatable: true,
	input: { members: memberOutIds, ...target },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { members: ['e-0005'], target: 'department', department: by('outId', 'd-sales') },
});
export const removeDepartmentMembers = operation({
	id: 'entDelSyncGroupMember',
	resource: 'syncDepartmentMember',
	operation: 'remove',
	name: 'Remove',
	action: 'Remove members from a directory department',
	credential,
	summary: 'Take members out of a department or out of the top level, by external ID',
	route: 'POST /m-open/1/ent/del_sync_group_member',
	repeatable: true,
	input: { members: memberOutIds, ...target },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { members: ['e-0005'], target: 'department', department: by('outId', 'd-sales') },
});
// The document gives no description; read as in ambiguities I13.
export const removeFromAllDepartments = operation({
	id: 'entDelSyncMemberGroup',
	resource: 'syncDepartmentMember',
	operation: 'removeFromAll',
	name: 'Remove From All',
	action: 'Remove members from all directory departments',
	credential,
	summary: 'Take members out of all their departments, by external ID',
	route: 'POST /m-open/1/ent/del_sync_member_group',
	repeatable: true,
	input: { members: memberOutIds },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { members: ['e-0006'] },
});
