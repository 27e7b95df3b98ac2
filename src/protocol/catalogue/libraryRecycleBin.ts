import { operation, ownOperation, returns } from '../operation/define';
import { required } from '../operation/fields';
import { listFolder } from './libraryFiles';
import { by, oneTag, operator, tagOfDeletion } from './shared';
import { simpleRecycled } from './simplify';
import type { RestoredItem } from '../answers/items';

/* The recycle bin of a library. */

/** Deleted entries by the paths they had: one, or several as a list; a path with a bar would name two others. */
const deletedRef = (help: string) =>
	required.ref(['File or Folder', `${help}; Path also takes a list by expression`], {
		claims: 'path',
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
});

export const restore = operation('libraryFileRecover', 'recycleBin.restore', {
	caution: { kind: 'bulk', when: ({ file }) => file.value.includes('|') },
	action: 'Restore files from the recycle bin',
	summary: 'Move files and folders from the recycle bin back to where they were',
	special: true,
	items: returns<RestoredItem>(),
	alsoSends: [listRecycled, listFolder],
	input: { file: deletedRef('The deleted file or folder, by the path it had'), ...operator },
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
		special: false,
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
