import type { JsonObject } from '../wire/json';
import { lists, operation, returns } from '../operation/define';
import { choice, list, multi, ref, required, shownFor, text } from '../operation/fields';
import {
	by,
	bytesFor,
	departmentIdRef,
	enterpriseMemberRef,
	libraryIdRef,
	libraryOrClientRef,
	libraryRef,
	logRange,
	memberIdRef,
	memberIds,
	roleRef,
} from './sharedEnterprise';
import { simpleLibraryLog, unkey, unwrapInfo } from './simplifyEnterprise';

const credential = 'enterprise';
const LIBRARY = by('id', '1102');
const logo = text({
	label: 'Logo URL',
	wire: 'org_logo',
	help: 'Address of the logo image',
	placeholder: 'e.g. https://example.com/logo.png',
});
const library = required(libraryIdRef);
const role = required(roleRef);
const department = required(departmentIdRef);

export const createLibrary = operation({
	id: 'orgCreate',
	resource: 'library',
	operation: 'create',
	name: 'Create',
	action: 'Create a library',
	credential,
	summary: 'Create a library',
	route: 'POST /m-open/1/org/create',
	repeatable: false,
	input: {
		name: required(text({ wire: 'org_name', help: 'Name of the library', placeholder: 'e.g. Contracts' })),
		capacity: choice({
			wire: 'org_capacity',
			help: 'How much the library may hold',
			fallback: 'unlimited',
			place: 'top',
			choices: { unlimited: { label: 'Unlimited', wire: null }, set: { label: 'Set', wire: null } },
		}),
		capacityBytes: bytesFor('capacity', 'org_capacity', 'How much the library may hold'),
		logo,
		storagePoint: text({
			wire: 'storage_point_name',
			help: 'Name of the storage point; the default storage of the enterprise when empty',
		}),
	},
	output: returns<{ org_id: number; mount_id: number }>(),
	example: { name: 'Projects 2027', capacity: 'set', capacityBytes: 10_737_418_240 },
});

export const updateLibrary = operation({
	id: 'orgSet',
	resource: 'library',
	operation: 'update',
	name: 'Update',
	action: 'Update a library',
	credential,
	summary: 'Change the name, logo or capacity of a library',
	route: 'POST /m-open/1/org/set',
	repeatable: true,
	input: {
		library: required(libraryRef),
		capacity: choice({
			wire: 'org_capacity',
			help: 'How much the library may hold',
			fallback: 'keep',
			place: 'top',
			choices: {
				keep: { label: 'Leave Unchanged', wire: null },
				set: { label: 'Set', wire: null },
				unlimited: { label: 'Unlimited', wire: '', help: 'Removes the limit' },
			},
		}),
		capacityBytes: bytesFor('capacity', 'org_capacity', 'How much the library may hold'),
		name: text({ wire: 'org_name', help: 'New name of the library', placeholder: 'e.g. Contracts' }),
		logo,
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: LIBRARY, capacity: 'set', capacityBytes: 21_474_836_480, options: { name: 'Sales' } },
});

export const getLibrary = operation({
	id: 'orgInfo',
	resource: 'library',
	operation: 'get',
	name: 'Get',
	action: 'Get a library',
	credential,
	summary: 'Get the name, sizes, counts and owner of a library',
	route: 'POST /m-open/1/org/info',
	repeatable: true,
	reads: true,
	input: { library: required(libraryRef) },
	wrap: unwrapInfo,
	output: returns<JsonObject>(),
	example: { library: LIBRARY },
});

export const listLibraries = operation({
	id: 'orgList',
	resource: 'library',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many libraries',
	credential,
	summary: 'List the libraries of the enterprise',
	route: 'POST /m-open/1/org/ls',
	repeatable: true,
	reads: true,
	input: {
		type: choice({
			help: 'Which libraries to list',
			fallback: '0',
			choices: { 0: { label: 'All' }, 1: { label: 'All but Personal Ones' }, 2: { label: 'Personal Ones' } },
		}),
		member: { ...memberIdRef, help: 'Only libraries that this member takes part in; all when empty' },
	},
	output: lists<JsonObject>(),
	paging: { kind: 'whole' },
	example: { returnAll: true },
});

export const searchLibraries = operation({
	id: 'orgSearch',
	resource: 'library',
	operation: 'search',
	name: 'Search',
	action: 'Search libraries',
	credential,
	summary: 'Find libraries by their name, at most 1000',
	route: 'POST /m-open/1/org/search',
	repeatable: true,
	reads: true,
	input: {
		name: required(
			ref({
				claims: 'scope',
				label: 'Name',
				help: 'What to look for',
				modes: {
					prefix: { label: 'Begins With', wire: 'prefix', placeholder: 'e.g. Contr' },
					name: { label: 'Is Exactly', wire: 'name', placeholder: 'e.g. Contracts' },
				},
			}),
		),
	},
	output: lists<JsonObject>(),
	paging: { kind: 'whole', maxSize: 1000 },
	example: { name: by('prefix', 'C'), returnAll: true },
});

