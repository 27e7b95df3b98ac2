import { EVENT_CHOICES } from './plan/change';
import { operation, ownOperation, returns, type Row } from '../../protocol/operation/define';
import { filter, LOCAL, local, required, requiredFor, shownFor, top } from '../../protocol/operation/fields';
import { libraryFileInfo, getDownloadLink, listFolder } from '../../protocol/catalogue/libraryFiles';
import { countChanges, listVersions } from '../../protocol/catalogue/libraryHistory';
import { chosenFolder, folderRef, hashMode, onHiddenChanges } from '../../protocol/catalogue/shared';
import { maximumItems, overlapOf, textList } from '../../protocol/catalogue/sharedTriggers';
import { extensions, patternFields, sizeFilters } from '../../protocol/catalogue/sharedTree';
import { type SimpleChange, simpleChange } from '../../protocol/catalogue/simplify';
import { type FeedOrder, parseCursor } from '../../protocol/wire/feedCursor';
import { inputError } from '../../protocol/wire/libraryError';
import type { FeedChangeItem } from '../../protocol/answers/items';

/* The updates feed of a library: its list, and the trigger that polls it. */

/** Refuses a cursor that was made in the other order: the list would turn around in its middle. Throws inputError. */
function checkOrder(since: Date | string | undefined, order: FeedOrder): void {
	const cursor = typeof since === 'string' ? parseCursor(since) : undefined;
	if (cursor === undefined || cursor.order === order) return;
	const label = cursor.order === 'oldest' ? 'Oldest First' : 'Newest First';
	throw inputError('From', `is the cursor of a list in the order ${label}`, `Choose ${label} in Order.`);
}

export const listChanges = operation('libraryFileUpdates', 'change.getMany', {
	summary: 'Read the updates feed: what was changed in the library',
	input: {
		since: top.dateOrCursor(
			'Where to start: a time, or the cursor of an item to continue after; ' +
				'when left empty, at the beginning or now, by Order',
			{
				label: 'From',
				wire: 'fetch_dateline',
				unit: 'milliseconds',
				sentWhenEmpty: '0',
				details: 'When left empty, Oldest First starts at the beginning and Newest First starts now.',
			},
		),
		mode: top.choice(['Order', 'In which direction to read'], {
			choices: {
				compare: ['Oldest First', 'What changed after From, including deleted entries'],
				newest: { label: 'Newest First', wire: null, help: 'What changed before From' },
			},
		}),
		dir: filter.choice(['Kind', 'Which entries to return'], {
			default: 'all',
			choices: { all: { label: 'Files and Folders', wire: null }, 0: 'Files', 1: 'Folders' },
		}),
		burst: onHiddenChanges(
			'Fail until you have checked the changes and chosen Report and Continue',
			'Return an item with the numbers, then continue with the other changes',
		),
	},
	check: ({ since, mode = 'compare' }) => checkOrder(since, mode === 'compare' ? 'oldest' : 'newest'),
	special: true,
	alsoSends: [countChanges],
	paging: { kind: 'cursor' },
	items: returns<SimpleChange>(),
	simplify: simpleChange,
	example: { mode: 'compare', returnAll: true },
});

const watchedFolder = {
	...folderRef,
	help: 'The folder to watch. Chosen by ID, it is watched even after it has been moved or renamed.',
	modes: { ...folderRef.modes, id: hashMode },
} as const;

/** The form of the File Library Trigger. No node runs it as an operation: the requests are those of its polls. */
export const changeTrigger = ownOperation('fileLibraryTrigger', 'trigger.changes', listChanges, {
	action: 'Watch a library',
	summary:
		'Start the workflow when files or folders in a library change, ' +
		'with one item for each change in the updates feed',
	covers: [listChanges, countChanges, listVersions, libraryFileInfo, getDownloadLink, listFolder],
	reads: true,
	input: {
		events: local.required.multi(
			'Changes that start the workflow. File Modified, Folder Changed, Moved or Renamed, and ' +
				'Restored need one additional request for each changed entry. File Arrived is a file that ' +
				'comes into what is watched: uploaded, copied, moved or restored, into a watched folder also ' +
				'with its folder. File Left is the reverse; of a deleted folder it tells the folder only, and' +
				' nothing with Kind: Files.',
			{ label: 'Trigger On', choices: EVENT_CHOICES, default: ['fileCreated'] },
		),
		scope: local.top.choice(['Watch', 'Where to look for changes'], {
			choices: { library: 'Whole Library', folder: 'Folder', folders: 'Several Folders' },
		}),
		folder: required({ ...watchedFolder, ...shownFor('scope', 'folder') }),
		folders: local.top.rows('The folders to watch', {
			...shownFor('scope', 'folders'),
			// A row that is left empty is not the whole library.
			cells: { folder: required({ ...watchedFolder, modes: { ...chosenFolder.modes, id: hashMode } }) },
		}),
		includeSubfolders: local.flag('Whether to also watch the subfolders', {
			...shownFor('scope', 'folder', 'folders'),
			default: true,
		}),
		startFrom: local.top.choice('Which changes to start with when the workflow is activated for the first time', {
			label: 'Start',
			choices: {
				now: ['From Now', 'Only changes made after the activation'],
				beginning: ['From the Beginning', 'Every file and folder in the library, each with its latest change'],
				date: 'From a Date',
			},
		}),
		startDate: requiredFor('startFrom', 'date').date('Report changes made from this time on', {
			...LOCAL,
			unit: 'milliseconds',
		}),
		type: local.filter.choice(['Kind', 'Which entries to report'], {
			choices: { all: 'Files and Folders', files: 'Files', folders: 'Folders' },
		}),
		excludeFolders: {
			...textList('Add Folder', 'Ignore these folders and everything in them, by path', 'e.g. Contracts/Archive'),
			of: 'path',
		},
		extensions,
		...patternFields,
		changedBy: textList(
			'Add Person',
			'Only changes by these people, with their names as the library shows them',
			'e.g. Zhang Wei',
		),
		notChangedBy: textList(
			'Add Person',
			'Ignore changes by these people. To keep a workflow from starting itself, ' +
				'set an Operator Name in its File Library nodes and enter that name here.',
			'e.g. n8n',
		),
		...sizeFilters({ min: 'minimumSize', max: 'maximumSize' }),
		downloadContent: local.flag(
			'Whether to download the content of files that were not deleted into a binary field. ' +
				'A download that fails is tried again at the next two polls, then reported with a message.',
		),
		binaryPropertyName: local.text('The name of the output binary field to put the content in', {
			label: 'Put Output File in Field',
			default: 'data',
		}),
		includeDeleted: local.filter.flag('Whether Any Change includes deleted files and folders', { default: true }),
		maximumItems: maximumItems('changes'),
		runPerItem: local.flag(
			'Whether to start the workflow once for each change, instead of once for all changes that a poll finds',
			{ label: 'One Run per Item' },
		),
		overlap: overlapOf(30, 'a change may take to show up in the updates feed', 'the last change'),
		burst: onHiddenChanges(
			'Fail at every poll until you have checked the changes and chosen Report and Continue',
			'Return an item with the numbers, then continue with later changes',
		),
	},
	output: returns<Row<FeedChangeItem>>(),
	example: { events: ['any'], startFrom: 'now' },
});
