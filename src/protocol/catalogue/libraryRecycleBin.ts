import { lists, operation, returns } from '../operation/define';
import { list, required } from '../operation/fields';
import type { Done } from './answers/common';
import type { RecycledEntry } from './answers/file';
import { listFolder } from './libraryFolder';
import { exactlyOneList, operator } from './shared';
import { simpleEntry } from './simplify';

/* The recycle bin of a library. */

const common = { resource: 'recycleBin', credential: 'org' } as const;
const paths = list({
	claims: 'path',
	wire: 'fullpaths',
	form: '|',
	of: 'path',
	button: 'Add Path',
	help: 'Full paths that the files had before they were deleted',
	placeholder: 'e.g. Contracts/offer.pdf',
});

export const listRecycled = operation({
	...common,
	id: 'libraryFileRecycleList',
	operation: 'getMany',
	menu: 'default',
	name: 'Get Many',
	action: 'Get many files of the recycle bin',
	summary: 'List the files and folders in the recycle bin',
	route: 'POST /m-open/1/file/recycle',
	repeatable: true,
	reads: true,
	input: {},
	output: lists<RecycledEntry>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleEntry,
	example: { returnAll: true },
});

export const restore = operation({
	...common,
	id: 'libraryFileRecover',
	operation: 'restore',
	name: 'Restore',
	action: 'Restore files from the recycle bin',
	summary: 'Move files and folders from the recycle bin back to where they were',
	route: 'POST /m-open/1/file/recover',
	slow: true,
	repeatable: false,
	special: 'restore',
	alsoSends: [listRecycled, listFolder],
	input: { paths: required(paths), ...operator },
	output: returns<Done>(),
	done: { success: true },
	example: { paths: ['Reports/deleted.txt'] },
});

export const deleteForGood = operation({
	...common,
	id: 'libraryFileDeleteCompletely',
	operation: 'delete',
	name: 'Delete Permanently',
	action: 'Delete files of the recycle bin permanently',
	summary: 'Permanently delete files from the recycle bin, by path or by tag',
	route: 'POST /m-open/1/file/del_completely',
	slow: true,
	repeatable: false,
	input: {
		paths: { ...paths, place: 'top' },
		tags: list({
			claims: 'nothing',
			wire: 'tag',
			form: ';',
			of: 'text',
			button: 'Add Tag',
			place: 'top',
			help: 'Instead of paths: delete all files with these tags',
		}),
		...operator,
	},
	compose: (input) => {
		exactlyOneList(['Paths', input.paths], ['Tags', input.tags]);
		return {};
	},
	output: returns<Done>(),
	// With tags nobody knows whether there was anything to delete, with several paths not whether there were all.
	done: ({ tag, fullpaths = '' }) => {
		if (tag !== undefined) return { success: true, tags: tag.split(';') };
		return fullpaths.includes('|') ? { removed: 'recycledFile' } : { deleted: true };
	},
	example: { paths: ['Reports/trash.txt'] },
});
