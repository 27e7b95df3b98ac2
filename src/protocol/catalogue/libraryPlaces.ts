import type { Located } from '../operation/check/locator';
import { operation, ownOperation, returns, type Sent } from '../operation/define';
import type { JsonObject } from '../wire/json';
import { inputError, valueError, quoted } from '../wire/libraryError';
import { baseName, checkFileName, joinPath, parentPath } from '../wire/paths';
import { createFolder, libraryFileInfo, listFolder } from './libraryFiles';
import { restore } from './libraryRecycleBin';
import { flag, local, notEmpty, ref, required, requiredFor, shownFor } from '../operation/fields';
import * as shared from './shared';
import { ifFolderTaken, ifTaken } from './sharedChoices';
import { simpleEntry } from './simplify';
import type { CopyResult, FileInfoLibrary } from '../contract';
import type { CopiedItem, PlacedItem } from '../answers/items';

/* What copying, moving and renaming the files and folders of a library have in common. */

/** The name in New Name; undefined where none was entered. Throws inputError for one with a slash. */
const checkNewName = (newName: string | undefined): string | undefined =>
	newName === undefined ? undefined : checkFileName('New Name', newName);

/** The full path that a copied or moved entry is to have. Throws inputError for a new name that is none. */
const destinationPath = (source: Located, folder: Located, newName: string | undefined): string =>
	joinPath(folder.value, checkNewName(newName) ?? baseName(source.value));

/** The full path of an entry that is renamed and stays where it is. Throws inputError for a name that is none. */
const renamedPath = (source: Located, newName: string): string =>
	joinPath(parentPath(source.value), checkFileName('New Name', newName));

/**
 * The folders for the copies of several sources, as the interface takes them: one for all, or one for each (G21).
 * Throws inputError for another number of folders, and for a folder whose name contains the separator (A13).
 */
function foldersFor(sources: number, folders: readonly Located[]): string {
	const bad = folders.find(({ value }) => value.includes('|'));
	if (bad)
		throw valueError(
			'Destination Folder',
			`${quoted(bad.value)} contains "|", which separates folders`,
			'Copy into this folder one by one, with Copy.',
		);
	if (folders.length !== 1 && folders.length !== sources)
		throw inputError(
			'Destination Folders',
			`contain ${folders.length} folders for ${sources} sources`,
			'Enter as many folders as sources, or choose One Folder.',
		);
	// A list of paths has no empty part; "/" is the root there too (client facts 5.5).
	return folders.map(({ value }) => value || '/').join('|');
}

/* Copying, moving, renaming and deleting the files of a library. */

const permanentIfChosen = {
	kind: 'permanent',
	when: ({ destroy }: { readonly destroy?: boolean }) => destroy === true,
} as const;

const deleted = ({ destroy }: Sent): JsonObject => ({ deleted: true, permanently: destroy === '1' });

const destroy = flag(['Delete Permanently', 'Whether to delete for good, without the recycle bin']);

const RECYCLED = 'Goes to the recycle bin, unless Options say Delete Permanently';

export const libraryFileDelete = operation('libraryFileDelete', 'file.delete', {
	action: 'Delete a file or folder',
	forModel: 'Delete a file or folder in File Library, to the recycle bin unless permanently.',
	summary: 'Delete a file or folder, to the recycle bin unless permanently',
	input: {
		file: required({ ...shared.pathRef, hint: RECYCLED, help: 'The file or folder to delete' }),
		destroy,
		...shared.operator,
	},
	caution: permanentIfChosen,
	done: deleted,
	example: { file: shared.by('path', 'Reports/old.txt') },
});

/** How a library copies. The answer may be a queued task: it is waited for, and the copy is looked up. */
const copying = {
	queue: true,
	special: true,
	items: returns<CopiedItem>(),
	// A destination folder that does not exist is created, and what is replaced is deleted.
	alsoSends: [libraryFileInfo, listFolder, createFolder, libraryFileDelete, restore],
} as const;

const moving = {
	special: true,
	items: returns<PlacedItem>(),
	alsoSends: [libraryFileInfo, createFolder, libraryFileDelete, restore],
	done: { success: true },
} as const;

