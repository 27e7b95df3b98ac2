import { operation, returns } from '../operation/define';
import { choice, flag, notEmpty, pickers, required, shownFor } from '../operation/fields';
import type { Done } from './answers/common';
import type { CopyResult } from './answers/file';
import { get } from './libraryFile';
import {
	by,
	chosenFolder,
	destinationCell,
	destinationFolder,
	LOCAL,
	operator,
	optionalNewName,
	pathRef,
	requiredNewName,
	sourceRef,
	tagList,
} from './shared';
import { copying, deleted, destinationPath, foldersFor, moving, permanentIfChosen, renamedPath } from './sharedPlaces';

/* Copying, moving, renaming and deleting the files of a library. */

const common = { resource: 'file', credential: 'org' } as const;

export const copy = operation({
	...common,
	...copying,
	id: 'libraryFileCopy',
	operation: 'copy',
	action: 'Copy a file',
	summary: 'Copy a file or folder into a folder of the library',
	input: {
		file: required(sourceRef),
		destinationFolder: destinationFolder('fullpath'),
		newName: optionalNewName('fullpath'),
		...operator,
	},
	compose: ({ file, destinationFolder: folder, newName }) => ({ fullpath: destinationPath(file, folder, newName) }),
	output: returns<CopyResult>(),
	example: {
		file: by('path', 'Contracts/offer.txt'),
		destinationFolder: by('path', 'Archive'),
		newName: 'offer copy.txt',
	},
});

export const copyMany = operation({
	...common,
	...copying,
	id: 'libraryFileCopyMany',
	operation: 'copyMany',
	action: 'Copy many files',
	summary: 'Copy several files and folders into one folder, or each into a folder of its own, in a single call',
	route: 'POST /m-open/1/file/mcopy',
	input: {
		sources: required(
			pickers({
				wire: 'from_fullpaths',
				form: '|',
				button: 'Add Source',
				help: 'The files and folders to copy. An expression in Path may give a list of paths.',
				cells: { file: required({ ...sourceRef, help: 'A file or folder to copy' }) },
			}),
		),
		copyTo: choice({
			...LOCAL,
			label: 'Copy To',
			place: 'top',
			help: 'Where the copies go',
			default: 'one',
			choices: {
				one: { label: 'One Folder', help: 'All copies go into the same folder' },
				each: { label: 'A Folder for Each Source', help: 'As many folders as sources, in the same order' },
			},
		}),
		destinationFolder: shownFor('copyTo', ['one'], destinationFolder('paths')),
		destinationFolders: shownFor(
			'copyTo',
			['each'],
			required({
				...pickers({
					wire: 'paths',
					form: '|',
					button: 'Add Folder',
					help: 'The folder for each source; folders that do not exist are created',
					cells: { folder: destinationCell },
				}),
				composed: true,
			}),
		),
		copyAll: flag({
			label: 'Copy All Properties',
			wire: 'copy_all',
			help: 'Whether to copy all properties, including the author',
			off: '0',
		}),
		...operator,
	},
	compose: ({ sources, destinationFolder: one, destinationFolders = [] }) => ({
		paths: foldersFor(sources.length, one ? [one] : destinationFolders.map(({ folder }) => folder)),
	}),
	output: returns<CopyResult[]>(),
	example: {
		sources: { rows: [{ file: by('path', 'Contracts/offer.txt') }, { file: by('path', 'Contracts/offer.pdf') }] },
		destinationFolder: by('path', 'Archive'),
	},
});

export const move = operation({
	...common,
	...moving,
	id: 'libraryFileMove',
	operation: 'move',
	action: 'Move a file',
	summary: 'Move a file or folder into another folder of the library',
	input: {
		file: required({ ...pathRef, help: 'The file or folder to move' }),
		destinationFolder: destinationFolder('dest_fullpath'),
		newName: optionalNewName('dest_fullpath'),
		...operator,
	},
	compose: ({ file, destinationFolder: folder, newName }) => ({
		dest_fullpath: destinationPath(file, folder, newName),
	}),
	output: returns<Done>(),
	example: { file: by('path', 'Contracts/draft.txt'), destinationFolder: by('path', 'Archive') },
});

export const rename = operation({
	...common,
	...moving,
	id: 'libraryFileRename',
	covers: [move],
	alsoSends: [get],
	operation: 'rename',
	action: 'Rename a file',
	summary: 'Change the name of a file or folder, which stays in its folder',
	input: {
		file: required({ ...pathRef, help: 'The file or folder to rename' }),
		newName: requiredNewName('dest_fullpath', 'path'),
		...operator,
	},
	compose: ({ file, newName }) => ({ dest_fullpath: renamedPath(file, newName) }),
	output: returns<Done>(),
	example: { file: by('path', 'Contracts/old name.txt'), newName: 'new name.txt' },
});

const destroy = flag({
	label: 'Delete Permanently',
	help: 'Whether to delete permanently instead of moving to the recycle bin',
	off: '0',
});

export const remove = operation({
	...common,
	id: 'libraryFileDelete',
	operation: 'delete',
	action: 'Delete a file or folder',
	summary: 'Delete a file or folder; it is kept in the recycle bin unless deleted permanently',
	route: 'POST /m-open/1/file/del',
	slow: true,
	input: { file: required({ ...pathRef, help: 'The file or folder to delete' }), destroy, ...operator },
	caution: permanentIfChosen,
	output: returns<Done>(),
	done: deleted,
	example: { file: by('path', 'Reports/old.txt') },
});

export const removeByTag = operation({
	...common,
	id: 'libraryFileDeleteByTag',
	covers: [remove],
	operation: 'deleteByTag',
	name: 'Delete by Tag',
	action: 'Delete files by tag',
	summary:
		'Delete all files and folders with any of some tags; ' +
		'they are kept in the recycle bin unless deleted permanently',
	route: remove.route,
	slow: true,
	input: {
		tags: tagList('Tags of the files and folders to delete. One of them is enough.', 'e.g. obsolete'),
		// Added and left empty, it would mean the whole library.
		folder: notEmpty({
			...chosenFolder,
			label: 'Only in Folder',
			help: 'Delete only what is inside this folder, at all levels; the whole library when not added',
			required: false,
			place: 'options',
			// Document: tag is "used with path" (G12).
			sentWhenEmpty: '',
			modes: {
				list: { ...chosenFolder.modes.list, wire: 'path', placeholder: 'Select a folder...' },
				path: { ...chosenFolder.modes.path, wire: 'path' },
			},
		}),
		destroy,
		...operator,
	},
	caution: permanentIfChosen,
	output: returns<Done>(),
	// Nobody knows whether there was anything to delete.
	done: ({ tag = '', path, destroy: permanently }) => ({
		success: true,
		tags: tag.split(';'),
		path: undefined,
		fullpath: path || '/',
		permanently: permanently === '1',
	}),
	example: { tags: ['obsolete'], options: { folder: by('path', 'Reports') } },
});
