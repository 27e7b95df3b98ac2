import { operation, returns } from '../operation/define';
import { flag, required } from '../operation/fields';
import { inputError } from '../wire/libraryError';
import { checkFileName } from '../wire/paths';
import type { Done } from './answers/common';
import * as files from './libraryFileChange';
import { by, optionalNewName, requiredNewName } from './shared';
import { library, pathRef } from './sharedUser';
import {
	copyRequest,
	deleteOriginal,
	destinationFolder,
	destinationLibrary,
	moveRequest,
	newNameOf,
	placing,
	placingSeveral,
	sourcesRef,
} from './sharedUserPlaces';
import { byToken } from './twins';
import { userGet } from './userFile';

/* Copying, moving, renaming and deleting files by token. */

const MOUNT = by('id', '2101');

export const userRename = operation({
	...byToken(files.rename),
	...placing,
	id: 'userFileRename',
	route: 'POST /m-api/1/file/rename',
	alsoSends: [userGet],
	input: {
		library,
		file: required({ ...pathRef, help: 'The file or folder to rename' }),
		newName: requiredNewName('newname', 'name'),
	},
	output: returns<Done>(),
	compose: ({ newName }) => ({ newname: checkFileName('New Name', newName) }),
	example: { library: MOUNT, file: by('path', 'Contracts/old name.txt'), newName: 'new name.txt' },
});

export const userCopy = operation({
	...byToken(files.copy),
	...placingSeveral,
	id: 'userFileCopy',
	covers: [copyRequest, userRename],
	summary: 'Copy files and folders into a folder of this or another library, or move them to another library',
	route: copyRequest.route,
	input: {
		library,
		file: sourcesRef('The file or folder to copy, or several of them'),
		destinationLibrary,
		destinationFolder: destinationFolder('targetFoldersByPath', 'destinationLibrary'),
		newName: optionalNewName('newname', 'name'),
		overwrite: flag({
			help: 'Whether to replace files of the same name in the destination folder; folders are never replaced',
			off: 'omit',
		}),
		deleteFrom: deleteOriginal,
	},
	compose: ({ file, newName, overwrite }) => {
		// The service knows nothing of the new name, and would replace a file that has the old one.
		if (overwrite && newName !== undefined)
			throw inputError('Overwrite', "can't be combined with New Name", 'Use only one of the two.');
		return newNameOf(file, newName);
	},
	output: returns<Done>(),
	example: {
		library: MOUNT,
		file: by('path', 'Contracts/offer.txt'),
		destinationFolder: by('path', 'Archive'),
		options: { overwrite: true },
	},
});

export const userMove = operation({
	...byToken(files.move),
	...placingSeveral,
	id: 'userFileMove',
	covers: [moveRequest, userRename],
	summary: 'Move files and folders into another folder of the library',
	route: moveRequest.route,
	input: {
		library,
		file: sourcesRef('The file or folder to move, or several of them'),
		destinationFolder: destinationFolder('foldersByPath', 'library'),
		newName: optionalNewName('newname', 'name'),
	},
	compose: ({ file, newName }) => newNameOf(file, newName),
	output: returns<Done>(),
	example: { library: MOUNT, file: by('path', 'Contracts/draft.txt'), destinationFolder: by('path', 'Archive') },
});

export const userDelete = operation({
	...byToken(files.remove),
	id: 'userFileDelete',
	summary: 'Delete a file or folder',
	route: 'POST /m-api/1/file/del',
	input: { library, file: required({ ...pathRef, help: 'The file or folder to delete' }) },
	output: returns<Done>(),
	done: { deleted: true },
	example: { library: MOUNT, file: by('path', 'Reports/old.txt') },
});