export const libraryFileCopy = operation('libraryFileCopy', 'file.copy', {
	...copying,
	summary: 'Copy a file or folder into a folder of the library',
	input: {
		file: required(shared.sourceRef),
		destinationFolder: shared.destinationFolder('fullpath'),
		newName: shared.optionalNewName('fullpath'),
		conflict: ifTaken,
		...shared.operator,
	},
	compose: ({ file, destinationFolder: folder, newName }) => ({ fullpath: destinationPath(file, folder, newName) }),
	example: {
		file: shared.by('path', 'Contracts/offer.txt'),
		destinationFolder: shared.by('path', 'Archive'),
		newName: 'offer copy.txt',
	},
});

export const copyMany = operation('libraryFileCopyMany', 'file.copyMany', {
	...copying,
	caution: 'bulk',
	action: 'Copy many files',
	forModel: 'Copy several files or folders into one folder, or each into its own, in File Library.',
	summary: 'Copy several files and folders into one folder, or each into one of its own',
	input: {
		sources: required.pickers('The files and folders to copy; Path also takes a list by expression', {
			wire: 'from_fullpaths',
			form: '|',
			cells: { file: required({ ...shared.sourceRef, help: 'A file or folder to copy' }) },
		}),
		copyTo: local.top.choice('Where the copies go', {
			choices: {
				one: ['One Folder', 'All copies go into the same folder'],
				each: ['A Folder for Each Source', 'As many folders as sources, in the same order'],
			},
		}),
		destinationFolder: { ...shared.destinationFolder('paths'), ...shownFor('copyTo', 'one') },
		destinationFolders: requiredFor('copyTo', 'each').pickers('The folder for each source, created if missing', {
			wire: 'paths',
			form: '|',
			composed: true,
			button: 'Add Folder',
			cells: { folder: shared.destinationCell },
		}),
		conflict: ifTaken,
		copyAll: flag(['Copy All Properties', 'Whether to copy all properties, including the author']),
		...shared.operator,
	},
	compose: ({ sources, destinationFolder: one, destinationFolders = [] }) => ({
		paths: foldersFor(sources.length, one ? [one] : destinationFolders.map(({ folder }) => folder)),
	}),
	example: {
		sources: {
			rows: [
				{ file: shared.by('path', 'Contracts/offer.txt') },
				{ file: shared.by('path', 'Contracts/offer.pdf') },
			],
		},
		destinationFolder: shared.by('path', 'Archive'),
	},
});

export const libraryFileMove = operation('libraryFileMove', 'file.move', {
	...moving,
	summary: 'Move a file or folder into another folder of the library',
	input: {
		file: required({ ...shared.pathRef, help: 'The file or folder to move' }),
		destinationFolder: shared.destinationFolder('dest_fullpath'),
		newName: shared.optionalNewName('dest_fullpath'),
		conflict: ifTaken,
		...shared.operator,
	},
	compose: ({ file, destinationFolder: folder, newName }) => ({
		dest_fullpath: destinationPath(file, folder, newName),
	}),
	example: { file: shared.by('path', 'Contracts/draft.txt'), destinationFolder: shared.by('path', 'Archive') },
});

export const rename = ownOperation('libraryFileRename', 'file.rename', libraryFileMove, {
	...moving,
	alsoSends: [libraryFileInfo, libraryFileDelete, restore],
	summary: 'Change the name of a file or folder, which stays in its folder',
	input: {
		file: required({ ...shared.pathRef, help: 'The file or folder to rename' }),
		newName: shared.requiredNewName('dest_fullpath', 'path'),
		conflict: ifTaken,
		...shared.operator,
	},
	compose: ({ file, newName }) => ({ dest_fullpath: renamedPath(file, newName) }),
	example: { file: shared.by('path', 'Contracts/old name.txt'), newName: 'new name.txt' },
});

