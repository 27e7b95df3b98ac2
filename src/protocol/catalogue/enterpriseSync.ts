import { DAY_MS } from '../wire/json';
import { operation } from '../operation/define';
import { clears, date, int, required, shownFor, text, top, updateFields } from '../operation/fields';
import { inputError } from '../wire/libraryError';
import { by } from './shared';
import * as enterprise from './sharedEnterprise';
import { simpleDepartment, simpleMember, unkey, warnWhenDisabled } from './simplifyEnterprise';

/* Members and departments of an external directory; the enterprise needs the account synchronization feature. */

/** What a member has besides the name: a field that is not added stays as it is (A15, I05, I06). */
const memberFields = updateFields({
	departments: {
		...enterprise.departmentOutIds('group_out_ids', 'All departments of the member'),
		cells: {
			department: required(
				enterprise.departmentOutIdRef('The department', { wire: 'group_out_id', claims: 'nothing' }),
			),
		},
		overriddenBy: 'topLevel',
	},
	topLevel: enterprise.instead('group_out_ids', '', [
		'At the Top Level',
		'Whether to put the member at the top level and in no department. A new member is not listed in member ' +
			'management until added to a department or to the top level.',
	]),
	supervisor: { ...enterprise.supervisorRef, overriddenBy: 'noSupervisor' },
	noSupervisor: enterprise.instead(
		'leader_account',
		'',
		'Whether to remove the supervisor; Supervisor is ignored then',
	),
	expiresAfter: int('How many days from today the account works; Expiry Date counts instead where it is added too', {
		wire: 'expire',
		composed: true,
		label: 'Expires After (Days)',
		default: 90,
		min: 1,
		max: 36_500,
		overriddenBy: 'neverExpires',
	}),
	expiryDate: date(
		'The day on which the account expires, where it is the same for all. ' +
			'The time is ignored; midnight UTC of that day is sent.',
		{
			wire: 'expire',
			unit: 'seconds',
			dayOnly: true,
			future: true,
			whenEmpty: ({ expiresAfter: days }, now) => (days === undefined ? undefined : now + Number(days) * DAY_MS),
			overriddenBy: 'neverExpires',
		},
	),
	neverExpires: enterprise.instead(
		'expire',
		'0',
		'Whether the account is valid indefinitely; the other fields of the expiry are ignored then',
	),
	email: clears(text('Email address of the member', { wire: 'member_email', placeholder: 'e.g. name@example.com' })),
	...enterprise.profileUpdate,
	password: text('Password, for enterprises where the service itself checks it', { password: true }),
	state: {
		...enterprise.state,
		help:
			'Whether the account is enabled. The service documents enabling for new members and disabling for ' +
			'existing ones; the state that it returns is the one that applies.',
	},
});

export const upsertMember = operation('entAddSyncMember', 'syncMember.upsert', {
	forModel: 'Create or update an external member in File Library.',
	caution: 'irreversible',
	name: 'Create or Update',
	action: 'Create or update a directory member',
	summary: 'Create a new record, or update the current one if it already exists (upsert)',
	input: {
		outId: required.text(['External ID', 'ID of the member in the external directory'], {
			claims: 'id',
			placeholder: 'e.g. emp-0012',
		}),
		name: required.text('Name of the member', { wire: 'member_name', placeholder: 'e.g. Nathan Smith' }),
		account: required.text('Name to sign in with', { claims: 'id', placeholder: 'e.g. name@example.com' }),
		...memberFields,
	},
	wrap: warnWhenDisabled(false),
	example: {
		outId: 'e-0900',
		name: 'Directory Member',
		account: 'directory.member@example.com',
		updateFields: {
			departments: enterprise.pickedDepartments('outId', 'd-sales'),
			supervisor: by('outId', 'e-0001'),
			expiresAfter: 90,
			email: 'directory.member@example.com',
			state: '1',
		},
	},
});

export const deleteMembers = operation('entDelSyncMember', 'syncMember.delete', {
	action: 'Delete directory members',
	summary: 'Delete members by external ID',
	input: { members: enterprise.memberOutIds },
	caution: 'permanent',
	done: { removed: 'member' },
	example: { members: enterprise.pickedMembers('outId', 'e-0180') },
});

export const getMembers = operation('entGetMemberByOutId', 'syncMember.get', {
	menu: 'default',
	action: 'Get directory members',
	summary: 'Look up members by external ID or external account; no item is returned for members that are not found',
	input: {
		members: {
			...enterprise.memberOutIds,
			required: false,
			wire: 'out_ids',
			place: 'top',
			hint: 'Or External Accounts below',
			help: 'The members to look up',
		},
		userIds: top.list('The members to look up, by external account, instead of Members above', {
			claims: 'scope',
			label: 'External Accounts',
			form: ',',
			button: 'Add Account',
			placeholder: 'e.g. nathan.smith',
		}),
	},
	check: ({ members, userIds }) => {
		if (Boolean(members?.length) !== Boolean(userIds?.length)) return;
		const wrong = members?.length ? "can't be combined" : "can't be empty together";
		throw inputError('Members', `${wrong} with External Accounts`, 'Enter either Members or External Accounts.');
	},
	wrap: unkey('out_id'),
	simplify: simpleMember,
	example: { members: enterprise.pickedMembers('outId', 'e-0001', 'e-0002') },
});

