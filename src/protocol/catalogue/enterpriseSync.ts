import { operation, returns } from '../operation/define';
import { choice, clears, date, list, notEmpty, ref, required, shownFor, text } from '../operation/fields';
import type { ById, Done } from './answers/common';
import type { Department } from './answers/department';
import type { MemberByOutId, MemberState } from './answers/member';
import { by, exactlyOneList, UNCHANGED } from './shared';
import {
	departmentName,
	departmentOutIdRef,
	departmentOutIds,
	memberOutIdRef,
	memberOutIds,
	order,
	profileUpdate,
	state,
} from './sharedEnterprise';
import { simpleMember, unkey, warnWhenDisabled } from './simplifyEnterprise';

/* Members and departments of an external directory; the enterprise needs the account synchronization feature. */

const common = { credential: 'enterprise', repeatable: true } as const;
const member = { ...common, resource: 'syncMember' } as const;
const department = { ...common, resource: 'syncDepartment' } as const;
const departmentMember = { ...common, resource: 'syncDepartmentMember' } as const;

/** Choices of an operation that creates or updates; each says explicitly what it leaves as it is (A15, I05, I06). */
const departments = choice({
	wire: 'group_out_ids',
	help: 'Which departments the member belongs to',
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
});
const supervisor = {
	supervisor: choice({
		wire: 'leader_account',
		help: 'Whom the member reports to',
		fallback: 'keep',
		place: 'top',
		choices: {
			keep: UNCHANGED,
			set: { label: 'This Member', wire: null },
			remove: { label: 'No One', wire: '', help: 'Removes the supervisor of a member who has one' },
		},
	}),
	supervisorMember: shownFor(
		'supervisor',
		['set'],
		required(
			ref({
				claims: 'parent',
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
} as const;
const expiry = {
	expiry: choice({
		wire: 'expire',
		help: 'How long the account is valid',
		fallback: 'keep',
		place: 'top',
		choices: {
			keep: { ...UNCHANGED, help: 'A new account does not expire' },
			on: { label: 'Until a Date', wire: null },
			never: { label: 'Indefinitely', wire: '0', help: 'Removes the expiry of an account that has one' },
		},
	}),
	expiryDate: shownFor(
		'expiry',
		['on'],
		required(
			date({
				label: 'Expiry Date',
				wire: 'expire',
				unit: 'seconds',
				dayOnly: true,
				future: true,
				help: 'The day on which the account expires. The time is ignored; midnight UTC of that day is sent.',
			}),
		),
	),
} as const;

export const upsertMember = operation({
	...member,
	id: 'entAddSyncMember',
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a directory member',
	summary: 'Create a new record, or update the current one if it already exists (upsert)',
	route: 'POST /m-open/1/ent/add_sync_member',
	input: {
		outId: required(
			text({
				claims: 'id',
				label: 'External ID',
				help: 'ID of the member in the external directory',
				placeholder: 'e.g. emp-0012',
			}),
		),
		name: required(text({ wire: 'member_name', help: 'Name of the member', placeholder: 'e.g. Nathan Smith' })),
		account: required(text({ claims: 'id', help: 'Name to sign in with', placeholder: 'e.g. name@example.com' })),
		departments,
		departmentOutIds: shownFor('departments', ['set'], {
			...departmentOutIds('group_out_ids', 'The departments of the member, by external ID'),
			claims: 'nothing',
		}),
		...supervisor,
		...expiry,
		email: clears(
			text({
				wire: 'member_email',
				help: 'Email address of the member',
				placeholder: 'e.g. name@example.com',
			}),
		),
		...profileUpdate,
		password: notEmpty(
			text({ password: true, help: 'Password, for enterprises where the service itself checks it' }),
		),
		state: {
			...notEmpty(state),
			help:
				'Whether the account is enabled. The service documents enabling for new members and disabling for ' +
				'existing ones; the state that it returns is the one that applies.',
		},
	},
	wrap: warnWhenDisabled(false),
	output: returns<MemberState>(),
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
	...member,
	id: 'entDelSyncMember',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete directory members',
	summary: 'Delete members by external ID',
	route: 'POST /m-open/1/ent/del_sync_member',
	slow: true,
	input: { members: memberOutIds },
	caution: 'permanent',
	output: returns<Done>(),
	done: { removed: 'member' },
	example: { members: ['e-0180'] },
});

export const getMembers = operation({
	...member,
	id: 'entGetMemberByOutId',
	operation: 'get',
	name: 'Get',
	action: 'Get directory members',
	summary: 'Look up members by external ID or external account; no item is returned for members that are not found',
	route: 'POST /m-open/1/ent/get_member_by_out_id',
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
		exactlyOneList(['External IDs', outIds], ['External Accounts', userIds]);
		return {};
	},
	wrap: unkey('out_id'),
	simplify: simpleMember,
	output: returns<ById<MemberByOutId>>(),
	shape: { '': 'map' },
	example: { outIds: ['e-0001', 'e-0002'] },
});

export const addAdministrator = operation({
	...common,
	id: 'entAddSyncAdmin',
	resource: 'syncAdministrator',
	operation: 'add',
	name: 'Add',
	action: 'Add a directory administrator',
	summary: 'Make a member of the external directory an administrator',
	route: 'POST /m-open/1/ent/add_sync_admin',
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
	output: returns<Done>(),
	done: { success: true },
	example: { member: by('outId', 'e-0002'), type: '0' },
});

export const upsertDepartment = operation({
	...department,
	id: 'entAddSyncGroup',
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a directory department',
	summary: 'Create a new record, or update the current one if it already exists (upsert)',
	route: 'POST /m-open/1/ent/add_sync_group',
	input: {
		outId: required(
			text({
				claims: 'id',
				label: 'External ID',
				help: 'ID of the department in the external directory',
				placeholder: 'e.g. dept-03',
			}),
		),
		name: required(departmentName('name')),
		parent: choice({
			wire: 'parent_out_id',
			label: 'Location',
			help: 'Where the department is in the hierarchy',
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
			required({
				...departmentOutIdRef('parent_out_id', 'Parent Department', 'The department that contains it'),
				claims: 'parent',
			}),
		),
		order: notEmpty(order),
	},
	output: returns<Done>(),
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
	...department,
	id: 'entDelSyncGroup',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete directory departments',
	summary: 'Delete departments by external ID',
	route: 'POST /m-open/1/ent/del_sync_group',
	slow: true,
	input: { departments: departmentOutIds('groups') },
	caution: 'permanent',
	output: returns<Done>(),
	done: { removed: 'department' },
	example: { departments: ['d-service'] },
});

export const getDepartments = operation({
	...department,
	id: 'entGetGroupByOutId',
	operation: 'get',
	name: 'Get',
	action: 'Get directory departments',
	summary: 'Look up departments by external ID; no item is returned for those that are not found',
	route: 'POST /m-open/1/ent/get_group_by_out_id',
	reads: true,
	input: { departments: departmentOutIds('out_ids') },
	wrap: unkey('out_id'),
	output: returns<ById<Department>>(),
	shape: { '': 'map' },
	example: { departments: ['d-sales', 'd-rnd'] },
});

/**
 * Where members are added or removed; chosen explicitly, so that a forgotten department does not mean the top level.
 */
const target = {
	target: choice({
		label: 'Location',
		wire: 'group_out_id',
		help: 'Which part of the hierarchy to use',
		fallback: 'department',
		place: 'top',
		choices: { department: { label: 'Department', wire: null }, topLevel: { label: 'Top Level', wire: null } },
	}),
	department: shownFor('target', ['department'], required(departmentOutIdRef('group_out_id'))),
} as const;

export const addDepartmentMembers = operation({
	...departmentMember,
	id: 'entAddSyncGroupMember',
	operation: 'add',
	name: 'Add',
	action: 'Add members to a directory department',
	summary: 'Add members to a department or to the top level, by external ID',
	route: 'POST /m-open/1/ent/add_sync_group_member',
	input: { members: memberOutIds, ...target },
	output: returns<Done>(),
	done: { success: true },
	example: { members: ['e-0005'], target: 'department', department: by('outId', 'd-sales') },
});

export const removeDepartmentMembers = operation({
	...departmentMember,
	id: 'entDelSyncGroupMember',
	operation: 'remove',
	name: 'Remove',
	action: 'Remove members from a directory department',
	summary: 'Remove members from a department or from the top level, by external ID',
	route: 'POST /m-open/1/ent/del_sync_group_member',
	input: { members: memberOutIds, ...target },
	output: returns<Done>(),
	done: { removed: 'departmentMember' },
	example: { members: ['e-0005'], target: 'department', department: by('outId', 'd-sales') },
});

// The document gives no description; read as in I13.
export const removeFromAllDepartments = operation({
	...departmentMember,
	id: 'entDelSyncMemberGroup',
	operation: 'removeFromAll',
	name: 'Remove From All',
	action: 'Remove members from all directory departments',
	summary: 'Remove members from all their departments, by external ID',
	route: 'POST /m-open/1/ent/del_sync_member_group',
	input: { members: memberOutIds },
	output: returns<Done>(),
	done: { removed: 'departmentMember' },
	example: { members: ['e-0006'] },
});
