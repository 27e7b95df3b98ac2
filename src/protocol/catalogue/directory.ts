import { operation, returns } from '../operation/define';
import { FIELD_NAMES, type FieldKey } from '../directory/entryFields';
import { choice, flag, int, json, shownFor, text } from '../operation/fields';
import type { DirectoryChangeItem } from './answers/directory';
import { listDepartmentMembers, listDepartments, listMembers } from './enterpriseMember';
import {
	addDepartmentMembers,
	deleteDepartments,
	deleteMembers,
	getMembers,
	removeDepartmentMembers,
	upsertDepartment,
	upsertMember,
} from './enterpriseSync';

/* One operation composed of many requests: brings the external directory in line with what the input describes. */

/** Form fields that are not parameters of the interface. */
const LOCAL = { wire: '' } as const;
/** The form field for the name of one field of the input items. */
const fieldName = (key: FieldKey, label: string, help: string) =>
	text({
		...LOCAL,
		label: `${label} Field`,
		place: 'fieldNames',
		fallback: FIELD_NAMES[key],
		help: `Name of the item field that contains ${help}`,
		placeholder: `e.g. ${FIELD_NAMES[key]}`,
	});
const UNCHANGED = 'A missing or null field leaves it unchanged';

export const synchronizeDirectory = operation({
	id: 'directorySynchronize',
	resource: 'directory',
	operation: 'synchronize',
	name: 'Synchronize',
	action: 'Synchronize the directory',
	credential: 'enterprise',
	summary:
		'Bring members, departments and memberships of the external directory in line with what all input items ' +
		'together describe; nothing is deleted unless you allow it',
	route: listMembers.route,
	repeatable: false,
	special: 'synchronize',
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
	],
	input: {
		dryRun: flag({
			...LOCAL,
			off: 'omit',
			fallback: true,
			place: 'top',
			help: 'Whether to only return the planned changes, one item for each, without making them',
		}),
		source: choice({
			...LOCAL,
			label: 'Directory Source',
			place: 'top',
			fallback: 'items',
			help: 'Where the description of the directory comes from',
			choices: {
				items: { label: 'Input Items', help: 'One item for each member or department' },
				json: { label: 'JSON', help: 'A list of members and departments, entered in this form' },
			},
		}),
		directory: shownFor(
			'source',
			['json'],
			json({
				...LOCAL,
				help: 'List of members and departments, each an object with the fields that an input item would have',
				placeholder: 'e.g. [{"type": "department", "outId": "dept-03", "name": "Sales"}]',
			}),
		),
		type: fieldName('type', 'Type', 'the kind of entry: member or department'),
		outId: fieldName('outId', 'External ID', 'the ID of the member or department in the external directory'),
		name: fieldName('name', 'Name', 'the name of the member or department'),
		account: fieldName('account', 'Account', 'the name the member signs in with; required for new members'),
		email: fieldName('email', 'Email', `the email address of the member. ${UNCHANGED}; an empty value clears it.`),
		phone: fieldName('phone', 'Phone', `the phone number of the member. ${UNCHANGED}; an empty value clears it.`),
		title: fieldName('title', 'Job Title', `the job title of the member. ${UNCHANGED}; an empty value clears it.`),
		parentOutId: fieldName(
			'parentOutId',
			'Parent',
			`the external ID of the parent department. ${UNCHANGED}; an empty value means the top level.`,
		),
		departmentOutIds: fieldName(
			'departmentOutIds',
			'Departments',
			'the external IDs of all departments of the member, as a list or separated by commas. ' +
				`${UNCHANGED}; an empty list means the top level.`,
		),
		deleteMissingMembers: flag({
			...LOCAL,
			off: 'omit',
			help: 'Whether to delete members of the external directory that the input does not describe',
		}),
		deleteMissingDepartments: flag({
			...LOCAL,
			off: 'omit',
			help:
				'Whether to delete departments of the external directory that the input does not describe. ' +
				'A department is kept as long as it contains one that is kept.',
		}),
		deletionLimit: int({
			...LOCAL,
			label: 'Deletion Limit (%)',
			fallback: 10,
			min: 0,
			max: 100,
			help:
				'Maximum share of the members, and of the departments, that one run may delete. ' +
				'If more would be deleted, nothing is changed at all.',
		}),
		concurrency: int({
			...LOCAL,
			fallback: 4,
			min: 1,
			max: 16,
			help: 'How many members to process at the same time',
		}),
	},
	output: returns<DirectoryChangeItem>(),
	example: {
		dryRun: true,
		source: 'json',
		directory: JSON.stringify([
			{ type: 'department', outId: 'dept-95', name: 'Field Service', parentOutId: '' },
			{
				type: 'member',
				outId: 'emp-0950',
				name: 'Robin Field',
				account: 'robin.field@example.com',
				departmentOutIds: ['dept-95'],
			},
		]),
	},
});
