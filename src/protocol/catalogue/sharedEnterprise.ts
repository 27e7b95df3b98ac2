import { choice, date, int, list, ref, required, shownFor, text } from '../operation/fields';

/** A locator in an example. */
export const by = (mode: string, value: string) => ({ __rl: true, mode, value });

const libraryId = { label: 'Library ID', wire: 'org_id', of: 'int', placeholder: 'e.g. 1201' } as const;
const libraryList = { label: 'From List', wire: 'org_id', search: 'libraries' } as const;
/** A library by `org_id` or `mount_id`. */
export const libraryRef = ref({
	claims: 'scope',
	label: 'Library',
	help: 'The library to operate on',
	modes: {
		list: libraryList,
		id: libraryId,
		mountId: { label: 'Mount ID', wire: 'mount_id', of: 'int', placeholder: 'e.g. 5201' },
	},
});
/** A library that the interface takes by `org_id` only. */
export const libraryIdRef = ref({
	claims: 'scope',
	label: 'Library',
	help: 'The library to operate on',
	wire: 'org_id',
	modes: { list: libraryList, id: libraryId },
});
/** A library that is about to be destroyed: by `org_id`, or by the client ID of its authorization. */
export const libraryOrClientRef = ref({
	claims: 'scope',
	label: 'Library',
	help: 'The library to delete',
	modes: {
		list: libraryList,
		id: libraryId,
		clientId: { label: 'Library Client ID', wire: 'org_client_id', placeholder: 'e.g. 8d1c2e7f…' },
	},
});

const memberList = { label: 'From List', wire: 'member_id', search: 'membersById' } as const;
const memberId = { label: 'Member ID', wire: 'member_id', of: 'int', placeholder: 'e.g. 12' } as const;
const account = { label: 'Account', wire: 'account', placeholder: 'e.g. name@example.com' } as const;
/** A member of the enterprise in every way the interface knows. */
export const enterpriseMemberRef = ref({
	claims: 'scope',
	label: 'Member',
	help: 'The member to operate on',
	modes: {
		list: memberList,
		id: memberId,
		outId: { label: 'External ID', wire: 'out_id', placeholder: 'e.g. emp-0012' },
		account,
		email: { label: 'Email', wire: 'email', placeholder: 'e.g. name@example.com' },
	},
});
/** A member that the interface takes by `member_id` only. */
export const memberIdRef = ref({
	claims: 'scope',
	label: 'Member',
	help: 'The member to operate on',
	wire: 'member_id',
	modes: { list: memberList, id: memberId },
});
/** A member that the interface takes by `account` only. */
export const memberAccountRef = ref({
	claims: 'scope',
	label: 'Member',
	help: 'The member to operate on',
	wire: 'account',
	modes: { list: { label: 'From List', wire: 'account', search: 'membersByAccount' }, account },
});
/** A member that the interface takes by external ID only. */
export const memberOutIdRef = ref({
	claims: 'scope',
	label: 'Member',
	help: 'The member to operate on',
	wire: 'out_id',
	modes: {
		list: { label: 'From List', wire: 'out_id', search: 'membersByOutId' },
		outId: { label: 'External ID', wire: 'out_id', placeholder: 'e.g. emp-0012' },
	},
});

const departmentList = { label: 'From List', wire: 'group_id', search: 'departmentsById' } as const;
const departmentId = { label: 'Department ID', wire: 'group_id', of: 'int', placeholder: 'e.g. 3' } as const;
const PATH_EXAMPLE = 'e.g. Sales/Europe';
/** A department in every way the interface knows. */
export const departmentRef = ref({
	claims: 'scope',
	label: 'Department',
	help: 'The department to operate on',
	modes: {
		list: departmentList,
		id: departmentId,
		outId: { label: 'External ID', wire: 'out_id', placeholder: 'e.g. dept-03' },
		path: { label: 'Path', wire: 'group_path', of: 'path', placeholder: PATH_EXAMPLE },
	},
});
/** A department that the interface takes by `group_id` only. */
export const departmentIdRef = ref({
	claims: 'scope',
	label: 'Department',
	help: 'The department to operate on',
	wire: 'group_id',
	modes: { list: departmentList, id: departmentId },
});
const pathModes = <const W extends string>(wire: W) =>
	({
		list: { label: 'From List', wire, of: 'path', search: 'departmentsByPath' },
		path: { label: 'Path', wire, of: 'path', placeholder: PATH_EXAMPLE },
	}) as const;
