import { operation, returns } from '../operation/define';
import { required } from '../operation/fields';
import { checkFileName } from '../wire/paths';
import type { Done } from './answers/common';
import type { UserFileInfo } from './answers/user';
import * as folders from './libraryFolderChange';
import { by, optionalNewName, requiredNewName } from './shared';
import { folderInfoRef, library, simpleUserEntry, subfolderRef } from './sharedUser';
import {
	copyRequest,
	deleteOriginal,
	destinationFolder,
	destinationLibrary,
	moveRequest,
	newNameOf,
	placing,
} from './sharedUserPlaces';
import { byToken } from './twins';
import { userGet } from './userFile';
import { userDelete, userRename } from './userFileChange';

/* What can be done by token with a folder as with a file: the same requests, with pickers that show folders only. */

const MOUNT = by('id', '2101');
const placeholder = 'e.g. Contracts 2026';

export const userGetFolder = operation({
	...byToken(folders.getFolder),
	id: 'userFolderGet',
	covers: [userGet],
	route: userGet.route,
	input: { library, folder: required(folderInfoRef) },
	output: returns<UserFileInfo>(),
	simplify: simpleUserEntry,
	example: { library: MOUNT, folder: by('path', 'Contracts') },
});

export const userRenameFolder = operation({
	...byToken(folders.renameFolder),
	...placing,
	id: 'userFolderRename',
	covers: [userRename],
	route: userRename.route,
	alsoSends: [userGet],
	input: {
		library,
		folder: required({ ...subfolderRef, help: 'The folder to rename' }),
		newName: requiredNewName('newname', 'name', placeholder),
	},
	compose: ({ newName }) => ({ newname: checkFileName('New Name', newName) }),
	output: returns<Done>(),
	example: { library: MOUNT, folder: by('path', 'Drafts/2025'), newName: '2025 final' },
});

export const userCopyFolder = operation({
	...byToken(folders.copyFolder),
	...placing,
	id: 'userFolderCopy',
	covers: [copyRequest, userRename],
	summary: 'Copy a folder with everything in it into a folder of this or another library, or move it there',
	route: copyRequest.route,
	input: {
		library,
		folder: required({ ...subfolderRef, help: 'The folder to copy, with everything in it' }),
		destinationLibrary,
		destinationFolder: destinationFolder('targetFoldersByPath', 'destinationLibrary'),
		newName: optionalNewName('newname', 'name', placeholder),
		deleteFrom: deleteOriginal,
	},
	compose: ({ folder, newName }) => newNameOf(folder, newName),
	output: returns<Done>(),
	example: { library: MOUNT, folder: by('path', 'Contracts'), destinationFolder: by('path', 'Archive') },
});

export const userMoveFolder = operation({
	...byToken(folders.moveFolder),
	...placing,
	id: 'userFolderMove',
	covers: [moveRequest, userRename],
	route: moveRequest.route,
	input: {
		library,
		folder: required({ ...subfolderRef, help: 'The folder to move, with everything in it' }),
		destinationFolder: destinationFolder('foldersByPath', 'library'),
		newName: optionalNewName('newname', 'name', placeholder),
	},
	compose: ({ folder, newName }) => newNameOf(folder, newName),
	output: returns<Done>(),
	example: { library: MOUNT, folder: by('path', 'Drafts/2024'), destinationFolder: by('path', 'Archive') },
});

export const userDeleteFolder = operation({
	...byToken(folders.removeFolder),
	id: 'userFolderDelete',
	covers: [userDelete],
	summary: 'Delete a folder with everything in it',
	route: userDelete.route,
	input: { library, folder: required({ ...subfolderRef, help: 'The folder to delete, with everything in it' }) },
	output: returns<Done>(),
	done: { deleted: true },
	example: { library: MOUNT, folder: by('path', 'Drafts/2023') },
});
