import { operation, ownOperation, returns } from '../operation/define';
import { flag, ref, required } from '../operation/fields';
import { inputError } from '../wire/libraryError';
import { checkFileName } from '../wire/paths';
import { by, chosenFolder, FOLDER_NAME, optionalNewName, requiredNewName, subfolderRef, withoutFile } from './shared';
import { ifCopyTaken, ifFolderTaken, ifTaken } from './sharedChoices';
import { byToken, inLibrary, chosenMount, MOUNT, mountRef, pathRef, simpleUserEntry } from './sharedUser';
import { userCreateFolder, userGet, userListFolder } from './userFiles';
import * as files from './libraryPlaces';
import { copyRequest, moveRequest } from './requests';
import type { FileEntryUserInfo } from '../contract';
import type { PlacedItem } from '../answers/items';

/* Copying, moving, renaming and deleting files by token. */

/** Below what is deleted: the document says nothing of a recycle bin here. */
const FOR_SERVICE_TO_DECIDE = 'The service decides whether it goes to the recycle bin';

export const userDelete = operation('userFileDelete', 'file.delete', {
	...byToken(files.libraryFileDelete),
	caution: 'irreversible',
	forModel: 'Delete a file or folder in File Library; it may be gone for good.',
	summary: 'Delete a file or folder; the service decides whether it goes to the recycle bin',
	input: {
		library: chosenMount,
		file: { ...inLibrary(files.libraryFileDelete.input, 'file').file, hint: FOR_SERVICE_TO_DECIDE },
	},
	done: { deleted: true },
});

/* What copying, moving and renaming by token have in common. */

const severalPaths = {
	kind: 'bulk',
	when: ({ file }: { readonly file: { readonly by: string } }) => file.by === 'paths',
} as const;

/** What a person deletes may be lost: the original of a copy, and what is overwritten. */
const deletingOther = {
	kind: 'irreversible',
	when: ({ conflict, deleteFrom }: { readonly conflict?: string; readonly deleteFrom?: boolean }) =>
		conflict === 'overwrite' || deleteFrom === true,
} as const;

const placing = {
	done: { success: true },
	special: true,
	items: returns<PlacedItem>(),
	// A destination folder that does not exist is created, and what is replaced is deleted.
	alsoSends: [userGet, userCreateFolder, userDelete],
} as const;

/** Where a copy is then is found by listing the destination folder. */
const copying = { ...placing, alsoSends: [...placing.alsoSends, userListFolder] } as const;

const sourcesRef = (help: string) =>
	required.ref(['File or Folder', help], {
		claims: 'path',
		dependsOn: 'library',
		modes: {
			...pathRef.modes,
			paths: {
				label: 'Paths',
				wire: 'fullpaths',
				of: 'paths',
				bars: true,
				placeholder: 'e.g. Contracts/a.pdf|Contracts/b.pdf',
			},
		},
	});

/** The folder that copied or moved entries go into: in the library of the locator `dependsOn`. */
const destinationFolder = (search: string, dependsOn: string) =>
	required.ref('The folder to put it into, created if missing', {
		...chosenFolder,
		into: true,
		claims: 'parent',
		dependsOn,
		wire: 'target_fullpath',
		modes: { ...chosenFolder.modes, list: { ...chosenFolder.modes.list, search } },
	});

/**
 * The name that an entry gets after it was copied or moved. Throws inputError for one with a slash, and for one name
 * for several entries.
 */
function newNameOf(source: { readonly by: string }, newName: string | undefined): Record<string, string> {
	if (newName === undefined) return {};
	if (source.by === 'paths')
		throw inputError('New Name', 'can only be used with one file or folder', 'Leave it empty for several paths.');
	return { newname: checkFileName('New Name', newName) };
}

const destinationLibrary = ref('The library to copy to; the same library when left empty', {
	...mountRef,
	wire: 'target_mount_id',
});
/** Moves a copied entry in effect, which is how one gets to another library. */
const deleteOriginal = flag('Whether to delete the original after copying, which moves it to another library', {
	label: 'Delete Original',
	off: 'omit',
});