/** A department by its path, the names from the top level down joined by "/"; `wire` names the parameter. */
export const departmentPathRef = (wire: string, label = 'Department', help = 'The department to operate on') =>
	ref({ claims: 'scope', label, help, wire, modes: pathModes(wire) });
/** As departmentPathRef; the top level of the enterprise is a choice too and is sent as an empty value. */
export const departmentOrTopRef = ref({
	claims: 'scope',
	label: 'Department',
	help: 'The department to operate on. Use "/" for the top level of the enterprise.',
	wire: 'group_path',
	modes: {
		list: { ...pathModes('group_path').list, root: true, rootName: 'Top Level' },
		path: { ...pathModes('group_path').path, root: true, rootName: 'Top Level' },
	},
});
/** A department of the external directory; `wire` names the parameter. */
export const departmentOutIdRef = (wire: string, label = 'Department', help = 'The department to operate on') =>
	ref({
		claims: 'scope',
		label,
		help,
		wire,
		modes: {
			list: { label: 'From List', wire, search: 'departmentsByOutId' },
			outId: { label: 'External ID', wire, placeholder: 'e.g. dept-03' },
		},
	});
/** A role of the enterprise. */
export const roleRef = ref({
	claims: 'nothing',
	label: 'Role',
	help: 'The role to give',
	wire: 'role_id',
	modes: {
		list: { label: 'From List', wire: 'role_id', search: 'roles' },
		id: { label: 'Role ID', wire: 'role_id', of: 'int', placeholder: 'e.g. 2' },
	},
});

/** Members as the library operations take them. */
export const memberIds = required(
	list({
		claims: 'scope',
		label: 'Member IDs',
		form: ',',
		of: 'int',
		button: 'Add Member',
		help: 'The members, by member ID',
		placeholder: 'e.g. 12',
	}),
);
/** Members as the member and department operations take them. */
export const memberAccounts = required(
	list({
		claims: 'scope',
		label: 'Accounts',
		wire: 'members',
		form: ',',
		of: 'text',
		button: 'Add Account',
		help: 'The members, by account',
		placeholder: 'e.g. name@example.com',
	}),
);
/** Members as the synchronization operations take them. */
export const memberOutIds = required(
	list({
		claims: 'scope',
		label: 'Member External IDs',
		wire: 'members',
		form: ',',
		of: 'text',
		button: 'Add External ID',
		help: 'The members, by external ID',
		placeholder: 'e.g. emp-0012',
	}),
);

/** Bytes of a capacity, asked for where the choice `field` is "Set". */
export const bytesFor = (field: string, wire: string, help: string) =>
	shownFor(
		field,
		['set'],
		required(
			int({
				label: 'Capacity (Bytes)',
				wire,
				fallback: 10_737_418_240,
				min: 0,
				help: `${help}, in bytes. 10 GB are 10737418240.`,
			}),
		),
	);
/** State of a member or department, among the options: left out unless added. */
export const state = choice({
	help: 'Whether it is enabled',
	fallback: '1',
	choices: { 1: { label: 'Enabled' }, 0: { label: 'Disabled' } },
});
/** Place among its siblings. */
export const order = int({
	label: 'Sort Order',
	wire: 'orderby',
	help: 'Place among the departments of the same level, in ascending order',
	fallback: 0,
});
/** Name of a department; a slash would make it a path (ambiguities I16). */
export const departmentName = (wire: string) =>
	text({ label: 'Name', wire, forbid: '/', help: 'Name of the department', placeholder: 'e.g. Sales' });
/** Which part of a log to read, and in which order. */
export const logRange = {
	orderby: choice({
		label: 'Order',
		help: 'Which entries come first',
		fallback: 'desc',
		choices: { asc: { label: 'Oldest First' }, desc: { label: 'Newest First' } },
	}),
	from: date({ label: 'From', wire: 'start_dateline', unit: 'seconds', help: 'Only entries of this time or later' }),
	to: date({ label: 'To', wire: 'end_dateline', unit: 'seconds', help: 'Only entries before this time' }),
} as const;
