import { operation, returns } from '../operation/define';
import { required } from '../operation/fields';
import type { Done } from './answers/common';
import type { CopyResult, FileInfo } from './answers/file';
import { get } from './libraryFile';
import * as files from './libraryFileChange';
import {
	by,
	destinationFolder,
	folderInfoRef,
	folderSourceRef,
	operator,
	optionalNewName,
	requiredNewName,
	subfolderRef,
} from './shared';
import { copying, deleted, destinationPath, moving, permanentIfChosen, renamedPath } from './sharedPlaces';
import { simpleEntry } from './simplify';
import { withFolder } from './twins';

/* What can be done with a folder as with a file: the same requests, with pickers that show folders only. */

const placeholder = 'e.g. Contracts 2026';

export const getFolder = operation({
	...withFolder(get),
	id: 'libraryFolderGet',
	covers: [get],
	action: 'Get a folder',
	summary: 'Get the properties of a folder',
	input: { folder: required(folderInfoRef), intranet: get.input.intranet, attribute: get.input.attribute },
	output: returns<FileInfo>(),
	simplify: simpleEntry,
	example: { folder: by('path', 'Contracts') },
});

export const copyFolder = operation({
	...withFolder(files.copy),
	...copying,
	id: 'libraryFolderCopy',
	covers: [files.copy],
	action: 'Copy a folder',
	summary: 'Copy a folder with everything in it into another folder of the library',
	input: {
		folder: required(folderSourceRef),
		destinationFolder: destinationFolder('fullpath'),
		newName: optionalNewName('fullpath', 'nothing', placeholder),
		...operator,
	},
	compose: ({ folder, destinationFolder: to, newName }) => ({ fullpath: destinationPath(folder, to, newName) }),
	output: returns<CopyResult>(),
	example: { folder: by('path', 'Contracts'), destinationFolder: by('path', 'Archive'), newName: 'Contracts copy' },
});

export const moveFolder = operation({
	...withFolder(files.move),
	...moving,
	id: 'libraryFolderMove',
	covers: [files.move],
	action: 'Move a folder',
	summary: 'Move a folder with everything in it into another folder of the library',
	input: {
		folder: required({ ...subfolderRef, help: 'The folder to move, with everything in it' }),
		destinationFolder: destinationFolder('dest_fullpath'),
		newName: optionalNewName('dest_fullpath', 'nothing', placeholder),
		...operator,
	},
	compose: ({ folder, destinationFolder: to, newName }) => ({ dest_fullpath: destinationPath(folder, to, newName) }),
	output: returns<Done>(),
	example: { folder: by('path', 'Drafts/2024'), destinationFolder: by('path', 'Archive') },
});

export const renameFolder = operation({
	...withFolder(files.rename),
	...moving,
	id: 'libraryFolderRename',
	covers: [files.move],
	alsoSends: [get],
	action: 'Rename a folder',
	summary: 'Change the name of a folder, which stays where it is',
	input: {
		folder: required({ ...subfolderRef, help: 'The folder to rename' }),
		newName: requiredNewName('dest_fullpath', 'path', placeholder),
		...operator,
	},
	compose: ({ folder, newName }) => ({ dest_fullpath: renamedPath(folder, newName) }),
	output: returns<Done>(),
	example: { folder: by('path', 'Drafts/2025'), newName: '2025 final' },
});

export const removeFolder = operation({
	...withFolder(files.remove),
	id: 'libraryFolderDelete',
	covers: [files.remove],
	action: 'Delete a folder',
	summary: 'Delete a folder with everything in it; it is kept in the recycle bin unless deleted permanently',
	input: {
		folder: required({ ...subfolderRef, help: 'The folder to delete, with everything in it' }),
		destroy: files.remove.input.destroy,
		...operator,
	},
	caution: permanentIfChosen,
	output: returns<Done>(),
	done: deleted,
	example: { folder: by('path', 'Drafts/2023') },
});