export const deleteLibrary = operation({
	id: 'orgDestroy',
	resource: 'library',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete a library',
	credential,
	summary: 'Delete a library with all its files, which cannot be undone',
	route: 'POST /m-open/1/org/destroy',
	repeatable: false,
	input: { library: required(libraryOrClientRef) },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { library: by('id', '1112') },
});

export const setOwner = operation({
	id: 'orgSetOwner',
	resource: 'library',
	operation: 'setOwner',
	name: 'Set Owner',
	action: 'Set the owner of a library',
	credential,
	summary: 'Hand a library over to another member',
	route: 'POST /m-open/1/org/set_owner',
	repeatable: true,
	input: {
		library,
		member: required({ ...memberIdRef, label: 'New Owner', help: 'The member who becomes the owner' }),
		formerOwner: choice({
			wire: 'role_id',
			help: 'What happens to the former owner',
			fallback: 'role',
			place: 'top',
			choices: {
				role: { label: 'Give a Role', wire: null },
				remove: { label: 'Remove From the Library', wire: '' },
			},
		}),
		formerOwnerRole: shownFor(
			'formerOwner',
			['role'],
			required({ ...roleRef, label: 'Role of the Former Owner', help: 'The role that the former owner gets' }),
		),
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: {
		library: by('id', '1106'),
		member: by('id', '118'),
		formerOwner: 'role',
		formerOwnerRole: by('id', '2'),
	},
});

export const getPersonalLibrary = operation({
	id: 'orgInfoByMember',
	resource: 'personalLibrary',
	operation: 'get',
	name: 'Get',
	action: 'Get the personal library of a member',
	credential,
	summary: 'Get the personal library of a member; before it is used for the first time only its capacity is there',
	route: 'POST /m-open/1/org/info_by_member',
	repeatable: true,
	reads: true,
	input: { member: required(enterpriseMemberRef) },
	wrap: (answer) => {
		const info = unwrapInfo(answer);
		return { ...info, initialized: info.mount_id !== undefined && info.mount_id !== null };
	},
	output: returns<JsonObject>(),
	example: { member: by('id', '101') },
});

export const setPersonalCapacity = operation({
	id: 'orgSetByMember',
	resource: 'personalLibrary',
	operation: 'update',
	name: 'Update',
	action: 'Update the personal library of a member',
	credential,
	summary: 'Set the capacity of the personal library of a member',
	route: 'POST /m-open/1/org/set_by_member',
	repeatable: true,
	input: {
		member: required(enterpriseMemberRef),
		capacity: required(
			choice({
				help: 'How much the library may hold',
				fallback: 'set',
				choices: { set: { label: 'Set', wire: null }, unlimited: { label: 'Unlimited', wire: '-1' } },
			}),
		),
		capacityBytes: bytesFor('capacity', 'capacity', 'How much the library may hold'),
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { member: by('id', '101'), capacity: 'set', capacityBytes: 5_368_709_120 },
});

export const bind = operation({
	id: 'orgBind',
	resource: 'authorization',
	operation: 'create',
	name: 'Create or Get',
	action: 'Create or get an authorization',
	credential,
	summary: 'Get the client ID and secret that open a library; the first call makes them, later calls return the same',
	route: 'POST /m-open/1/org/bind',
	repeatable: true,
	input: {
		library: required(libraryRef),
		title: required(text({ help: 'Name of the application that uses the library', placeholder: 'e.g. n8n' })),
	},
	output: returns<{ org_client_id: string; org_client_secret: string }>(),
	example: { library: LIBRARY, title: 'n8n' },
});

export const unbind = operation({
	id: 'orgUnbind',
	resource: 'authorization',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete an authorization',
	credential,
	summary: 'End the authorization of a library: its client ID and secret no longer work',
	route: 'POST /m-open/1/org/unbind',
	repeatable: true,
	input: {
		clientId: required(
			text({
				label: 'Library Client ID',
				wire: 'org_client_id',
				help: 'The org_client_id of the authorization',
				placeholder: 'e.g. 8d1c2e7f…',
			}),
		),
	},
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { clientId: 'obsolete-client' },
});

export const listLibraryMembers = operation({
	id: 'orgGetMembers',
	resource: 'libraryMember',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many members of a library',
	credential,
	summary: 'List the members of a library with their roles',
	route: 'POST /m-open/1/org/get_members',
	repeatable: true,
	reads: true,
	input: { library },
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 20 },
	example: { library: LIBRARY, returnAll: true },
});

export const getLibraryMembers = operation({
	id: 'orgGetMember',
	resource: 'libraryMember',
	operation: 'get',
	name: 'Get',
	action: 'Get members of a library',
	credential,
	summary: 'Look up members of a library; those who are not found give no item',
	route: 'POST /m-open/1/org/get_member',
	repeatable: true,
	reads: true,
	input: {
		library,
		type: required(
			choice({
				label: 'Look Up By',
				help: 'What names the members',
				fallback: 'member_id',
				choices: {
					account: { label: 'Account' },
					member_id: { label: 'Member ID' },
					out_id: { label: 'External ID' },
				},
			}),
		),
		ids: required(
			list({
				claims: 'scope',
				label: 'Members',
				form: ',',
				of: 'text',
				button: 'Add Member',
				help: 'Member IDs, external IDs or accounts, as chosen above',
				placeholder: 'e.g. 12',
			}),
		),
	},
	wrap: unkey('requested'),
	output: returns<JsonObject>(),
	example: { library: LIBRARY, type: 'member_id', ids: ['102', '103'] },
});

export const addLibraryMembers = operation({
	id: 'orgAddMember',
	resource: 'libraryMember',
	operation: 'add',
	name: 'Add',
	action: 'Add members to a library',
	credential,
	summary: 'Add members to a library with a role',
	route: 'POST /m-open/1/org/add_member',
	repeatable: true,
	input: { library, memberIds, role },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: LIBRARY, memberIds: ['105', '106'], role: by('id', '2') },
});
export const setLibraryMemberRole = operation({
	id: 'orgSetMemberRole',
	resource: 'libraryMember',
	operation: 'setRole',
	name: 'Set Role',
	action: 'Set the role of library members',
	credential,
	summary: 'Give members of a library another role',
	route: 'POST /m-open/1/org/set_member_role',
	repeatable: true,
	input: { library, memberIds, role },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: LIBRARY, memberIds: ['103'], role: by('id', '3') },
});
export const removeLibraryMembers = operation({
	id: 'orgDelMember',
	resource: 'libraryMember',
	operation: 'remove',
	name: 'Remove',
	action: 'Remove members from a library',
	credential,
	summary: 'Take members out of a library',
	route: 'POST /m-open/1/org/del_member',
	repeatable: true,
	input: { library, memberIds },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { library: LIBRARY, memberIds: ['104'] },
});

