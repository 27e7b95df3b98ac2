import { EVENTS } from '../feed/changeFilter';
import { operation, returns } from '../operation/define';
import { choice, date, flag, int, multi, required, shownFor, text } from '../operation/fields';
import type { ChangeItem } from './answers/trigger';
import { get, getDownloadLink } from './libraryFile';
import { countChanges, listChanges, listVersions } from './libraryHistory';
import { folderRef, hashMode, LOCAL } from './shared';

const yes = (label: string, fallback: boolean, help: string) => flag({ ...LOCAL, label, off: 'omit', fallback, help });
const words = (label: string, help: string, placeholder: string) => text({ ...LOCAL, label, help, placeholder });

/** The form of the File Library Trigger. It is not an operation of a node: polls make its requests. */
export const changeTrigger = operation({
	id: 'fileLibraryTrigger',
	resource: 'trigger',
	operation: 'changes',
	name: 'Changes',
	action: 'Watch a library',
	credential: 'org',
	summary:
		'Start the workflow when files or folders in a library change, ' +
		'once for each change that the updates feed shows',
	route: listChanges.route,
	covers: [listChanges, countChanges, listVersions, get, getDownloadLink],
	reads: true,
	repeatable: true,
	input: {
		events: required(
			multi({
				...LOCAL,
				form: 'json',
				place: 'top',
				fallback: ['any'],
				choices: EVENTS,
				help:
					'Which changes start the workflow. Modified, Moved and Restored cost one more request for each ' +
					'changed entry.',
			}),
		),
		scope: choice({
			...LOCAL,
			label: 'Watch',
			place: 'top',
			help: 'Where to look for changes',
			fallback: 'library',
			choices: { library: { label: 'Whole Library' }, folder: { label: 'Folder' } },
		}),
		folder: shownFor(
			'scope',
			['folder'],
			required({
				...folderRef,
				help: 'The folder to watch. By ID it is found even after it was moved or renamed.',
				modes: { ...folderRef.modes, id: hashMode },
			}),
		),
		includeSubfolders: shownFor(
			'scope',
			['folder'],
			yes('Include Subfolders', true, 'Whether to also watch the folders inside the folder'),
		),
		startFrom: choice({
			...LOCAL,
			label: 'Start',
			place: 'top',
			fallback: 'now',
			help: 'Where to start when the workflow is activated for the first time',
			choices: {
				now: { label: 'From Now', help: 'Only changes after the activation' },
				beginning: {
					label: 'From the Beginning',
					help: 'Everything in the library, each entry with its latest change',
				},
				date: { label: 'From a Date' },
			},
		}),
		startDate: shownFor(
			'startFrom',
			['date'],
			required(date({ ...LOCAL, unit: 'milliseconds', help: 'Only changes at or after this time' })),
		),
		type: choice({
			...LOCAL,
			label: 'Kind',
			help: 'Which entries to report',
			fallback: 'all',
			choices: { all: { label: 'Files and Folders' }, files: { label: 'Files' }, folders: { label: 'Folders' } },
		}),
		extensions: words(
			'Extensions',
			'Only files with one of these extensions, separated by commas',
			'e.g. pdf, docx',
		),
		namePattern: words(
			'Name Pattern',
			'Only names that match this pattern, in which * stands for any characters and ? for a single one',
			'e.g. invoice-*.pdf',
		),
		changedBy: words(
			'Changed By',
			'Only changes by these people: their names as shown in the library, separated by commas',
			'e.g. Zhang Wei',
		),
		notChangedBy: words(
			'Not Changed By',
			'Ignore changes by these people. To keep a workflow from triggering itself, enter an Operator Name in ' +
				'its File Library nodes and enter the same name here.',
			'e.g. n8n',
		),
		minimumSize: int({
			...LOCAL,
			label: 'Minimum Size (Bytes)',
			fallback: 0,
			min: 0,
			help: 'Only files of at least this size',
		}),
		maximumSize: int({
			...LOCAL,
			label: 'Maximum Size (Bytes)',
			fallback: 1_000_000_000,
			min: 0,
			help: 'Only files of at most this size',
		}),
		downloadContent: yes(
			'Download Content',
			false,
			'Whether to download files that were not deleted into a binary field. A file that cannot be downloaded ' +
				'is tried in three polls, then reported with a downloadError.',
		),
		binaryPropertyName: text({
			...LOCAL,
			label: 'Put Output File in Field',
			fallback: 'data',
			help: 'The name of the output binary field to put the content in',
		}),
		includeDeleted: yes('Include Deleted', true, 'Whether Any Change includes deleted files and folders'),
		maximumItems: int({
			...LOCAL,
			label: 'Maximum Items per Run',
			fallback: 10_000,
			min: 1,
			help: 'Maximum number of changes to return at once. The others follow with the next polls.',
		}),
		runPerItem: yes(
			'One Run per Item',
			false,
			'Whether to start the workflow once for each change, instead of once for all changes that a poll finds',
		),
		overlap: int({
			...LOCAL,
			label: 'Overlap (Seconds)',
			fallback: 30,
			min: 0,
			max: 86_400,
			help:
				'How long a change may take to appear in the updates feed. At each poll the trigger re-reads this ' +
				'many seconds before the last change and discards entries it has already reported.',
		}),
		burst: choice({
			...LOCAL,
			label: 'On Too Many Simultaneous Changes',
			fallback: 'stop',
			help: 'What to do when more changes share one millisecond than the updates feed can show',
			choices: {
				stop: { label: 'Stop With Error', help: 'Fail at every poll until this option is changed' },
				continue: {
					label: 'Report and Continue',
					help: 'Return an item with the numbers, then continue with later changes',
				},
			},
		}),
	},
	output: returns<ChangeItem>(),
	example: { events: ['any'], startFrom: 'now' },
});
