import { operation, type Sent } from '../operation/define';
import { type ListField, required, shownFor } from '../operation/fields';
import { type JsonObject, numberOf } from '../wire/json';
import { by } from './shared';
import { departmentIdRef, libraryIdRef, memberPickers, roleRef } from './sharedEnterprise';
import { simpleLibraryDepartment, simpleLibraryMember, unkey } from './simplifyEnterprise';

/* Members and departments that take part in a library, with their roles. */

const members = { resource: 'libraryMember', repeatable: true } as const;
const departments = { ...members, resource: 'libraryDepartment' } as const;
const LIBRARY = by('id', '1102');
const library = required(libraryIdRef);
const role = required(roleRef);
const department = required(departmentIdRef);
const withRole = ({ role_id: id }: Sent): JsonObject => ({ success: true, role_id: numberOf(id) });
const picked = (...ids: string[]) => ({ rows: ids.map((id) => ({ member: by('id', id) })) });

export const listLibraryMembers = operation('orgGetMembers', {
	...members,
	operation: 'getMany',
	menu: 'default',
	action: 'Get many members of a library',
	summary: 'List the members of a library with their roles',
	input: { library },
	simplify: simpleLibraryMember,
	paging: { kind: 'offset', pageSize: 100, keyFields: ['member_id'] },
	example: { library: LIBRARY, returnAll: true },
});

const named = (type: string, s: Pick<ListField<false>, 'label' | 'button' | 'help' | 'placeholder'>) =>
	shownFor('type', [type], required.list({ ...s, wire: 'ids', claims: 'scope', form: ',', of: 'text' }));

export const getLibraryMembers = operation('orgGetMember', {
	...members,
	operation: 'get',
	action: 'Get members of a library',
	summary: 'Look up members of a library; no item is returned for members that are not found',
	input: {
		library,
		type: required.choice({
			label: 'Look Up By',
			help: 'How the members are identified',
			default: 'member_id',
			choices: {
				account: { label: 'Account' },
				member_id: { label: 'Member' },
				out_id: { label: 'External ID' },
			},
		}),
		members: shownFor('type', ['member_id'], { ...memberPickers, wire: 'ids', help: 'The members to look up' }),
		accounts: named('account', {
			label: 'Accounts',
			button: 'Add Account',
			help: 'The members to look up, by account',
			placeholder: 'e.g. name@example.com',
		}),
		outIds: named('out_id', {
			label: 'External IDs',
			button: 'Add External ID',
			help: 'The members to look up, by external ID',
			placeholder: 'e.g. emp-0012',
		}),
	},
	wrap: unkey('requested'),
	simplify: simpleLibraryMember,
	example: { library: LIBRARY, type: 'member_id', members: picked('102', '103') },
});

export const addLibraryMembers = operation('orgAddMember', {
	...members,
	undo: 'libraryMember.remove',
	operation: 'add',
	action: 'Add members to a library',
	summary: 'Add members to a library with a role',
	slow: true,
	input: { library, members: memberPickers, role },
	done: withRole,
	example: { library: LIBRARY, members: picked('105', '106'), role: by('id', '2') },
});

export const setLibraryMemberRole = operation('orgSetMemberRole', {
	...members,
	caution: 'irreversible',
	operation: 'setRole',
	action: 'Set the role of library members',
	summary: 'Change the role of members of a library',
	slow: true,
	input: { library, members: memberPickers, role },
	done: withRole,
	example: { library: LIBRARY, members: picked('103'), role: by('id', '3') },
});

export const removeLibraryMembers = operation('orgDelMember', {
	...members,
	caution: 'irreversible',
	operation: 'remove',
	action: 'Remove members from a library',
	summary: 'Remove members from a library',
	slow: true,
	input: { library, members: memberPickers },
	done: { removed: 'libraryMember' },
	example: { library: LIBRARY, members: picked('104') },
});

export const listLibraryDepartments = operation('orgGetGroups', {
	...departments,
	operation: 'getMany',
	menu: 'default',
	action: 'Get many departments of a library',
	summary: 'List the departments that take part in a library',
	input: { library },
	simplify: simpleLibraryDepartment,
	paging: { kind: 'whole' },
	example: { library: LIBRARY, returnAll: true },
});

export const addLibraryDepartment = operation('orgAddGroup', {
	...departments,
	undo: 'libraryDepartment.remove',
	operation: 'add',
	action: 'Add a department to a library',
	summary: 'Let a department take part in a library with a role',
	slow: true,
	input: { library, department, role },
	done: withRole,
	example: { library: LIBRARY, department: by('id', '105'), role: by('id', '2') },
});

export const setLibraryDepartmentRole = operation('orgSetGroupRole', {
	...departments,
	caution: 'irreversible',
	operation: 'setRole',
	action: 'Set the role of a library department',
	summary: 'Change the role of a department in a library',
	slow: true,
	input: { library, department, role },
	done: withRole,
	example: { library: LIBRARY, department: by('id', '103'), role: by('id', '3') },
});

export const removeLibraryDepartment = operation('orgDelGroup', {
	...departments,
	caution: 'irreversible',
	operation: 'remove',
	action: 'Remove a department from a library',
	summary: 'Remove a department from a library',
	slow: true,
	input: { library, department },
	done: { removed: 'libraryDepartment' },
	example: { library: LIBRARY, department: by('id', '104') },
});
