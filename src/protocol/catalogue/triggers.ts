import { EVENT_CHOICES } from '../feed/changeEvent';
import { operation, returns } from '../operation/define';
import { choice, flag, int, list, notEmpty, required, rows, shownFor, text } from '../operation/fields';
import type { ActivityItem, FeedChangeItem } from '../answers/trigger';
import { get, getDownloadLink, listFolder } from './libraryFiles';
import { countChanges, listChanges, listVersions } from './libraryHistory';
import { by, chosenFolder, folderRef, hashMode, LOCAL, memberInRow, memberModes, onHiddenChanges } from './shared';
import { ACTIVITY_EVENTS } from '../activity/activityEvent';
import { listLibraries } from './enterpriseLibrary';
import { listLibraryLog, listManagementLog } from './enterpriseLog';
import { libraryRef } from './sharedEnterprise';
import { extensions, patternFields } from './sharedTree';

const toggle = (label: string, isOn: boolean, help: string) =>
	flag({ ...LOCAL, label, off: 'omit', default: isOn, help });
/** What decides which changes are reported stands apart from how they are. */
const FILTER = { ...LOCAL, place: 'filters' } as const;
const textList = (label: string, button: string, help: string, placeholder: string) =>
	notEmpty(list({ ...FILTER, claims: 'nothing', form: 'json', of: 'text', label, button, help, placeholder }));

const maximumItems = (what: string) =>
	int({
		...LOCAL,
		label: 'Maximum Items per Run',
		default: 10_000,
		min: 1,
		help: `Maximum number of ${what} to return at once. The remaining ones follow at the next polls.`,
	});

/** How much of a log or the feed is read again, which starts before `latest`, since `what` may show up late. */
const overlapOf = (seconds: number, what: string, latest: string) =>
	int({
		...LOCAL,
		label: 'Overlap (Seconds)',
		default: seconds,
		min: 0,
		max: 86_400,
		help:
			`How long ${what}. At each poll the trigger re-reads this many seconds before ${latest} ` +
			'and discards what it has already reported.',
	});

const watchedFolder = {
	...folderRef,
	help: 'The folder to watch. Chosen by ID, it is watched even after it has been moved or renamed.',
	modes: { ...folderRef.modes, id: hashMode },
} as const;

