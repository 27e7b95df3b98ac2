import { request, returns } from '../operation/define';
import { flag, ref, required } from '../operation/fields';
import { inputError } from '../wire/libraryError';
import { checkFileName } from '../wire/paths';
import type { Done } from './answers/common';
import { chosenFolder, pathRef } from './shared';
import { mountRef } from './sharedUser';
import { userGet } from './userFile';
import { userCreateFolder, userListFolder } from './userFolder';

/* What copying, moving and renaming by token have in common. */

const writing = { credential: 'token', slow: true, done: { success: true } } as const;

/** Copies into a folder; what is copied keeps its name. */
export const copyRequest = request({
	...writing,
	id: 'userFileCopy',
	route: 'POST /m-api/1/file/copy',
	output: returns<Done>(),
});
/** Moves into a folder; what is moved keeps its name. */
export const moveRequest = request({
	...writing,
	id: 'userFileMove',
	route: 'POST /m-api/1/file/move',
	output: returns<Done>(),
});

/** How a person copies, moves and renames. */
export const placing = {
	...writing,
	handler: 'places/moveOrCopy',
	// A destination folder that does not exist is created.
	alsoSends: [userGet, userCreateFolder],
} as const;

/** Of several, the places are found by listing the destination folder. */
export const placingSeveral = { ...placing, alsoSends: [...placing.alsoSends, userListFolder] } as const;

/** One file or folder, or several at once. */
export const sourcesRef = (help: string) =>
	required(
		ref({
			claims: 'path',
			label: 'File',
			help,
			dependsOn: 'library',
			modes: {
				...pathRef.modes,
				paths: {
					label: 'Several Paths',
					wire: 'fullpaths',
					of: 'paths',
					placeholder: 'e.g. Contracts/a.pdf|Contracts/b.pdf',
				},
			},
		}),
	);

/** The folder that copied or moved entries go into: in the library of the locator `dependsOn`. */
export const destinationFolder = (search: string, dependsOn: string) =>
	required(
		ref({
			...chosenFolder,
			claims: 'parent',
			label: 'Destination Folder',
			help: 'The folder to put it into; it is created if it does not exist. Use "/" for the library root.',
			dependsOn,
			modes: {
				list: { ...chosenFolder.modes.list, wire: 'target_fullpath', search },
				path: { ...chosenFolder.modes.path, wire: 'target_fullpath' },
			},
		}),
	);

/**
 * The name that an entry gets after it was copied or moved. Throws inputError for one with a slash, and for one name
 * for several entries.
 */
export function newNameOf(source: { readonly by: string }, newName: string | undefined): Record<string, string> {
	if (newName === undefined) return {};
	if (source.by === 'paths')
		throw inputError('New Name', 'can only be used with one file or folder', 'Leave it empty for Several Paths.');
	return { newname: checkFileName('New Name', newName) };
}

/** The library that copies go to. */
export const destinationLibrary = {
	...mountRef,
	label: 'Destination Library',
	help: 'The library to copy to; the same library when left empty',
	modes: {
		list: { ...mountRef.modes.list, wire: 'target_mount_id' },
		id: { ...mountRef.modes.id, wire: 'target_mount_id' },
	},
} as const;
/** Moves a copied entry in effect, which is how one gets to another library. */
export const deleteOriginal = flag({
	label: 'Delete Original',
	wire: 'delete_from',
	help: 'Whether to delete the original after copying, which moves it to another library',
	off: 'omit',
});
