import { operation, returns } from '../operation/define';
import { FIELD_NAMES } from '../directory/entry';
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

/* One operation made of many: changes members and departments of the external directory to what the input describes. */

/** Fields of the form that are not parameters of the interface. */
const LOCAL = { wire: '' } as const;
const named = (key: keyof typeof FIELD_NAMES, label: string, help: string) =>
	text({
		...LOCAL,
		label: `${label} Field`,
		place: 'fieldNames',
		fallback: FIELD_NAMES[key],
		help: `Name of the item field that contains ${help}`,
		placeholder: `e.g. ${FIELD_NAMES[key]}`,
	});
const UNCHANGED_WITHOUT = 'If the field is missing or null, nothing is changed';

export const synchronizeDirectory = operation({
	id: 'directorySynchronize',
	resource: 'directory',
	operation: 'synchronize',
	name: 'Synchronize',
	action: 'Synchronize the directory',
	credential: 'enterprise',
	summary:
		'Change members, departments and memberships of the external directory to what all input items together ' +
		'describe; nothing is deleted unless asked for',
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
			help: 'Whether to only show what would be changed, as one item for each change, without changing anything',
		}),
		source: choice({
			...LOCAL,
			label: 'Described By',
			place: 'top',
			fallback: 'items',
			help: 'What describes the directory',
			choices: {
				items: { label: 'Input Items', help: 'One item for each member or department' },
				json: { label: 'JSON', help: 'A list of members and departments, entered below' },
			},
		}),
		directory: shownFor(
			'source',
			['json'],
			json({
				...LOCAL,
				help: 'List of members and departments, each an object with the fields of an input item',
				placeholder: 'e.g. [{"type": "department", "outId": "dept-03", "name": "Sales"}]',
			}),
		),
		type: named('type', 'Type', 'what the item describes: member or department'),
		outId: named('outId', 'External ID', 'the ID of the member or department in the external directory'),
		name: named('name', 'Name', 'the name of the member or department'),
		account: named('account', 'Account', 'the name the member signs in with, which new members need'),
		email: named(
			'email',
			'Email',
			`the email address of the member. ${UNCHANGED_WITHOUT}; an empty text clears it.`,
		),
		phone: named(
			'phone',
			'Phone',
			`the phone number of the member. ${UNCHANGED_WITHOUT}; an empty text clears it.`,
		),
		title: named(
			'title',
			'Job Title',
			`the job title of the member. ${UNCHANGED_WITHOUT}; an empty text clears it.`,
		),
		parentOutId: named(
			'parentOutId',
			'Parent',
			`the external ID of the parent department. ${UNCHANGED_WITHOUT}; an empty text means the top level.`,
		),
		departmentOutIds: named(
			'departmentOutIds',
			'Departments',
			'the external IDs of all departments of the member, as a list or separated by commas. ' +
				`${UNCHANGED_WITHOUT}; an empty list means the top level.`,
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
				'A department is kept if it contains another one that is kept.',
		}),
		deletionLimit: int({
			...LOCAL,
			label: 'Deletion Limit (%)',
			fallback: 10,
			min: 0,
			max: 100,
			help:
				'Maximum share of members, and of departments, to delete in one run, as a percentage. ' +
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
