import type { INodeProperties } from 'n8n-workflow';
import { folderRef } from '../protocol/catalogue/shared';
import { EVENTS } from '../protocol/changeFilter';
import { required } from '../protocol/fields';
import { libraryAccess } from './library';
import { property } from './properties';

/** The watched folder: by path, as in the other operations, or by its stable ID. */
export const watchedFolder = required({
	...folderRef, help: 'The folder to watch',
	modes: { ...folderRef.modes, id: { label: 'ID', wire: 'hash', placeholder: 'e.g. 2b0d1a6d4a8b4a3f9c1e…' } },
});

const byName = (a: { name?: string; displayName?: string }, b: { name?: string; displayName?: string }): number =>
	(a.displayName ?? a.name ?? '').localeCompare(b.displayName ?? b.name ?? '');

const text = (displayName: string, name: string, description: string, placeholder: string): INodeProperties => ({ displayName, name, type: 'string', default: '', description, placeholder });
const bytes = (displayName: string, name: string, description: string): INodeProperties => ({ displayName, name, type: 'number', default: 0, typeOptions: { minValue: 0 }, description });
const yes = (displayName: string, name: string, value: boolean, description: string): INodeProperties => ({ displayName, name, type: 'boolean', default: value, description });

const options: INodeProperties[] = [
	{
		displayName: 'Kind', name: 'type', type: 'options', default: 'all', description: 'Which entries to report',
		options: [{ name: 'Files', value: 'files' }, { name: 'Files and Folders', value: 'all' }, { name: 'Folders', value: 'folders' }],
	},
	text('Extensions', 'extensions', 'Only files with one of these endings, separated by commas', 'e.g. pdf, docx'),
	text('Name Pattern', 'namePattern', 'Only names like this, where * stands for any characters and ? for one', 'e.g. invoice-*.pdf'),
	text('Changed By', 'changedBy', 'Only changes by these people, as the library shows their names, separated by commas', 'e.g. Zhang Wei'),
	text('Not Changed By', 'notChangedBy', 'No changes by these people. To keep a workflow from starting itself, give its File Library nodes an Operator Name and enter it here.', 'e.g. n8n'),
	bytes('Minimum Size', 'minimumSize', 'Only files of at least this many bytes'),
	{ ...bytes('Maximum Size', 'maximumSize', 'Only files of at most this many bytes'), default: 1_000_000_000 },
	yes('Download Content', 'downloadContent', false, 'Whether to put the content of files that were not deleted into a binary field. A file that cannot be downloaded is tried in three polls, then reported with a downloadError.'),
	{ ...text('Put Output File in Field', 'binaryPropertyName', 'Name of the binary field for the content', 'e.g. data'), default: 'data' },
	yes('Include Deleted', 'includeDeleted', true, 'Whether Any Change includes deleted files and folders'),
	{ displayName: 'Maximum Items per Run', name: 'maximumItems', type: 'number', default: 10000, typeOptions: { minValue: 1 }, description: 'Most changes to hand over at once. The rest comes with the next polls.' },
	yes('One Run per Item', 'runPerItem', false, 'Whether to start the workflow once for each change, instead of once for all changes that a poll finds'),
	{ displayName: 'Overlap (Seconds)', name: 'overlap', type: 'number', default: 30, typeOptions: { minValue: 0 }, description: 'How long a change may take to show up in the updates feed. This much of the time before the last change is read again at every poll, and what is known is dropped.' },
	{
		displayName: 'If a Burst Hides Changes', name: 'burst', type: 'options', default: 'stop', description: 'What to do when more changes share one millisecond than the updates feed can show',
		options: [
			{ name: 'Report and Go On', value: 'continue', description: 'Put out an item with the numbers, then continue with later changes' },
			{ name: 'Stop With an Error', value: 'stop', description: 'Fail at every poll until somebody has looked at it' },
		],
	},
];

/** The form of the trigger on the updates feed. */
export const triggerProperties: INodeProperties[] = [
	...libraryAccess,
	{
		displayName: 'Events', name: 'events', type: 'multiOptions', required: true, default: ['any'],
		description: 'Which changes start the workflow. Modified, Moved and Restored cost one more request for each changed file.',
		options: Object.entries(EVENTS).map(([value, { label }]) => ({ name: label, value })).sort(byName),
	},
	{
		displayName: 'Watch', name: 'scope', type: 'options', default: 'library', description: 'Where to look for changes',
		options: [{ name: 'Folder', value: 'folder' }, { name: 'Whole Library', value: 'library' }],
	},
	{ ...property('folder', watchedFolder), displayOptions: { show: { scope: ['folder'] } } },
	{ ...yes('Include Subfolders', 'includeSubfolders', true, 'Whether to watch what is in folders of the folder too'), displayOptions: { show: { scope: ['folder'] } } },
	{
		displayName: 'Start', name: 'startFrom', type: 'options', default: 'now', description: 'Which changes to begin with when the workflow is activated for the first time',
		options: [
			{ name: 'From a Date', value: 'date' },
			{ name: 'From Now', value: 'now', description: 'Only what changes after the activation' },
			{ name: 'From the Beginning', value: 'beginning', description: 'Everything that is in the library, each entry at its latest change' },
		],
	},
	{ displayName: 'Start Date', name: 'startDate', type: 'dateTime', required: true, default: '', description: 'Changes from this time on', displayOptions: { show: { startFrom: ['date'] } } },
	{ displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add option', default: {}, options: options.sort(byName) },
];
