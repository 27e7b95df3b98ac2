import { ref, required, type RefMode } from '../operation/fields';

/* Members and departments, as operations on the files of a library name them. */

/** A member by ID, also from the list; `wire` names the parameter. */
const memberIdModes = <const W extends string>(wire: W) =>
	({
		list: { label: 'From List', wire, of: 'int', search: 'membersById' },
		id: { label: 'Member ID', wire, of: 'int', placeholder: 'e.g. 12' },
	}) as const satisfies Record<string, RefMode>;
/** A department by ID, also from the list; `wire` names the parameter. */
const departmentIdModes = <const W extends string>(wire: W) =>
	({
		list: { label: 'From List', wire, of: 'int', search: 'departmentsById' },
		id: { label: 'Department ID', wire, of: 'int', placeholder: 'e.g. 3' },
	}) as const satisfies Record<string, RefMode>;
/** Ways to name a member in library operations; the wires name the parameters of the member ID and of the others. */
export const memberModes = <const W extends string>(wire: W, outId = 'out_id', account = 'account') =>
	({
		...memberIdModes(wire),
		outId: { label: 'External ID', wire: outId, placeholder: 'e.g. emp-0012' },
		account: { label: 'Account', wire: account, placeholder: 'e.g. name@example.com' },
	}) as const satisfies Record<string, RefMode>;
/** Ways to name a department in library operations. */
export const departmentModes = (wire: string, outId: string) =>
	({
		...departmentIdModes(wire),
		outId: { label: 'External ID', wire: outId, placeholder: 'e.g. dept-03' },
	}) as const satisfies Record<string, RefMode>;
/** A member in a row of an operation that takes members by ID only. */
export const memberInRow = required(
	ref({
		claims: 'nothing',
		label: 'Member',
		help: 'A member of the enterprise. An expression may give a list of members.',
		modes: memberIdModes('member_id'),
	}),
);
/** A department in a row of an operation that takes departments by ID only. */
export const departmentInRow = required(
	ref({
		claims: 'nothing',
		label: 'Department',
		help: 'A department of the enterprise. An expression may give a list of departments.',
		modes: departmentIdModes('group_id'),
	}),
);
/** A member whose permissions are read. */
export const memberRef = ref({
	claims: 'scope',
	label: 'Member',
	help: 'The member whose permissions to get',
	modes: memberModes('member_id'),
});
