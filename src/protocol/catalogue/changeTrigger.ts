import { EVENT_CHOICES } from '../feed/changeEvent';
import { operation, returns } from '../operation/define';
import { choice, date, flag, int, multi, required, shownFor, text } from '../operation/fields';
import { countChanges, listChanges, listVersions } from './libraryContent';
import { get, getDownloadLink } from './libraryFile';
import { folderRef, LOCAL } from './shared';

const yes = (label: string, fallback: boolean, help: string) => flag({ ...LOCAL, label, off: 'omit', fallback, help });
const words = (label: string, help: string, placeholder: string) => text({ ...LOCAL, label, help, placeholder });

/** The form of the File Library Trigger. It is no operation of a node: polls make these requests. */
export const changeTrigger = operation({
	id: 'fileLibraryTrigger',
	resource: 'trigger',
	operation: 'changes',
	name: 'Changes',
	action: 'Watch a library',
	credential: 'org',
	summary:
		'Start the workflow when files or folders of a library change, once for each change that the updates feed shows',
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
				choices: EVENT_CHOICES,
				help: 'Which changes start the workflow. Modified, Moved and Restored cost one more request for each changed entry.',
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
				help: 'The folder to watch. By ID it is found again after it was moved or renamed.',
				modes: {
					...folderRef.modes,
					id: { label: 'ID', wire: 'hash', placeholder: 'e.g. 2b0d1a6d4a8b4a3f9c1e…' },
				},
			}),
		),
		includeSubfolders: shownFor(
			'scope',
			['folder'],
			yes('Include Subfolders', true, 'Whether to watch what is in folders of the folder too'),
		),
		startFrom: choice({
			...LOCAL,
			label: 'Start',
			place: 'top',
			fallback: 'now',
			help: 'Which changes to begin with when the workflow is activated for the first time',
			choices: {
				now: { label: 'From Now', help: 'Only what changes after the activation' },
				beginning: {
					label: 'From the Beginning',
					help: 'Everything that is in the library, each entry at its latest change',
				},
				date: { label: 'From a Date' },
			},
		}),
		startDate: shownFor(
			'startFrom',
			['date'],
			required(date({ ...LOCAL, unit: 'milliseconds', help: 'Changes from this time on' })),
		),
		type: choice({
			...LOCAL,
			label: 'Kind',
			help: 'Which entries to report',
			fallback: 'all',
			choices: { all: { label: 'Files and Folders' }, files: { label: 'Files' }, folders: { label: 'Folders' } },
		}),
		extensions: words('Extensions', 'Only files with one of these endings, separated by commas', 'e.g. pdf, docx'),
		namePattern: words(
			'Name Pattern',
			'Only names like this, where * stands for any characters and ? for one',
			'e.g. invoice-*.pdf',
		),
		changedBy: words(
			'Changed By',
			'Only changes by these people, as the library shows their names, separated by commas',
			'e.g. Zhang Wei',
		),
		notChangedBy: words(
			'Not Changed By',
			'No changes by these people. To keep a workflow from starting itself, give its File Library nodes an Operator Name and enter it here.',
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
			'Whether to put the content of files that were not deleted into a binary field. A file that cannot be downloaded is tried in three polls, then reported with a downloadError.',
		),
		binaryPropertyName: text({
			...LOCAL,
			label: 'Put Output File in Field',
			fallback: 'data',
			help: 'Name of the binary field for the content',
		}),
		includeDeleted: yes('Include Deleted', true, 'Whether Any Change includes deleted files and folders'),
		maximumItems: int({
			...LOCAL,
			label: 'Maximum Items per Run',
			fallback: 10_000,
			min: 1,
			help: 'Most changes to hand over at once. The rest comes with the next polls.',
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
			help: 'How long a change may take to show up in the updates feed. So much of the time before the last change is read again at every poll, and what is known is dropped.',
		}),
		burst: choice({
			...LOCAL,
			label: 'If a Burst Hides Changes',
			fallback: 'stop',
			help: 'What to do when more changes share one millisecond than the updates feed can show',
			choices: {
				stop: { label: 'Stop With an Error', help: 'Fail at every poll until somebody has looked at it' },
				continue: {
					label: 'Report and Go On',
					help: 'Put out an item with the numbers, then continue with later changes',
				},
			},
		}),
	},
	output: returns<Record<string, unknown>>(),
	example: { events: ['any'], startFrom: 'now' },
});
