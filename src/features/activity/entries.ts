import { ownOperation, returns, type Row } from '../../protocol/operation/define';
import { local, required } from '../../protocol/operation/fields';
import { ACTIVITY_EVENTS } from '../../protocol/catalogue/activityEvent';
import { listLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { listLibraryLog, listManagementLog } from '../../protocol/catalogue/enterpriseLog';
import { by, memberInRow, memberModes } from '../../protocol/catalogue/shared';
import { libraryRef } from '../../protocol/catalogue/sharedEnterprise';
import { maximumItems, overlapOf, textList } from '../../protocol/catalogue/sharedTriggers';
import { extensions, patternFields } from '../../protocol/catalogue/sharedTree';
import type { ActivityItem } from '../../protocol/answers/items';

const memberRow = required.ref('A member of the enterprise', {
	...memberInRow,
	modes: { ...memberInRow.modes, account: memberModes('member_id').account },
});
const memberRows = (label: string, help: string) =>
	local.filter.rows([label, help], { button: 'Add Member', cells: { member: memberRow } });

/** The form of the File Library Activity Trigger. No node runs it as an operation; the requests are those of polls. */
export const activityTrigger = ownOperation('fileLibraryActivityTrigger', 'trigger.activities', listLibraryLog, {
	action: 'Watch what people do',
	summary:
		'Start the workflow on what people do in an enterprise, as its logs tell it: ' +
		'downloads, previews, external links, changes of files, and acts of administrators',
	covers: [listLibraryLog, listManagementLog, listLibraries],
	reads: true,
	input: {
		events: local.required.multi(
			'What starts the workflow. What begins with "Management" comes from the management log, ' +
				'which has types and a text; the rest comes from the logs of the libraries.',
			{ label: 'Trigger On', choices: ACTIVITY_EVENTS, default: ['downloaded'] },
		),
		libraries: local.top.rows(
			'The libraries to watch; without any, all libraries of the enterprise, new ones included',
			{
				whenNone: 'All',
				cells: { library: required({ ...libraryRef, claims: 'nothing', help: 'A library to watch' }) },
			},
		),
		startFrom: local.top.choice(
			'Which activities to start with when the workflow is activated for the first time',
			{
				label: 'Start',
				choices: {
					now: ['From Now', 'Only what is done after the activation'],
					beginning: ['From the Beginning', 'Everything that the logs still contain'],
				},
			},
		),
		members: memberRows(
			'Only These Members',
			'Only what these members did in libraries. Visitors of links are no members, ' +
				'and the management log does not name members by ID.',
		),
		notMembers: memberRows('Not These Members', 'Leave out what these members did in libraries'),
		folder: local.filter.text('Only files and folders inside this folder of their library, at any depth', {
			path: true,
			claims: 'nothing',
			label: 'In Folder',
			placeholder: 'e.g. Contracts/2026',
		}),
		extensions,
		...patternFields,
		administrators: {
			...textList(
				'Add Administrator',
				'Only entries of the management log by these administrators, named as the log names them',
				'e.g. Ann Administrator',
			),
			label: 'By Administrators',
		},
		content: local.filter.text('Only entries of the management log whose text contains this, in any case', {
			label: 'Management Text Contains',
			placeholder: 'e.g. permission',
		}),
		maximumItems: maximumItems('activities'),
		overlap: overlapOf(300, 'an activity may take to show up in its log', 'the latest entry of each log'),
	},
	output: returns<Row<ActivityItem>>(),
	example: {
		events: ['downloaded', 'linkDownloaded'],
		libraries: { rows: [{ library: by('id', '1102') }] },
		startFrom: 'now',
	},
});