/** The form of the File Library Trigger. No node runs it as an operation: the requests are those of its polls. */
export const changeTrigger = operation({
	id: 'fileLibraryTrigger',
	resource: 'trigger',
	operation: 'changes',
	action: 'Watch a library',
	credential: 'org',
	summary:
		'Start the workflow when files or folders in a library change, ' +
		'with one item for each change in the updates feed',
	route: listChanges.route,
	covers: [listChanges, countChanges, listVersions, get, getDownloadLink, listFolder],
	reads: true,
	input: {
		events: required.multi({
			...LOCAL,
			form: 'json',
			label: 'Trigger On',
			place: 'top',
			choices: EVENT_CHOICES,
			help:
				'Changes that start the workflow. File Modified, Folder Changed, Moved or Renamed, and Restored ' +
				'need one additional request for each changed entry. File Arrived is a file that comes into what is ' +
				'watched: uploaded, copied, moved or restored, into a watched folder also with its folder. ' +
				'File Left is the reverse; of a deleted folder it tells the folder only, and nothing with Kind: Files.',
		}),
		scope: choice({
			...LOCAL,
			label: 'Watch',
			place: 'top',
			help: 'Where to look for changes',
			default: 'library',
			choices: {
				library: { label: 'Whole Library' },
				folder: { label: 'Folder' },
				folders: { label: 'Several Folders' },
			},
		}),
		folder: shownFor('scope', ['folder'], required(watchedFolder)),
		folders: shownFor(
			'scope',
			['folders'],
			rows({
				wire: '',
				place: 'top',
				label: 'Folders',
				button: 'Add Folder',
				help: 'The folders to watch',
				// A row that is left empty is not the whole library.
				cells: {
					folder: required({ ...watchedFolder, modes: { ...chosenFolder.modes, id: hashMode } }),
				},
			}),
		),
		includeSubfolders: shownFor(
			'scope',
			['folder', 'folders'],
			toggle('Include Subfolders', true, 'Whether to also watch the subfolders'),
		),
		startFrom: choice({
			...LOCAL,
			label: 'Start',
			place: 'top',
			default: 'now',
			help: 'Which changes to start with when the workflow is activated for the first time',
			choices: {
				now: { label: 'From Now', help: 'Only changes made after the activation' },
				beginning: {
					label: 'From the Beginning',
					help: 'Every file and folder in the library, each with its latest change',
				},
				date: { label: 'From a Date' },
			},
		}),
		startDate: shownFor(
			'startFrom',
			['date'],
			required.date({ ...LOCAL, unit: 'milliseconds', help: 'Report changes made from this time on' }),
		),
		type: choice({
			...FILTER,
			label: 'Kind',
			help: 'Which entries to report',
			default: 'all',
			choices: { all: { label: 'Files and Folders' }, files: { label: 'Files' }, folders: { label: 'Folders' } },
		}),
		excludeFolders: {
			...textList(
				'Exclude Folders',
				'Add Folder',
				'Ignore these folders and everything in them, by path',
				'e.g. Contracts/Archive',
			),
			of: 'path',
		},
		extensions,
		...patternFields,
		changedBy: textList(
			'Changed By',
			'Add Person',
			'Only changes by these people, with their names as the library shows them',
			'e.g. Zhang Wei',
		),
		notChangedBy: textList(
			'Not Changed By',
			'Add Person',
			'Ignore changes by these people. To keep a workflow from starting itself, ' +
				'set an Operator Name in its File Library nodes and enter that name here.',
			'e.g. n8n',
		),
		minimumSize: int({
			...FILTER,
			label: 'Minimum Size (Bytes)',
			default: 0,
			min: 0,
			help: 'Only report files of at least this size',
		}),
		maximumSize: int({
			...FILTER,
			label: 'Maximum Size (Bytes)',
			default: 1_000_000_000,
			min: 0,
			help: 'Only report files of at most this size',
		}),
		downloadContent: toggle(
			'Download Content',
			false,
			'Whether to download the content of files that were not deleted into a binary field. ' +
				'A download that fails is tried again at the next two polls, then reported with a message.',
		),
		binaryPropertyName: text({
			...LOCAL,
			label: 'Put Output File in Field',
			default: 'data',
			help: 'Name of the output binary field for the content',
		}),
		includeDeleted: {
			...toggle('Include Deleted', true, 'Whether Any Change includes deleted files and folders'),
			place: 'filters',
		},
		maximumItems: maximumItems('changes'),
		runPerItem: toggle(
			'One Run per Item',
			false,
			'Whether to start the workflow once for each change, instead of once for all changes that a poll finds',
		),
		overlap: overlapOf(30, 'a change may take to show up in the updates feed', 'the last change'),
		burst: onHiddenChanges(
			'Fail at every poll until you have checked the changes and chosen Report and Continue',
			'Return an item with the numbers, then continue with later changes',
		),
	},
	output: returns<FeedChangeItem>(),
	example: { events: ['any'], startFrom: 'now' },
});

const memberRow = required.ref({
	...memberInRow,
	help: 'A member of the enterprise',
	modes: { ...memberInRow.modes, account: memberModes('member_id').account },
});
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
		events: required.multi({
			...LOCAL,
			form: 'json',
			label: 'Trigger On',
			place: 'top',
			choices: ACTIVITY_EVENTS,
			help:
				'What starts the workflow. What begins with "Management" comes from the management log, ' +
				'which has types and a text; the rest comes from the logs of the libraries.',
		}),
		libraries: rows({
			wire: '',
			place: 'top',
			label: 'Libraries',
			button: 'Add Library',
			whenNone: 'All',
			help: 'The libraries to watch; without any, all libraries of the enterprise, new ones included',
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
		...patternFields,
		administrators: textList(
			'By Administrators',
			'Add Administrator',
			'Only entries of the management log by these administrators, named as the log names them',
			'e.g. Ann Administrator',
		),
		content: text({
			...FILTER,
			label: 'Management Text Contains',
			help: 'Only entries of the management log whose text contains this, in any case',
			placeholder: 'e.g. permission',
		}),
		maximumItems: maximumItems('activities'),
		overlap: overlapOf(300, 'an activity may take to show up in its log', 'the latest entry of each log'),
	},
	output: returns<ActivityItem>(),
	example: {
		events: ['downloaded', 'linkDownloaded'],
		libraries: { rows: [{ library: by('id', '1102') }] },
		startFrom: 'now',
	},
});