export const userRename = operation('userFileRename', 'file.rename', {
	...byToken(files.rename),
	forModel: 'Change the name of a file or folder in File Library.',
	...placing,
	caution: deletingOther,
	alsoSends: [userGet, userDelete],
	input: { ...inLibrary(files.rename.input, 'file'), newName: requiredNewName('newname', 'name'), conflict: ifTaken },
	compose: ({ newName }) => ({ newname: checkFileName('New Name', newName) }),
});

export const userCopy = operation('userFileCopy', 'file.copy', {
	...byToken(files.libraryFileCopy),
	...copying,
	forModel: 'Copy files and folders into a folder of File Library.',
	caution: [severalPaths, deletingOther],
	covers: [copyRequest, userRename],
	summary: 'Copy files and folders into a folder of this or another library, or move them to another library',
	input: {
		library: chosenMount,
		file: sourcesRef('The file or folder to copy, or several of them'),
		destinationLibrary,
		destinationFolder: destinationFolder('targetFoldersByPath', 'destinationLibrary'),
		newName: optionalNewName('newname', 'name'),
		conflict: ifCopyTaken,
		deleteFrom: deleteOriginal,
	},
	compose: ({ file, newName }) => newNameOf(file, newName),
	example: { library: MOUNT, file: by('path', 'Contracts/offer.txt'), destinationFolder: by('path', 'Archive') },
});

export const userMove = operation('userFileMove', 'file.move', {
	...byToken(files.libraryFileMove),
	...placing,
	caution: [severalPaths, deletingOther],
	covers: [moveRequest, userRename],
	summary: 'Move files and folders into another folder',
	forModel: 'Move files and folders into a folder of File Library.',
	input: {
		library: chosenMount,
		file: sourcesRef('The file or folder to move, or several of them'),
		destinationFolder: destinationFolder('foldersByPath', 'library'),
		newName: optionalNewName('newname', 'name'),
		conflict: ifTaken,
	},
	compose: ({ file, newName }) => newNameOf(file, newName),
});

export const userGetFolder = ownOperation('userFolderGet', 'folder.get', userGet, {
	...byToken(files.getFolder),
	input: inLibrary(files.getFolder.input, 'folder', 'ifMissing'),
	output: returns<FileEntryUserInfo>(),
	simplify: simpleUserEntry,
});

export const userRenameFolder = ownOperation('userFolderRename', 'folder.rename', userRename, {
	...byToken(files.renameFolder),
	...placing,
	alsoSends: [userGet],
	input: {
		...inLibrary(files.renameFolder.input, 'folder'),
		newName: requiredNewName('newname', 'name', FOLDER_NAME),
		conflict: ifFolderTaken,
	},
	compose: ({ newName }) => ({ newname: checkFileName('New Name', newName) }),
});

export const userCopyFolder = ownOperation('userFolderCopy', 'folder.copy', copyRequest, {
	...byToken(files.copyFolder),
	...copying,
	forModel: 'Copy or move a folder to another folder of File Library.',
	caution: deletingOther,
	covers: [copyRequest, userRename],
	summary: 'Copy a folder with everything in it into a folder of this or another library, or move it there',
	input: {
		...inLibrary(
			{ folder: required({ ...subfolderRef, help: 'The folder to copy, with everything in it' }) },
			'folder',
		),
		...withoutFile(userCopy),
		conflict: ifFolderTaken,
	},
	compose: ({ folder, newName }) => newNameOf(folder, newName),
	example: { library: MOUNT, folder: by('path', 'Contracts'), destinationFolder: by('path', 'Archive') },
});

export const userMoveFolder = ownOperation('userFolderMove', 'folder.move', moveRequest, {
	...byToken(files.moveFolder),
	...placing,
	covers: [moveRequest, userRename],
	input: { ...inLibrary(files.moveFolder.input, 'folder'), ...withoutFile(userMove), conflict: ifFolderTaken },
	compose: ({ folder, newName }) => newNameOf(folder, newName),
});

export const userDeleteFolder = ownOperation('userFolderDelete', 'folder.delete', userDelete, {
	...byToken(files.removeFolder),
	caution: 'irreversible',
	forModel: 'Delete a folder in File Library; it may be gone for good.',
	summary: 'Delete a folder with everything in it; the service decides whether it goes to the recycle bin',
	input: {
		library: chosenMount,
		folder: { ...inLibrary(files.removeFolder.input, 'folder').folder, hint: FOR_SERVICE_TO_DECIDE },
	},
	done: { deleted: true },
});
