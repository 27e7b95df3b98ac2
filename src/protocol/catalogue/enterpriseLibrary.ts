import type { Answers } from '../contract';
import { operation } from '../operation/define';
import { clears, filter, required, shownFor, text, top, updateFields } from '../operation/fields';
import { requireWebAddress } from '../operation/check/text';
import { by } from './shared';
import * as enterprise from './sharedEnterprise';
import { simpleLibrary, unwrapInfo } from './simplifyEnterprise';
import { idOf } from '../wire/json';

/* The libraries of an enterprise, those of its members, and the authorizations to use them. */

const LIBRARY = by('id', '1102');
const CAPACITY = 'Maximum size of the library';
const logo = text(['Logo URL', 'Address of the logo image'], {
	wire: 'org_logo',
	placeholder: 'e.g. https://example.com/logo.png',
});

export const createLibrary = operation('orgCreate', 'library.create', {
	input: {
		name: required.text('Name of the library', {
			claims: 'scope',
			wire: 'org_name',
			placeholder: 'e.g. Contracts',
		}),
		capacity: top.choice(CAPACITY, {
			wire: 'org_capacity',
			default: 'unlimited',
			choices: { limited: { label: 'Limited', wire: null }, unlimited: { label: 'Unlimited', wire: null } },
		}),
		capacityGb: enterprise.gigabytesFor('capacity', 'org_capacity', CAPACITY),
		logo,
		storagePoint: text('Name of the storage point; the default storage of the enterprise when left empty', {
			wire: 'storage_point_name',
		}),
	},
	check: ({ logo: address }) => void (address && requireWebAddress('Logo URL', address)),
	example: { name: 'Projects 2027', capacity: 'limited', capacityGb: 10 },
});

export const updateLibrary = operation('orgSet', 'library.update', {
	caution: 'irreversible',
	summary: 'Change the name, logo or capacity of a library',
	input: {
		library: required(enterprise.libraryRef),
		...updateFields({
			name: text('New name of the library', { wire: 'org_name', placeholder: 'e.g. Contracts' }),
			capacityGb: { ...enterprise.gigabytes('org_capacity', CAPACITY), overriddenBy: 'unlimited' },
			unlimited: enterprise.unlimited(
				'org_capacity',
				'',
				'Whether to remove the limit of the size; Capacity (GB) is ignored then',
			),
			logo: clears({ ...logo, help: 'Address of the logo image; an empty one is sent too, to remove the logo' }),
		}),
	},
	updates: ['name', 'capacityGb', 'unlimited', 'logo'],
	example: { library: LIBRARY, updateFields: { name: 'Sales', capacityGb: 20 } },
});

export const getLibrary = operation('orgInfo', 'library.get', {
	summary: 'Get the name, sizes, counts and owner of a library',
	input: { library: required(enterprise.libraryRef) },
	wrap: unwrapInfo,
	simplify: simpleLibrary,
	example: { library: LIBRARY },
});

export const listLibraries = operation('orgList', 'library.getMany', {
	summary: 'List the libraries of the enterprise',
	input: {
		type: filter.choice('Which libraries to list', {
			choices: { 0: 'All', 1: 'All Except Personal Ones', 2: 'Personal Ones' },
		}),
		member: {
			...enterprise.memberIdRef,
			help: 'Only libraries that this member takes part in; all libraries when left empty',
		},
	},
	simplify: simpleLibrary,
});

export const searchLibraries = operation('orgSearch', 'library.search', {
	action: 'Search libraries',
	summary: 'Find up to 1000 libraries by name',
	input: {
		name: required.ref('Name to search for', {
			claims: 'scope',
			modes: {
				prefix: { label: 'Begins', wire: 'prefix', placeholder: 'e.g. Contr' },
				name: { label: 'Equals', wire: 'name', placeholder: 'e.g. Contracts' },
			},
		}),
	},
	simplify: simpleLibrary,
	paging: { kind: 'whole', maxSize: 1000 },
	example: { name: by('prefix', 'C'), returnAll: true },
});

