import { DAY_MS } from '../wire/json';
import { operation, returns, ownOperation } from '../operation/define';
import { date, flag, required } from '../operation/fields';
import { isDate } from '../operation/check/date';
import { by, requireOrder, pathRef, oneTag, operator, tagOfDeletion } from './shared';
import { simpleQueueTask, simpleStatistics, type SimpleVersion, simpleVersion, simpleRecycled } from './simplify';
import { listFolder } from './libraryFiles';
import type { RestoredItem } from '../answers/items';

/* What happened in a library: the history of a file, and the updates feed. */

export const listVersions = operation('libraryFileHistory', 'history.getMany', {
	action: 'Get many versions of a file',
	summary: 'List the history of a file, with the checksum of each version',
	input: { file: required({ ...pathRef, label: 'File', help: 'The file' }) },
	items: returns<SimpleVersion>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hid'] },
	simplify: simpleVersion,
	example: { file: by('path', 'Contracts/offer.txt'), returnAll: true },
});

export const countChanges = operation('libraryFileUpdatesCount', 'change.count', {
	action: 'Count changes',
	summary: 'Count the changes of the last 24 hours, or between two times',
	input: {
		begin: date('Start; 24 hours before the end when left empty', {
			label: 'From',
			wire: 'begin_dateline',
			unit: 'milliseconds',
			place: 'top',
			whenEmpty: ({ end }, now) => (isDate(end) ? end.getTime() : now) - DAY_MS,
		}),
		end: date('End; now when left empty', {
			label: 'To',
			wire: 'end_dateline',
			unit: 'milliseconds',
			place: 'top',
			whenEmpty: (_, now) => now,
		}),
		showdel: flag('Whether to also count deleted entries', { label: 'Include Deleted', place: 'filters' }),
	},
	check: ({ begin, end }) => requireOrder(['From', begin], ['To', end]),
	example: {},
});

/* The state of a library: its usage, and tasks that the service does in the background. */

export const getQueueTask = operation('libraryFileQueueStatus', 'copyTask.get', {
	menu: 'default',
	action: 'Get a copy task',
	summary: 'Get the state of a copy in the background',
	input: {
		queueId: required.text('The queue_id that the copy returned', {
			claims: 'id',
			label: 'Queue ID',
			placeholder: 'e.g. 700001',
		}),
	},
	simplify: simpleQueueTask,
	example: { queueId: '700001' },
});

export const getStatistics = operation('libraryFileStat', 'library.getStatistics', {
	menu: 'default',
	action: 'Get statistics of the library',
	summary: 'Get capacity, used space, recycle bin size and number of files',
	input: {},
	simplify: simpleStatistics,
	example: {},
});

/* The recycle bin of a library. */

/** Deleted entries by the paths they had: one, or several as a list; a path with a bar would name two others. */
const deletedRef = (help: string) =>
	required.ref(`${help}; Path also takes a list by expression`, {
		claims: 'path',
		label: 'File or Folder',
		wire: 'fullpaths',
		modes: {
			list: { label: 'From List', of: 'path', search: 'deletedByPath' },
			path: { label: 'Path', of: 'paths', placeholder: 'e.g. Contracts/offer.pdf' },
		},
	});

export const listRecycled = operation('libraryFileRecycleList', 'recycleBin.getMany', {
	action: 'Get many files in the recycle bin',
	summary: 'List the files and folders in the recycle bin',
	input: {},
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleRecycled,
	example: { returnAll: true },
});

export const restore = operation('libraryFileRecover', 'recycleBin.restore', {
	undo: 'file.delete',
	caution: { kind: 'bulk', when: ({ file }) => file.value.includes('|') },
	action: 'Restore files from the recycle bin',
	summary: 'Move files and folders from the recycle bin back to where they were',
	special: true,
	items: returns<RestoredItem>(),
	alsoSends: [listRecycled, listFolder],
	input: { file: deletedRef('The deleted file or folder, by the path it had'), ...operator },
	done: { success: true },
	example: { file: by('path', 'Reports/deleted.txt') },
});

export const deleteForGood = operation('libraryFileDeleteCompletely', 'recycleBin.delete', {
	caution: 'permanent',
	name: 'Delete Permanently',
	action: 'Delete files from the recycle bin permanently',
	summary: 'Permanently delete files and folders from the recycle bin',
	input: { file: deletedRef('The file or folder in the recycle bin, by the path it had'), ...operator },
	// With several paths nobody knows whether there were all.
	done: ({ fullpaths = '' }) =>
		fullpaths.includes('|')
			? { removed: 'recycledFile' }
			: { fullpaths: undefined, fullpath: fullpaths, deleted: true },
	example: { file: by('path', 'Reports/trash.txt') },
});

export const deleteForGoodByTag = ownOperation(
	'libraryFileDeleteCompletelyByTag',
	'recycleBin.deleteByTag',
	deleteForGood,
	{
		caution: 'permanent',
		name: 'Delete Permanently by Tag',
		action: 'Delete files from the recycle bin by tag',
		summary: 'Permanently delete all files with a certain tag from the recycle bin',
		input: { tags: tagOfDeletion('Tag of the deleted files'), ...operator },
		compose: oneTag,
		// Nobody knows whether there was anything to delete.
		done: ({ tag = '' }) => ({ success: true, tags: [tag] }),
		example: { tags: 'obsolete' },
	},
);
