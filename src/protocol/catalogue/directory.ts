import { operation, returns } from '../operation/define';
import { FIELD_NAMES } from '../directory/entry';
import { choice, flag, int, json, shownFor, text } from '../operation/fields';
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

/* One operation made of many: brings members and departments of the external directory to what the input describes. */

/** Fields of the form that are no parameter of the interface. */
const LOCAL = { wire: '' } as const;
const named = (key: keyof typeof FIELD_NAMES, label: string, help: string) =>
	text({
		...LOCAL,
		label: `${label} Field`,
		place: 'fieldNames',
		fallback: FIELD_NAMES[key],
		help: `Name of the item field that holds ${help}`,
		placeholder: `e.g. ${FIELD_NAMES[key]}`,
	});
const LEFT = 'A missing or null field leaves it as it is';

export const synchronizeDirectory = operation({
	id: 'directorySynchronize',
	resource: 'directory',
	operation: 'synchronize',
	name: 'Synchronize',
	action: 'Synchronize the directory',
	credential: 'enterprise',
	summary:
		'Bring members, departments and memberships of the external directory to what all input items together describe; nothing is deleted unless asked for',
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
			help: 'Whether to only show what would be changed, one item for each change, and to change nothing',
		}),
		source: choice({
			...LOCAL,
			label: 'Described By',
			place: 'top',
			fallback: 'items',
			help: 'What describes the directory',
			choices: {
				items: { label: 'Input Items', help: 'One item for each member or department' },
				json: { label: 'JSON', help: 'A list of members and departments in this form' },
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
		type: named('type', 'Type', 'what the item describes: member or department'),
		outId: named('outId', 'External ID', 'the ID of the member or department in the external directory'),
		name: named('name', 'Name', 'the name of the member or department'),
		account: named('account', 'Account', 'the name the member signs in with; new members need one'),
		email: named('email', 'Email', `the email address of the member. ${LEFT}; an empty text empties it.`),
		phone: named('phone', 'Phone', `the phone number of the member. ${LEFT}; an empty text empties it.`),
		title: named('title', 'Job Title', `the job title of the member. ${LEFT}; an empty text empties it.`),
		parentOutId: named(
			'parentOutId',
			'Parent',
			`the external ID of the department it stands in. ${LEFT}; an empty text means the top level.`,
		),
		departmentOutIds: named(
			'departmentOutIds',
			'Departments',
			`the external IDs of all departments of the member, as a list or separated by commas. ${LEFT}; an empty list means the top level.`,
		),
		deleteMissingMembers: flag({
			...LOCAL,
			off: 'omit',
			help: 'Whether to delete members of the external directory that the input does not describe',
		}),
		deleteMissingDepartments: flag({
			...LOCAL,
			off: 'omit',
			help: 'Whether to delete departments of the external directory that the input does not describe. A department that holds another one that stays is kept.',
		}),
		deletionLimit: int({
			...LOCAL,
			label: 'Deletion Limit (%)',
			fallback: 10,
			min: 0,
			max: 100,
			help: 'Most members, and most departments, to delete in one run, in percent of those there are. With more than that nothing is changed at all.',
		}),
		concurrency: int({
			...LOCAL,
			fallback: 4,
			min: 1,
			max: 16,
			help: 'How many members to work on at the same time',
		}),
	},
	output: returns<Record<string, unknown>>(),
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
