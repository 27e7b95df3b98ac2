import {
	choice,
	clears,
	filter,
	flag,
	int,
	pickers,
	ref,
	type RefField,
	required,
	shownFor,
	size,
	text,
} from '../operation/fields';
import * as shared from './shared';

/* Fields of the operations of an enterprise. */

/** A library that the interface takes by `org_id` only. */
export const libraryIdRef = ref('The library', {
	claims: 'scope',
	wire: 'org_id',
	of: 'int',
	modes: { list: 'libraries', id: { label: 'Library ID', placeholder: 'e.g. 1201' } },
});
/** A library by `org_id` or `mount_id`. */
export const libraryRef = ref(libraryIdRef.help, {
	...libraryIdRef,
	modes: {
		...libraryIdRef.modes,
		mountId: { label: 'Mount ID', wire: 'mount_id', of: 'int', placeholder: 'e.g. 5201' },
	},
});
/** The library that a node works with, where its credential is that of an enterprise. */
export const libraryField = required({ ...libraryRef, help: 'The library' });
/** A library that is about to be destroyed: by `org_id`, or by the client ID of its authorization. */
export const libraryOrClientRef = ref('The library to delete', {
	...libraryIdRef,
	modes: {
		...libraryIdRef.modes,
		clientId: { label: 'Client ID', wire: 'org_client_id', placeholder: 'e.g. 8d1c2e7f…' },
	},
});

const { account, outId: memberOutId } = shared.memberModes('member_id');
/** A member of the enterprise in every way the interface knows. */
export const enterpriseMemberRef = ref('The member', {
	claims: 'scope',
	modes: {
		...shared.memberModes('member_id'),
		email: { label: 'Email', wire: 'email', placeholder: 'e.g. name@example.com' },
	},
});
/** A member that the interface takes by `member_id` only. */
export const memberIdRef = ref('The member', { claims: 'scope', modes: shared.memberIdModes('member_id') });
/** A member that the interface takes by `account` only. */
export const memberAccountRef = ref('The member', {
	claims: 'scope',
	wire: 'account',
	modes: { list: 'membersByAccount', account },
});
/** A member that the interface takes by external ID only. */
export const memberOutIdRef = ref('The member', {
	claims: 'scope',
	wire: 'out_id',
	modes: { list: 'membersByOutId', outId: memberOutId },
});

/** The member whom another one reports to. */
export const supervisorRef = ref('The member to whom the member reports', {
	claims: 'parent',
	modes: {
		...ref(memberAccountRef.help, { ...memberAccountRef, wire: 'leader_account' }).modes,
		outId: { ...memberOutId, wire: 'leader_out_id' },
	},
});

const ofPath = { of: 'path', rootName: 'Top Level' } as const;
const pathModes = {
	list: { ...ofPath, label: 'From List', search: 'departmentsByPath' },
	path: { ...ofPath, label: 'Path', placeholder: 'e.g. Sales/Europe' },
} as const;
/** A department in every way the interface knows. */
export const departmentRef = ref('The department', {
	claims: 'scope',
	modes: { ...shared.departmentModes('group_id', 'out_id'), path: { ...pathModes.path, wire: 'group_path' } },
});
/** A department that the interface takes by `group_id` only. */
export const departmentIdRef = ref('The department', { claims: 'scope', modes: shared.departmentIdModes('group_id') });
type OfDepartment = Partial<Pick<RefField, 'claims' | 'into' | 'label' | 'overriddenBy'>> & { readonly wire: string };
/** A department by its path, the names from the top level down joined by "/". */
export const departmentPathRef = (help: string, s: OfDepartment) =>
	ref(help, { claims: 'path', ...s, modes: pathModes });
/**
 * As departmentPathRef; the top level of the enterprise is sent as an empty value. It has to be chosen, so that a
 * forgotten department does not mean the top level.
 */
export const departmentPathOrTopRef = (help: string, s: OfDepartment) =>
	ref(help, {
		claims: 'scope',
		...s,
		modes: {
			list: { ...pathModes.list, search: 'departmentsByPathOrTop', root: 'written' },
			path: { ...pathModes.path, root: 'written' },
		},
	});
/** The department that members are added to or removed from. */
export const departmentOrTopRef = required(departmentPathOrTopRef('The department', { wire: 'group_path' }));
/** A department of the external directory. */
export const departmentOutIdRef = (help: string, s: OfDepartment) =>
	ref(help, {
		claims: 'scope',
		...s,
		modes: { list: 'departmentsByOutId', outId: { label: 'External ID', placeholder: 'e.g. dept-03' } },
	});