export const listLibraryDepartments = operation({
	id: 'orgGetGroups',
	resource: 'libraryDepartment',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many departments of a library',
	credential,
	summary: 'List the departments that take part in a library',
	route: 'POST /m-open/1/org/get_groups',
	repeatable: true,
	reads: true,
	input: { library },
	output: lists<JsonObject>(),
	paging: { kind: 'whole' },
	example: { library: LIBRARY, returnAll: true },
});
export const addLibraryDepartment = operation({
	id: 'orgAddGroup',
	resource: 'libraryDepartment',
	operation: 'add',
	name: 'Add',
	action: 'Add a department to a library',
	credential,
	summary: 'Let a department take part in a library with a role',
	route: 'POST /m-open/1/org/add_group',
	repeatable: true,
	input: { library, department, role },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: LIBRARY, department: by('id', '105'), role: by('id', '2') },
});
export const setLibraryDepartmentRole = operation({
	id: 'orgSetGroupRole',
	resource: 'libraryDepartment',
	operation: 'setRole',
	name: 'Set Role',
	action: 'Set the role of a library department',
	credential,
	summary: 'Give a department of a library another role',
	route: 'POST /m-open/1/org/set_group_role',
	repeatable: true,
	input: { library, department, role },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: LIBRARY, department: by('id', '103'), role: by('id', '3') },
});
export const removeLibraryDepartment = operation({
	id: 'orgDelGroup',
	resource: 'libraryDepartment',
	operation: 'remove',
	name: 'Remove',
	action: 'Remove a department from a library',
	credential,
	summary: 'Take a department out of a library',
	route: 'POST /m-open/1/org/del_group',
	repeatable: true,
	input: { library, department },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { library: LIBRARY, department: by('id', '104') },
});

/** Codes of the library log (document, Library administration). */
const ACTS = {
	0: { label: 'Delete' },
	1: { label: 'Create or Upload' },
	2: { label: 'Rename' },
	3: { label: 'Edit' },
	4: { label: 'Move' },
	5: { label: 'Restore Deleted' },
	6: { label: 'Restore Version' },
	12: { label: 'Lock' },
	13: { label: 'Unlock' },
	20: { label: 'Download' },
	21: { label: 'Preview' },
	1014: { label: 'Create Link' },
	1015: { label: 'Open Link' },
	1016: { label: 'Download by Link' },
	1017: { label: 'Save From Link to Library' },
	1018: { label: 'Upload by Link' },
} as const;

export const listLibraryLog = operation({
	id: 'orgLog',
	resource: 'libraryLog',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many library log entries',
	credential,
	summary: 'Read what was done in a library, and by whom',
	route: 'POST /m-open/1/org/log',
	repeatable: true,
	reads: true,
	input: {
		library: required(libraryRef),
		acts: multi({
			label: 'Actions',
			wire: 'act',
			form: ',',
			choices: ACTS,
			help: 'Only these actions; all when empty',
		}),
		...logRange,
	},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleLibraryLog,
	example: { library: LIBRARY, returnAll: true, options: { acts: ['1', '3'] } },
});
