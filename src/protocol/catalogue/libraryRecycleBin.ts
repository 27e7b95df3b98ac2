import { lists, operation, returns, type Sent } from '../operation/define';
import { eachNotEmpty, flag, required, text, titleCase } from '../operation/fields';
import { type RecycledChangeItem, type RecycledFilter, type RecycledSummaryItem } from '../recycleBin/recycled';
import { compileNamePattern } from '../tree/patterns';
import { requireTime } from '../operation/check/timeBefore';
import { inputError, missingError } from '../wire/libraryError';
import type { RecycledEntry, RestoredItem } from '../answers/file';
import { listFolder } from './libraryFiles';
import { by, LOCAL, oneTag, operator, tagOfDeletion } from './shared';
import { deletionCount, deletionShare, planFields } from './sharedPlans';
import { simpleRecycled } from './simplify';

/* The recycle bin of a library. */

const common = { resource: 'recycleBin', credential: 'org' } as const;
/** Deleted entries by the paths they had: one, or several as a list; a path with a bar would name two others. */
const deletedRef = (help: string) =>
	required.ref({
		claims: 'path',
		label: 'File or Folder',
		help: `${help}. An expression in Path may give a list of paths.`,
		wire: 'fullpaths',
		modes: {
			list: { label: 'From List', of: 'path', search: 'deletedByPath' },
			path: { label: 'Path', of: 'paths', placeholder: 'e.g. Contracts/offer.pdf' },
		},
	});

export const listRecycled = operation({
	...common,
	id: 'libraryFileRecycleList',
	operation: 'getMany',
	menu: 'default',
	action: 'Get many files in the recycle bin',
	summary: 'List the files and folders in the recycle bin',
	route: 'POST /m-open/1/file/recycle',
	reads: true,
	input: {},
	output: lists<RecycledEntry>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleRecycled,
	example: { returnAll: true },
});

export const restore = operation({
	...common,
	id: 'libraryFileRecover',
	undo: 'file.delete',
	caution: { kind: 'bulk', when: ({ file }) => file.value.includes('|') },
	operation: 'restore',
	action: 'Restore files from the recycle bin',
	summary: 'Move files and folders from the recycle bin back to where they were',
	route: 'POST /m-open/1/file/recover',
	slow: true,
	handler: 'recycleBin/restore',
	items: returns<RestoredItem>(),
	alsoSends: [listRecycled, listFolder],
	input: { file: deletedRef('The deleted file or folder, by the path it had'), ...operator },
	done: { success: true },
	example: { file: by('path', 'Reports/deleted.txt') },
});

const forGood = {
	...common,
	route: 'POST /m-open/1/file/del_completely',
	slow: true,
	caution: 'permanent',
} as const;

export const deleteForGood = operation({
	...forGood,
	id: 'libraryFileDeleteCompletely',
	operation: 'delete',
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

export const deleteForGoodByTag = operation({
	...forGood,
	id: 'libraryFileDeleteCompletelyByTag',
	covers: [deleteForGood],
	operation: 'deleteByTag',
	name: 'Delete Permanently by Tag',
	action: 'Delete files from the recycle bin by tag',
	summary: 'Permanently delete all files with a certain tag from the recycle bin',
	input: { tags: tagOfDeletion('Tag of the deleted files'), ...operator },
	compose: oneTag,
	// Nobody knows whether there was anything to delete.
	done: ({ tag = '' }) => ({ success: true, tags: [tag] }),
	example: { tags: 'obsolete' },
});

const FILTER = { ...LOCAL, place: 'filters' } as const;
/** Which deleted entries are meant; an entry has to pass all filters. An expression that gives nothing is refused. */
const filters = eachNotEmpty({
	deletedBefore: text({
		...FILTER,
		help: 'Only entries deleted earlier: a number of days ago, or a time',
		placeholder: 'e.g. 30 or 2026-10-01',
	}),
	namePattern: text({
		...FILTER,
		help:
			'Only entries with such a name: * stands for any characters, ? for one, {a,b} for one of several. ' +
			'With a slash or ** it is compared with the full path.',
		placeholder: 'e.g. *.tmp',
	}),
	folder: text({
		...FILTER,
		path: true,
		claims: 'nothing',
		help: 'Only entries that were in this folder, or in a folder inside it',
		placeholder: 'e.g. Contracts/2025',
	}),
	deletedBy: text({
		...FILTER,
		help: 'Only entries deleted by this person: the name as the recycle bin shows it',
		placeholder: 'e.g. Kim Lee',
	}),
});

/** Refuses to mean all entries unless somebody says so, and to mean them beside a filter. Throws inputError. */
function requireChoice(input: RecycledFilter & { readonly allEntries?: boolean }): void {
	const keys = Object.keys(filters) as Array<keyof typeof filters>;
	const set = keys.filter((key) => input[key] !== undefined);
	for (const key of set) if (input[key]?.trim() === '') throw inputError(titleCase(key), "can't be empty");
	requireTime('Deleted Before', input.deletedBefore);
	if (input.namePattern !== undefined) compileNamePattern('Name Pattern', input.namePattern);
	if (set.length === 0 && input.allEntries !== true)
		throw missingError(
			'Filters',
			'Set at least one filter that says which entries to delete',
			'To delete everything in the recycle bin, turn on All Entries.',
		);
	if (set.length > 0 && input.allEntries === true)
		throw inputError('All Entries', "can't be combined with filters", 'Turn it off, or remove the filters.');
}

export const emptyBin = operation({
	...forGood,
	id: 'libraryFileRecycleEmpty',
	covers: [listRecycled, deleteForGood],
	operation: 'empty',
	name: 'Delete Many Permanently',
	action: 'Delete many files from the recycle bin permanently',
	summary: 'Permanently delete all entries of the recycle bin that filters select; Dry Run only shows them',
	repeatable: true,
	handler: 'recycleBin/emptyBin',
	caution: { kind: 'permanent', when: ({ dryRun }) => dryRun === false },
	input: {
		...planFields('Whether to only show the entries that would be deleted, without deleting them'),
		allEntries: flag({
			...LOCAL,
			off: 'omit',
			place: 'top',
			help: 'Whether to delete everything in the recycle bin. Without it, at least one filter is required.',
		}),
		...filters,
		deletionLimit: deletionShare(
			50,
			'of the entries in the recycle bin that one run may delete. ' +
				'If more would be, nothing is deleted at all; without this option there is no such limit.',
		),
		deletionLimitCount: deletionCount('of entries that one run may delete'),
		// Sent by deletions only, which a dry run does not make.
		operatorId: { ...operator.operatorId, composed: true },
		operatorName: { ...operator.operatorName, composed: true },
	},
	check: requireChoice,
	compose: ({ operatorId: id, operatorName: name }): Sent => ({
		...(id === undefined ? {} : { op_id: String(id) }),
		...(name === undefined ? {} : { op_name: name }),
	}),
	output: returns<RecycledChangeItem | RecycledSummaryItem>(),
	example: { dryRun: true, filters: { folder: 'Reports' } },
});