export const addAdministrator = operation('entAddSyncAdmin', 'syncAdministrator.add', {
	caution: 'irreversible',
	menu: 'default',
	action: 'Add a directory administrator',
	summary: 'Make a member of the external directory an administrator',
	input: {
		member: required(enterprise.memberOutIdRef),
		type: required.choice(['Kind', 'What the member may administer'], {
			choices: { 0: 'Administrator', 1: 'Super Administrator' },
		}),
		email: text('Email address of the administrator', {
			wire: 'member_email',
			placeholder: 'e.g. name@example.com',
		}),
	},
	example: { member: by('outId', 'e-0002'), type: '0' },
});

export const upsertDepartment = operation('entAddSyncGroup', 'syncDepartment.upsert', {
	forModel: 'Create or update an external department in File Library.',
	caution: 'irreversible',
	name: 'Create or Update',
	action: 'Create or update a directory department',
	summary: 'Create a new record, or update the current one if it already exists (upsert)',
	input: {
		outId: required.text(['External ID', 'ID of the department in the external directory'], {
			claims: 'id',
			placeholder: 'e.g. dept-03',
		}),
		name: required(enterprise.departmentName('name')),
		...updateFields({
			parent: enterprise.departmentOutIdRef('The department that contains it', {
				label: 'Parent Department',
				wire: 'parent_out_id',
				claims: 'parent',
				overriddenBy: 'topLevel',
			}),
			topLevel: enterprise.instead('parent_out_id', '', [
				'At the Top Level',
				'Whether to put the department at the top level; Parent Department is ignored then',
			]),
			order: enterprise.sortOrder,
		}),
	},
	example: {
		outId: 'd-directory',
		name: 'Directory Department',
		updateFields: { parent: by('outId', 'd-sales'), order: 10 },
	},
});

export const deleteDepartments = operation('entDelSyncGroup', 'syncDepartment.delete', {
	action: 'Delete directory departments',
	summary: 'Delete departments by external ID',
	input: { departments: required(enterprise.departmentOutIds('groups')) },
	caution: 'permanent',
	done: { removed: 'department' },
	example: { departments: enterprise.pickedDepartments('outId', 'd-service') },
});

export const getDepartments = operation('entGetGroupByOutId', 'syncDepartment.get', {
	menu: 'default',
	action: 'Get directory departments',
	summary: 'Look up departments by external ID; no item is returned for those that are not found',
	input: { departments: required(enterprise.departmentOutIds('out_ids')) },
	wrap: unkey('out_id'),
	simplify: simpleDepartment,
	example: { departments: enterprise.pickedDepartments('outId', 'd-sales', 'd-rnd') },
});

/**
 * Where members are added or removed; chosen explicitly, so that a forgotten department does not mean the top level.
 */
const target = {
	target: top.choice(['Location', 'Which part of the hierarchy to use'], {
		wire: 'group_out_id',
		choices: { department: { label: 'Department', wire: null }, topLevel: { label: 'Top Level', wire: null } },
	}),
	department: required({
		...enterprise.departmentOutIdRef('The department', { wire: 'group_out_id' }),
		...shownFor('target', 'department'),
	}),
} as const;
const membership = {
	input: { members: enterprise.memberOutIds, ...target },
	example: {
		members: enterprise.pickedMembers('outId', 'e-0005'),
		target: 'department',
		department: by('outId', 'd-sales'),
	},
} as const;

export const addDepartmentMembers = operation('entAddSyncGroupMember', 'syncDepartmentMember.add', {
	menu: 'default',
	action: 'Add members to a directory department',
	summary: 'Add members to a department or to the top level, by external ID',
	...membership,
});

export const removeDepartmentMembers = operation('entDelSyncGroupMember', 'syncDepartmentMember.remove', {
	action: 'Remove members from a directory department',
	summary: 'Remove members from a department or from the top level, by external ID',
	...membership,
	done: { removed: 'departmentMember' },
});

// The document gives no description; read as in I13.
export const removeFromAllDepartments = operation('entDelSyncMemberGroup', 'syncDepartmentMember.removeFromAll', {
	caution: 'irreversible',
	action: 'Remove members from all directory departments',
	summary: 'Remove members from all their departments, by external ID',
	input: { members: enterprise.memberOutIds },
	done: { removed: 'departmentMember' },
	example: { members: enterprise.pickedMembers('outId', 'e-0006') },
});
