import { operation, type Sent } from '../operation/define';
import { required, requiredFor, shownFor } from '../operation/fields';
import { type JsonObject, numberOf } from '../wire/json';
import { by } from './shared';
import { departmentIdRef, libraryIdRef, memberPickers, pickedMembers, roleRef } from './sharedEnterprise';
import { simpleLibraryDepartment, simpleLibraryMember, unkey } from './simplifyEnterprise';

/* Members and departments that take part in a library, with their roles. */

const LIBRARY = by('id', '1102');
const library = required(libraryIdRef);
const role = required(roleRef);
const department = required(departmentIdRef);
const withRole = ({ role_id: id }: Sent): JsonObject => ({ success: true, role_id: numberOf(id) });

export const listLibraryMembers = operation('orgGetMembers', 'libraryMember.getMany', {
	action: 'Get many members of a library',
	summary: 'List the members of a library with their roles',
	input: { library },
	simplify: simpleLibraryMember,
	paging: { kind: 'offset', pageSize: 100, keyFields: ['member_id'] },
	example: { library: LIBRARY, returnAll: true },
});

const named = (type: string, about: string | readonly [string, string], placeholder: string) =>
	requiredFor('type', type).list(about, { placeholder, wire: 'ids', claims: 'scope', form: ',' });

export const getLibraryMembers = operation('orgGetMember', 'libraryMember.get', {
	action: 'Get members of a library',
	summary: 'Look up members of a library; no item is returned for members that are not found',
	input: {
		library,
		type: required.choice(['Look Up By', 'How the members are identified'], {
			default: 'member_id',
			choices: { account: 'Account', member_id: 'Member', out_id: 'External ID' },
		}),
		members: { ...memberPickers, wire: 'ids', help: 'The members to look up', ...shownFor('type', 'member_id') },
		accounts: named('account', 'The members to look up, by account', 'e.g. name@example.com'),
		outIds: named('out_id', ['External IDs', 'The members to look up, by external ID'], 'e.g. emp-0012'),
	},
	wrap: unkey('requested'),
	simplify: simpleLibraryMember,
	example: { library: LIBRARY, type: 'member_id', members: pickedMembers('id', '102', '103') },
});

export const addLibraryMembers = operation('orgAddMember', 'libraryMember.add', {
	action: 'Add members to a library',
	summary: 'Add members to a library with a role',
	input: { library, members: memberPickers, role },
	done: withRole,
	example: { library: LIBRARY, members: pickedMembers('id', '105', '106'), role: by('id', '2') },
});

export const setLibraryMemberRole = operation('orgSetMemberRole', 'libraryMember.setRole', {
	caution: 'irreversible',
	action: 'Set the role of library members',
	summary: 'Change the role of members of a library',
	input: { library, members: memberPickers, role },
	done: withRole,
	example: { library: LIBRARY, members: pickedMembers('id', '103'), role: by('id', '3') },
});

export const removeLibraryMembers = operation('orgDelMember', 'libraryMember.remove', {
	caution: 'irreversible',
	action: 'Remove members from a library',
	input: { library, members: memberPickers },
	done: { removed: 'libraryMember' },
	example: { library: LIBRARY, members: pickedMembers('id', '104') },
});

export const listLibraryDepartments = operation('orgGetGroups', 'libraryDepartment.getMany', {
	action: 'Get many departments of a library',
	summary: 'List the departments that take part in a library',
	input: { library },
	simplify: simpleLibraryDepartment,
	example: { library: LIBRARY, returnAll: true },
});

export const addLibraryDepartment = operation('orgAddGroup', 'libraryDepartment.add', {
	action: 'Add a department to a library',
	summary: 'Let a department take part in a library with a role',
	input: { library, department, role },
	done: withRole,
	example: { library: LIBRARY, department: by('id', '105'), role: by('id', '2') },
});

export const setLibraryDepartmentRole = operation('orgSetGroupRole', 'libraryDepartment.setRole', {
	caution: 'irreversible',
	action: 'Set the role of a library department',
	summary: 'Change the role of a department in a library',
	input: { library, department, role },
	done: withRole,
	example: { library: LIBRARY, department: by('id', '103'), role: by('id', '3') },
});

export const removeLibraryDepartment = operation('orgDelGroup', 'libraryDepartment.remove', {
	caution: 'irreversible',
	action: 'Remove a department from a library',
	input: { library, department },
	done: { removed: 'libraryDepartment' },
	example: { library: LIBRARY, department: by('id', '104') },
});