export const removeByTag = ownOperation('libraryFileDeleteByTag', 'file.deleteByTag', libraryFileDelete, {
	special: false,
	name: 'Delete by Tag',
	action: 'Delete files by tag',
	forModel: 'Delete every file and folder in File Library that has this tag.',
	summary: 'Delete all files and folders with a certain tag, to the recycle bin unless permanently',
	input: {
		tags: shared.tagOfDeletion('Tag of what to delete'),
		// Added and left empty, it would mean the whole library.
		folder: notEmpty(
			ref(['Only in Folder', 'Only what is inside this folder, at all levels'], {
				...shared.folderRef,
				place: 'options',
				// Document: tag is "used with path" (G12).
				sentWhenEmpty: '',
				wire: 'path',
				modes: {
					...shared.chosenFolder.modes,
					list: { ...shared.chosenFolder.modes.list, placeholder: 'Select a folder...' },
				},
			}),
		),
		destroy,
		...shared.operator,
	},
	compose: shared.oneTag,
	caution: ['bulk', permanentIfChosen],
	// Nobody knows whether there was anything to delete.
	done: ({ tag = '', path, destroy: permanently }) => ({
		success: true,
		tags: [tag],
		path: undefined,
		fullpath: path || '/',
		permanently: permanently === '1',
	}),
	example: { tags: 'obsolete', options: { folder: shared.by('path', 'Reports') } },
});

/* What can be done with a folder as with a file: the same requests, with pickers that show folders only. */

export const getFolder = ownOperation('libraryFolderGet', 'folder.get', libraryFileInfo, {
	summary: 'Get the properties of a folder',
	input: { folder: required(shared.folderInfoRef), ...shared.withoutFile(libraryFileInfo) },
	output: returns<FileInfoLibrary>(),
	simplify: simpleEntry,
	example: { folder: shared.by('path', 'Contracts') },
});

export const copyFolder = ownOperation('libraryFolderCopy', 'folder.copy', libraryFileCopy, {
	...copying,
	summary: 'Copy a folder with everything in it into another folder of the library',
	input: {
		folder: required(shared.folderSourceRef),
		...shared.withoutFile(libraryFileCopy),
		conflict: ifFolderTaken,
	},
	compose: ({ folder, destinationFolder: to, newName }) => ({ fullpath: destinationPath(folder, to, newName) }),
	output: returns<CopyResult>(),
	example: {
		folder: shared.by('path', 'Contracts'),
		destinationFolder: shared.by('path', 'Archive'),
		newName: 'Contracts copy',
	},
});

export const moveFolder = ownOperation('libraryFolderMove', 'folder.move', libraryFileMove, {
	...moving,
	summary: 'Move a folder with everything in it into another folder of the library',
	input: {
		folder: required({ ...shared.subfolderRef, help: 'The folder to move with everything in it' }),
		...shared.withoutFile(libraryFileMove),
		conflict: ifFolderTaken,
	},
	compose: ({ folder, destinationFolder: to, newName }) => ({ dest_fullpath: destinationPath(folder, to, newName) }),
	example: { folder: shared.by('path', 'Drafts/2024'), destinationFolder: shared.by('path', 'Archive') },
});

export const renameFolder = ownOperation('libraryFolderRename', 'folder.rename', libraryFileMove, {
	...moving,
	alsoSends: [libraryFileInfo],
	summary: 'Change the name of a folder, which stays where it is',
	input: {
		folder: required({ ...shared.subfolderRef, help: 'The folder to rename' }),
		newName: shared.requiredNewName('dest_fullpath', 'path', shared.FOLDER_NAME),
		conflict: ifFolderTaken,
		...shared.operator,
	},
	compose: ({ folder, newName }) => ({ dest_fullpath: renamedPath(folder, newName) }),
	example: { folder: shared.by('path', 'Drafts/2025'), newName: '2025 final' },
});

export const removeFolder = ownOperation('libraryFolderDelete', 'folder.delete', libraryFileDelete, {
	special: false,
	forModel: 'Delete a folder in File Library, to the recycle bin unless permanently.',
	summary: 'Delete a folder with everything in it, to the recycle bin unless permanently',
	input: {
		folder: required({
			...shared.subfolderRef,
			hint: RECYCLED,
			help: 'The folder to delete with everything in it',
		}),
		...shared.withoutFile(libraryFileDelete),
	},
	caution: permanentIfChosen,
	done: deleted,
	example: { folder: shared.by('path', 'Drafts/2023') },
});