export const deleteLibrary = operation('orgDestroy', 'library.delete', {
	summary: 'Delete a library and all its files; this cannot be undone',
	input: { library: required(enterprise.libraryOrClientRef) },
	caution: 'permanent',
	done: { deleted: true },
	example: { library: by('id', '1112') },
});

export const setOwner = operation('orgSetOwner', 'library.setOwner', {
	caution: 'irreversible',
	action: 'Set the owner of a library',
	summary: 'Make another member the owner of a library',
	input: {
		library: required(enterprise.libraryIdRef),
		member: required({
			...enterprise.memberIdRef,
			claims: 'nothing',
			label: 'New Owner',
			help: 'The member who becomes the owner',
		}),
		formerOwner: top.choice('What happens to the former owner', {
			wire: 'role_id',
			choices: {
				role: { label: 'Assign a Role', wire: null },
				remove: { label: 'Remove From the Library', wire: '' },
			},
		}),
		formerOwnerRole: required({
			...enterprise.roleRef,
			...shownFor('formerOwner', 'role'),
			label: 'Role of the Former Owner',
			help: 'The new role of the former owner',
			modes: {
				...enterprise.roleRef.modes,
				list: { ...enterprise.roleRef.modes.list, placeholder: 'Select a role...' },
			},
		}),
	},
	done: ({ member_id: owner = '' }) => ({ success: true, member_id: idOf(owner) }),
	example: {
		library: by('id', '1106'),
		member: by('id', '118'),
		formerOwner: 'role',
		formerOwnerRole: by('id', '2'),
	},
});

export const getPersonalLibrary = operation('orgInfoByMember', 'personalLibrary.get', {
	menu: 'default',
	action: 'Get the personal library of a member',
	forModel: 'Get the personal library of a member in File Library.',
	summary: 'Get the personal library of a member; only its capacity is known before it is used for the first time',
	input: { member: required(enterprise.enterpriseMemberRef) },
	wrap: (answer: Answers['orgInfoByMember']) => {
		const info = unwrapInfo(answer);
		if (Object.keys(info).length === 0) return info;
		return { ...info, initialized: info.mount_id !== undefined && info.mount_id !== null };
	},
	simplify: simpleLibrary,
	example: { member: by('id', '101') },
});

export const setPersonalCapacity = operation('orgSetByMember', 'personalLibrary.update', {
	caution: 'irreversible',
	action: 'Update the personal library of a member',
	summary: 'Set the capacity of the personal library of a member',
	input: {
		member: required(enterprise.enterpriseMemberRef),
		capacity: required.choice(CAPACITY, {
			choices: { limited: { label: 'Limited', wire: null }, unlimited: { label: 'Unlimited', wire: '-1' } },
		}),
		capacityGb: enterprise.gigabytesFor('capacity', 'capacity', CAPACITY),
	},
	example: { member: by('id', '101'), capacity: 'limited', capacityGb: 5 },
});

export const bind = operation('orgBind', 'authorization.create', {
	menu: 'default',
	name: 'Create or Get',
	action: 'Create or get an authorization',
	forModel: 'Get the secret that opens a library of File Library.',
	summary:
		'Get the client ID and secret that open a library; ' +
		'the first call creates them, later calls return the same ones',
	input: {
		library: required(enterprise.libraryRef),
		title: required.text(['Application Name', 'Name of the application that uses the library'], {
			placeholder: 'e.g. n8n',
		}),
	},
	caution: 'secret',
	secrets: ['org_client_secret'],
	example: { library: LIBRARY, title: 'n8n' },
});

export const unbind = operation('orgUnbind', 'authorization.delete', {
	forModel: 'Revoke the client ID and secret of a library in File Library.',
	summary: 'Revoke the authorization of a library: its client ID and secret no longer work',
	input: {
		clientId: required.text(['Library Client ID', 'The org_client_id of the authorization'], {
			claims: 'scope',
			wire: 'org_client_id',
			placeholder: 'e.g. 8d1c2e7f…',
		}),
	},
	caution: 'permanent',
	done: { deleted: true },
	example: { clientId: 'obsolete-client' },
});