/** A role of the enterprise. */
export const roleRef = ref('The role to assign', {
	claims: 'nothing',
	wire: 'role_id',
	of: 'int',
	modes: { list: 'roles', id: { label: 'Role ID', placeholder: 'e.g. 2' } },
});

const members = <const M extends string>(wire: string, member: RefField<M>, more = '') =>
	required.pickers(`The members${more}`, {
		wire,
		form: ',',
		cells: { member: required({ ...member, claims: 'id' }) },
	});
/** Members as the library operations take them. */
export const memberPickers = members('member_ids', memberIdRef);
/** Members as the member and department operations take them: by account. */
export const memberAccounts = members('members', memberAccountRef, '; Account also takes a list by expression');
/** Members as the synchronization operations take them: by external ID. */
export const memberOutIds = members('members', memberOutIdRef, '; External ID also takes a list by expression');
/** Departments as the synchronization operations take them; `wire` names the parameter. */
export const departmentOutIds = (wire: string, help = 'The departments; External ID also takes a list by expression') =>
	pickers(help, {
		wire,
		form: ',',
		cells: { department: required(departmentOutIdRef('The department', { wire: 'group_out_id', claims: 'id' })) },
	});
export const pickedMembers = (mode: string, ...values: string[]) => ({
	rows: values.map((value) => ({ member: shared.by(mode, value) })),
});
export const pickedDepartments = (mode: string, ...values: string[]) => ({
	rows: values.map((value) => ({ department: shared.by(mode, value) })),
});

/** A capacity in GB; `wire` names the parameter, in bytes. */
export const gigabytes = (wire: string, help: string) =>
	size(['Capacity (GB)', `${help} in GB (1024³ bytes)`], {
		wire,
		details: 'With decimals if need be.',
		placeholder: 'e.g. 100',
	});
/** The same, asked for where the choice `field` is "Limited". */
export const gigabytesFor = (field: string, wire: string, help: string) =>
	required({ ...gigabytes(wire, help), ...shownFor(field, 'limited') });
/** A switch that is added to a form only when it is wanted, beside a field in place of which it sends `on`. */
export const instead = (wire: string, on: string, about: string | readonly [label: string, help: string]) =>
	flag(about, { wire, on, off: 'omit', default: true });
/** The switch beside a capacity: there is no limit. */
export const unlimited = (wire: string, on: string, help: string) => instead(wire, on, ['Unlimited Capacity', help]);
/** State of a member, among the options: left out unless added. */
export const state = choice('Whether the member can sign in', {
	default: '1',
	choices: { 1: 'Enabled', 0: 'Disabled' },
});
export const departmentState = choice('Whether the department can be used', { ...state });
/** Position among its siblings. */
export const sortOrder = int(['Sort Order', 'Position among its siblings, ascending'], {
	wire: 'orderby',
	placeholder: 'e.g. 10',
});
/** Name of a department; a slash would make it a path (I16). */
export const departmentName = (wire: string) =>
	text(['Name', 'Name of the department'], { wire, forbid: '/', placeholder: 'e.g. Sales' });

/** What an administrator fills in about a new member. */
export const profile = {
	phone: text('Phone number of the member', { wire: 'member_phone', placeholder: 'e.g. +49 30 1234567' }),
	title: text(['Job Title', 'Job title of the member'], { wire: 'member_title', placeholder: 'e.g. Engineer' }),
} as const;

/** The same of a member who may exist: a field that is added and left empty is cleared. */
export const profileUpdate = { phone: clears(profile.phone), title: clears(profile.title) } as const;

/** Which part of a log to read, and in which order. */
export const logRange = {
	orderby: choice(['Order', 'Which entries come first'], {
		default: 'desc',
		choices: { asc: 'Oldest First', desc: 'Newest First' },
	}),
	within: shared.days('Within (Days)', 7, 'Only entries of the last days; From overrides it'),
	from: filter.date('Only entries at or after this time', {
		wire: 'start_dateline',
		unit: 'seconds',
		whenEmpty: shared.daysAgo('within'),
	}),
	to: filter.date('Only entries before this time', { wire: 'end_dateline', unit: 'seconds' }),
} as const;
/** Refuses a part of a log that ends before it begins. Throws inputError. */
export const checkLogRange = ({ from, to }: { from?: Date; to?: Date }): void =>
	shared.requireOrder(['From', from], ['To', to]);
