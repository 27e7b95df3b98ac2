import { ownOperation, returns } from '../../protocol/operation/define';
import { local, shownFor, text, type TextField } from '../../protocol/operation/fields';
import type { PlanItem } from '../../protocol/plan/plan';
import type { ShownChange } from './plan/directoryChange';
import type { DirectoryTotals } from './plan/planSummary';
import {
	getMember,
	listDepartmentMembers,
	listDepartments,
	listMembers,
	updateMember,
} from '../../protocol/catalogue/enterpriseMember';
import {
	addDepartmentMembers,
	deleteDepartments,
	deleteMembers,
	getMembers,
	removeDepartmentMembers,
	upsertDepartment,
	upsertMember,
} from '../../protocol/catalogue/enterpriseSync';
import { deletionCount, deletionShare, planFields, rowsFrom } from '../../protocol/catalogue/sharedPlans';
import { ENTRY_FIELDS, type FieldKey } from './plan/directories';

/* One operation composed of many requests: brings the external directory in line with what the input describes. */

const UNCHANGED = 'A missing or null field leaves it unchanged';
const CLEARED = `${UNCHANGED}; an empty value clears it.`;

/** For each field of an entry: its parameter, what the input field that is named for it contains, and another label. */
const CONTENTS: Readonly<Record<FieldKey, readonly [wire: string, contents: string, label?: string]>> = {
	type: ['', 'the kind of entry: member or department'],
	outId: ['out_id', 'the ID of the member or department in the external directory'],
	name: ['member_name', 'the name of the member or department'],
	account: [
		'account',
		'the name the member signs in with; required for new members. Compared without regard to case.',
	],
	email: ['member_email', `the email address of the member. ${CLEARED}`],
	phone: ['member_phone', `the phone number of the member. ${CLEARED}`],
	title: ['member_title', `the job title of the member. ${CLEARED}`, 'Job Title'],
	enabled: ['state', `whether the member may sign in: true or false. The field "state" is read too. ${UNCHANGED}.`],
	expires: [
		'expire',
		'the last day of a temporary account, e.g. 2026-12-31. The field "expire" is read too. ' +
			`${UNCHANGED}; an empty value removes the expiry.`,
	],
	leader: [
		'leader_out_id',
		'the external ID or the account of the member to whom the member reports. ' +
			`${UNCHANGED}; an empty value removes the supervisor.`,
	],
	leaderOutId: ['leader_out_id', 'the external ID of the supervisor, instead of the Supervisor Field'],
	leaderAccount: ['leader_account', 'the account of the supervisor, instead of the Supervisor Field'],
	parentOutId: [
		'parent_out_id',
		`the external ID of the parent department. ${UNCHANGED}; an empty value means the top level.`,
	],
	departmentOutIds: [
		'group_out_ids',
		'the external IDs of all departments of the member, as a list or separated by commas. ' +
			`${UNCHANGED}, and places a new member at the top level; an empty list means the top level.`,
	],
	order: [
		'orderby',
		'the place of a department among its siblings, a whole number. ' +
			`The field "orderby" is read too. ${UNCHANGED}.`,
	],
};

const fieldNames = Object.fromEntries(
	(Object.keys(CONTENTS) as FieldKey[]).map((key) => {
		const { names, label } = ENTRY_FIELDS[key];
		const [wire, contents, ownLabel = label] = CONTENTS[key];
		const field = text([`${ownLabel} Field`, `Name of the item field that contains ${contents}`], {
			wire,
			composed: true,
			place: 'fieldNames',
			default: names[0],
			placeholder: `e.g. ${names[0]}`,
		});
		return [key, field];
	}),
) as Readonly<Record<FieldKey, TextField>>;

export const synchronizeDirectory = ownOperation('directorySynchronize', 'directory.synchronize', listMembers, {
	menu: 'default',
	action: 'Synchronize users and departments',
	forModel:
		'Make members and departments of File Library equal to those that the input ' +
		'describes. Dry Run only shows the changes.',
	summary:
		'Bring members, departments and memberships of the external directory in line with what all input items ' +
		'together describe; nothing is disabled or deleted unless you allow it',
	wholeInput: true,
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
		...planFields(),
		source: rowsFrom('Source', 'Where the description of the directory comes from', {
			hint: 'Columns: type, out_id and name; of new members account too',
			items: 'One item for each member or department, e.g. those of Member: Get Many',
			json: 'A list of members and departments, entered in this form',
		}),
		directory: local.json(
			'List of members and departments, each an object with the fields that an input item would have',
			{
				...shownFor('source', 'json'),
				long: true,
				placeholder: 'e.g. [{"type": "department", "out_id": "dept-03", "name": "Sales"}]',
			},
		),
		...fieldNames,
		missingMembers: local.choice(
			'What to do with members of the external directory that the input does not describe. ' +
				'Without this option they are left alone. Applies only when the input describes members.',
			{
				default: 'disable',
				choices: {
					leave: 'Leave',
					disable: ['Disable', 'They can no longer sign in; files, libraries and departments stay'],
					delete: ['Delete', 'Their personal libraries and memberships may be deleted with them'],
				},
			},
		),
		deleteMissingDepartments: local.flag(
			'Whether to delete departments of the external directory that the input does not describe. ' +
				'A department is kept as long as it contains one that is kept. ' +
				'Applies only when the input describes departments.',
		),
		deletionLimit: deletionShare(
			10,
			'of the members that one run may delete or disable, and of the departments that it may delete; ' +
				'10 without this option. If more would be, nothing is changed at all.',
		),
		deletionLimitCount: deletionCount(
			'of members that one run may delete or disable, and of departments that it may delete',
		),
		supervisorsAndOrder: local.choice(
			'When to send the supervisors of members and the order of departments, which the service does not ' +
				'show, so that they cannot be compared',
			{
				label: 'Supervisors and Order',
				choices: {
					everyRun: [
						'Send in Every Run',
						'One request in every run for each entry of the input that has them',
					],
					withChanges: ['Send With Other Changes Only', 'A change of nothing else is not noticed'],
				},
			},
		),
		concurrency: local.int('How many members to process at the same time', {
			saidOnce: true,
			default: 4,
			min: 1,
			max: 16,
		}),
	},
	caution: [
		{ kind: 'bulk', when: ({ dryRun }) => dryRun === false },
		{
			kind: 'permanent',
			when: ({ dryRun, missingMembers, deleteMissingDepartments }) =>
				dryRun === false && (deleteMissingDepartments === true || missingMembers === 'delete'),
		},
	],
	items: returns<PlanItem<ShownChange, DirectoryTotals, 'resend'>>(),
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
