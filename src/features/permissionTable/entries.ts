import { ownOperation, returns, type Row } from '../../protocol/operation/define';
import { LOCAL, local, required, requiredFor } from '../../protocol/operation/fields';
import type { DescribedTableChange, TableTotals } from './plan/tableItems';
import type { PlanItem } from '../../protocol/plan/plan';
import { getLibrary } from '../../protocol/catalogue/enterpriseLibrary';
import { listLibraryDepartments, listLibraryMembers } from '../../protocol/catalogue/enterpriseLibraryMember';
import { listDepartmentMembers, listRoles } from '../../protocol/catalogue/enterpriseMember';
import { libraryFileInfo as getEntry, listFolder } from '../../protocol/catalogue/libraryFiles';
import { getAllPermissions, getPermission, resetPermission } from '../../protocol/catalogue/libraryPermission';
import {
	getDepartment,
	getMember,
	permissionDelete,
	permissionSet,
	setInheritance,
} from '../../protocol/catalogue/permission';
import { subjectCells } from '../../protocol/catalogue/permissionFields';
import { by, departmentModes, memberModes, pathOrRootRef } from '../../protocol/catalogue/shared';
import { deletionCount, deletionShare, planFields, rowsFrom } from '../../protocol/catalogue/sharedPlans';
import type { PermissionTableRow } from '../../protocol/answers/items';

/* Permissions of many folders and people as one table: read, edited elsewhere, and applied. */

const READING = [getMember, getDepartment, getAllPermissions, getPermission, getEntry];
const ALSO_READ = [
	...[listFolder, getLibrary, listLibraryDepartments, listLibraryMembers, listRoles],
	listDepartmentMembers,
];

export const getTable = ownOperation('permissionTableGet', 'permission.getTable', getMember, {
	action: 'Get a table of permissions',
	summary:
		'Get one item for each folder and member or department: what they may do there and, as far as the service ' +
		'tells, where that comes from; Apply Table takes the same items',
	forModel:
		'Get what members or departments may do in folders of File Library. Name few of ' +
		'both: each pair is an item.',
	covers: READING,
	alsoSends: ALSO_READ,
	input: {
		folders: required.rows(['Folders and Files', 'The folders and files whose permissions to get'], {
			wire: 'fullpath',
			cells: {
				folder: required({
					...pathOrRootRef,
					claims: 'nothing',
					label: 'Folder or File',
					help: 'A folder or file, or a list by expression',
				}),
			},
		}),
		people: local.top.rows(
			'Whose permissions to get; when empty, of all who have any, as far as the service tells',
			{
				label: 'Members and Departments',
				whenNone: 'Everybody',
				cells: subjectCells(memberModes('member_id'), departmentModes('group_id', 'group_out_id')),
			},
		),
		subfolders: local.int(['Include Subfolders (Levels)', 'Levels of subfolders to include'], {
			min: 0,
			default: 1,
		}),
		listsAsText: local.flag(
			'Whether to return permissions as text with commas, for a spreadsheet, instead of lists',
			{ label: 'Lists as Text', default: true },
		),
	},
	items: returns<Row<PermissionTableRow>>(),
	says: () => 'To change them: connect a spreadsheet, edit the rows there, then use Permission: Apply Table',
	example: {
		folders: { rows: [{ folder: by('path', 'Contracts') }, { folder: by('path', 'Reports') }] },
		people: {
			rows: [
				{ type: 'member', member: by('id', '2') },
				{ type: 'department', department: by('id', '1') },
			],
		},
	},
});

export const applyTable = ownOperation('permissionTableApply', 'permission.applyTable', permissionSet, {
	action: 'Apply a table of permissions',
	forModel:
		'Apply edited rows of Get Table to permissions in File Library. Dry Run only ' +
		'shows the changes. What no row names stays as it is.',
	summary:
		'Bring permissions in line with the input items, such as edited items of Get Table; ' +
		'what no row mentions stays as it is',
	wholeInput: true,
	covers: [...READING, permissionSet, setInheritance, permissionDelete, resetPermission],
	caution: { kind: 'bulk', when: ({ dryRun }) => dryRun === false },
	alsoSends: ALSO_READ,
	input: {
		...planFields(),
		source: rowsFrom('Rows From', 'Where the rows of the table come from', {
			hint: 'Rows as Permission: Get Table returns them',
			items: 'One item for each row, e.g. edited items of Get Table',
			json: 'A list of rows, entered in this form',
		}),
		table: requiredFor('source', 'json').json('List of rows, each with the fields of an input item', {
			...LOCAL,
			long: true,
			placeholder: 'e.g. [{"fullpath": "Contracts", "member_id": 3, "granted": ["ls", "cd", "pv"]}]',
		}),
		removeMissing: local.flag('Whether to remove direct permissions that no row describes, in folders of the rows'),
		unknownSubjects: local.choice('What to do with rows of members or departments who have left', {
			label: 'Unknown Members and Departments',
			choices: {
				fail: ['Fail', 'The run fails, or the row does where the workflow continues on errors'],
				skip: ['Skip', 'The row is skipped and named in the result'],
			},
		}),
		deletionLimit: deletionShare(
			10,
			'of the direct permissions that Remove Missing may remove; beyond it nothing is changed',
		),
		deletionLimitCount: deletionCount('of direct permissions to remove'),
		concurrency: local.int('How many requests to send at the same time', {
			saidOnce: true,
			default: 8,
			min: 1,
			max: 16,
		}),
	},
	items: returns<PlanItem<DescribedTableChange, TableTotals>>(),
	example: {
		dryRun: true,
		source: 'json',
		table: JSON.stringify([
			{ fullpath: 'Contracts', type: 'member', member_id: 3, granted: ['ls', 'cd', 'pv'], denied: [] },
			{ fullpath: 'Reports', type: 'department', group_id: 1, granted: ['ls', 'cd', 'pv', 'dl'], denied: ['rm'] },
		]),
	},
});
