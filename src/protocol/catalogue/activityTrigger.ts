import { ACTIVITY_EVENTS } from '../activity/activityEvent';
import { operation, returns } from '../operation/define';
import { choice, int, list, multi, ref, required, rows, text } from '../operation/fields';
import type { ActivityItem } from './answers/trigger';
import { listLibraries } from './enterpriseLibrary';
import { listLibraryLog, listManagementLog } from './enterpriseLog';
import { by, LOCAL } from './shared';
import { libraryRef } from './sharedEnterprise';
import { nameFilterFields } from './sharedTree';

const FILTER = { ...LOCAL, place: 'filters' } as const;
const { extensions, namePattern } = nameFilterFields('filters');

const memberRow = required(
	ref({
		claims: 'nothing',
		label: 'Member',
		help: 'A member of the enterprise',
		modes: {
			list: { label: 'From List', wire: 'member_id', of: 'int', search: 'membersById' },
			id: { label: 'Member ID', wire: 'member_id', of: 'int', placeholder: 'e.g. 12' },
			account: { label: 'Account', wire: 'account', placeholder: 'e.g. name@example.com' },
		},
	}),
);
const memberRows = (label: string, help: string) =>
	rows({ wire: '', place: 'filters', label, button: 'Add Member', help, cells: { member: memberRow } });

/** The form of the File Library Activity Trigger. No node runs it as an operation; the requests are those of polls. */
export const activityTrigger = operation({
	id: 'fileLibraryActivityTrigger',
	resource: 'trigger',
	operation: 'activities',
	action: 'Watch what people do',
	credential: 'enterprise',
	summary:
		'Start the workflow on what people do in an enterprise, as its logs tell it: ' +
		'downloads, previews, external links, changes of files, and acts of administrators',
	route: listLibraryLog.route,
	covers: [listLibraryLog, listManagementLog, listLibraries],
	reads: true,
	input: {
		events: required(
			multi({
				...LOCAL,
				form: 'json',
				label: 'Trigger On',
				place: 'top',
				choices: ACTIVITY_EVENTS,
				help:
					'What starts the workflow. What begins with "Management" comes from the management log, ' +
					'which has types and a text; the rest comes from the logs of the libraries.',
			}),
		),
		libraries: rows({
			wire: '',
			place: 'top',
			label: 'Libraries',
			button: 'Add Library',
			help: 'The libraries to watch; all libraries of the enterprise when left empty, new ones included',
			cells: { library: required({ ...libraryRef, claims: 'nothing', help: 'A library to watch' }) },
		}),
		startFrom: choice({
			...LOCAL,
			label: 'Start',
			place: 'top',
			default: 'now',
			help: 'Which activities to start with when the workflow is activated for the first time',
			choices: {
				now: { label: 'From Now', help: 'Only what is done after the activation' },
				beginning: { label: 'From the Beginning', help: 'Everything that the logs still contain' },
			},
		}),
		members: memberRows(
			'Only These Members',
			'Only what these members did in libraries. Visitors of links are no members, ' +
				'and the management log does not name members by ID.',
		),
		notMembers: memberRows('Not These Members', 'Leave out what these members did in libraries'),
		folder: text({
			...FILTER,
			path: true,
			claims: 'nothing',
			label: 'In Folder',
			help: 'Only files and folders inside this folder of their library, at any depth',
			placeholder: 'e.g. Contracts/2026',
		}),
		extensions,
		namePattern,
		administrators: list({
			...FILTER,
			claims: 'nothing',
			form: 'json',
			of: 'text',
			label: 'By Administrators',
			button: 'Add Administrator',
			help: 'Only entries of the management log by these administrators, named as the log names them',
			placeholder: 'e.g. Ann Administrator',
		}),
		content: text({
			...FILTER,
			label: 'Management Text Contains',
			help: 'Only entries of the management log whose text contains this, in any case',
			placeholder: 'e.g. permission',
		}),
		maximumItems: int({
			...LOCAL,
			label: 'Maximum Items per Run',
			default: 10_000,
			min: 1,
			help: 'Maximum number of activities to return at once. The remaining ones follow at the next polls.',
		}),
		overlap: int({
			...LOCAL,
			label: 'Overlap (Seconds)',
			default: 300,
			min: 0,
			max: 86_400,
			help:
				'How long an activity may take to show up in its log. ' +
				'At each poll the trigger re-reads this many seconds before the latest entry of each log ' +
				'and discards what it has already reported.',
		}),
	},
	output: returns<ActivityItem>(),
	example: {
		events: ['downloaded', 'linkDownloaded'],
		libraries: { rows: [{ library: by('id', '1102') }] },
		startFrom: 'now',
	},
});
