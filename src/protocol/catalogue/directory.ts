import { operation, returns } from '../operation/define';
import { ENTRY_FIELDS, type FieldKey } from '../directory/entryFields';
import { choice, flag, int, json, shownFor, text } from '../operation/fields';
import type { DirectoryChangeItem, DirectorySummaryItem } from '../directory/planSummary';
import { getMember, listDepartmentMembers, listDepartments, listMembers, updateMember } from './enterpriseMember';
import {
	addDepartmentMembers,
	deleteDepartments,
	deleteMembers,
	getMembers,
	removeDepartmentMembers,
	upsertDepartment,
	upsertMember,
} from './enterpriseSync';
import { LOCAL } from './shared';
import { deletionCount, deletionShare, planFields, rowsFrom, SHOWS_PLAN } from './sharedPlans';

/* One operation composed of many requests: brings the external directory in line with what the input describes. */

/** The form field for the name of one field of the input items; `wire` is what the value of that field is sent as. */
function fieldName(key: FieldKey, wire: string, help: string, label = ENTRY_FIELDS[key].label) {
	const { names } = ENTRY_FIELDS[key];
	return text({
		wire,
		composed: true,
		label: `${label} Field`,
		place: 'fieldNames',
		default: names[0],
		help: `Name of the item field that contains ${help}`,
		placeholder: `e.g. ${names[0]}`,
	});
}
const NOT_EITHER = 'instead of the Supervisor Field';
const ABSENT = 'missing or null changes nothing';

/** The names of the item fields. */
const fieldNameFields = {
	type: fieldName('type', '', 'the kind of entry: member or department'),
	outId: fieldName('outId', 'out_id', 'the ID of the member or department in the external directory'),
	name: fieldName('name', 'member_name', 'the name of the member or department'),
	account: fieldName('account', 'account', 'the name to sign in with, in any case; required for new members'),
	email: fieldName('email', 'member_email', `the email address of the member; ${ABSENT}, empty clears it`),
	phone: fieldName('phone', 'member_phone', `the phone number of the member; ${ABSENT}, empty clears it`),
	title: fieldName('title', 'member_title', `the job title; ${ABSENT}, empty clears it`, 'Job Title'),
	enabled: fieldName(
		'enabled',
		'state',
		`whether the member may sign in, true or false; "state" is read too; ${ABSENT}`,
	),
	expires: fieldName(
		'expires',
		'expire',
		`the last day of an account, e.g. 2026-12-31; "expire" is read too; ${ABSENT}, empty removes the expiry`,
	),
	leader: fieldName(
		'leader',
		'leader_out_id',
		`the external ID or account of the supervisor; ${ABSENT}, empty removes the supervisor`,
	),
	leaderOutId: fieldName('leaderOutId', 'leader_out_id', `the external ID of the supervisor, ${NOT_EITHER}`),
	leaderAccount: fieldName('leaderAccount', 'leader_account', `the account of the supervisor, ${NOT_EITHER}`),
	parentOutId: fieldName(
		'parentOutId',
		'parent_out_id',
		`the external ID of the parent department; ${ABSENT}, empty means the top level`,
	),
	departmentOutIds: fieldName(
		'departmentOutIds',
		'group_out_ids',
		`the external IDs of all departments of the member, as a list or with commas; ${ABSENT} ` +
			'and puts a new member at the top level, as an empty list does with any member',
	),
	order: fieldName(
		'order',
		'orderby',
		`the place among its siblings, a whole number; "orderby" is read too; ${ABSENT}`,
	),
} as const;

export const synchronizeDirectory = operation({
	id: 'directorySynchronize',
	resource: 'directory',
	operation: 'synchronize',
	menu: 'default',
	action: 'Synchronize users and departments',
	forModel: 'Make members and departments of File Library equal to the input. Dry Run only shows the changes.',
	credential: 'enterprise',
	summary: 'Make members and departments as all input items describe them; disables and deletes only if you allow',
	route: listMembers.route,
	handler: 'directory/synchronize',
	oncePerRun: true,
	covers: [
		listMembers,
		listDepartments,
		listDepartmentMembers,
		getMembers,
		upsertDepartment,
		deleteDepartments,
		upsertMember,
		deleteMembers,
		addDepartmentMembers,
		removeDepartmentMembers,
		getMember,
		updateMember,
	],
	input: {
		...planFields(SHOWS_PLAN),
		source: rowsFrom('Source', 'Where the description of the directory comes from', {
			items: 'One item for each member or department, e.g. those of Member: Get Many',
			json: 'A list of members and departments, entered in this form',
		}),
		directory: shownFor(
			'source',
			['json'],
			json({
				...LOCAL,
				long: true,
				help: 'List of members and departments, each an object with the fields that an input item would have',
				placeholder: 'e.g. [{"type": "department", "out_id": "dept-03", "name": "Sales"}]',
			}),
		),
		...fieldNameFields,
		missingMembers: choice({
			...LOCAL,
			default: 'disable',
			help: 'What to do with directory members that an input of members leaves out; nothing without this option',
			choices: {
				leave: { label: 'Leave' },
				disable: {
					label: 'Disable',
					help: 'They can no longer sign in; files, libraries and departments stay',
				},
				delete: {
					label: 'Delete',
					help: 'Their personal libraries and memberships may be deleted with them',
				},
			},
		}),
		deleteMissingDepartments: flag({
			...LOCAL,
			off: 'omit',
			help: 'Whether to delete departments that an input of departments omits and that contain none it names',
		}),
		deletionLimit: deletionShare(
			10,
			'of the members that one run may delete or disable, and of the departments that it may delete; ' +
				'10 without this option. If more would be, nothing is changed at all.',
		),
		deletionLimitCount: deletionCount(
			'of members that one run may delete or disable, and of departments that it may delete',
		),
		supervisorsAndOrder: choice({
			...LOCAL,
			label: 'Supervisors and Order',
			default: 'everyRun',
			help: 'When to send supervisors of members and the order of departments, which the service does not show',
			choices: {
				everyRun: {
					label: 'Send in Every Run',
					help: 'One request in every run for each entry of the input that has them',
				},
				withChanges: {
					label: 'Send With Other Changes Only',
					help: 'A change of nothing else is not noticed',
				},
			},
		}),
		concurrency: int({
			...LOCAL,
			default: 4,
			min: 1,
			max: 16,
			help: 'How many members to process at the same time',
		}),
	},
	caution: {
		kind: 'permanent',
		when: ({ dryRun, missingMembers, deleteMissingDepartments }) =>
			dryRun === false && (deleteMissingDepartments === true || missingMembers === 'delete'),
	},
	output: returns<DirectoryChangeItem | DirectorySummaryItem>(),
	example: {
		dryRun: true,
		source: 'json',
		directory: JSON.stringify([
			{ type: 'department', out_id: 'dept-95', name: 'Field Service', parent_out_id: '' },
			{
				type: 'member',
				out_id: 'emp-0950',
				name: 'Robin Field',
				account: 'robin.field@example.com',
				department_out_ids: ['dept-95'],
			},
		]),
	},
});
