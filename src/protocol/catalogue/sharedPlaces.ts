import type { Sent } from '../operation/define';
import type { JsonObject } from '../wire/json';
import { baseName, checkFileName, joinPath, parentPath } from '../wire/paths';
import { get } from './libraryFile';
import { createFolder, listFolder } from './libraryFolder';

/* What copying, moving and renaming the files and folders of a library have in common. */

/** What a locator names. */
interface Named {
	readonly value: string;
}

/** The name in New Name; undefined where none was entered. Throws inputError for one with a slash. */
export const checkNewName = (newName: string | undefined): string | undefined =>
	newName === undefined ? undefined : checkFileName('New Name', newName);

/** The full path that a copied or moved entry is to have. Throws inputError for a new name that is none. */
export const destinationPath = (source: Named, folder: Named, newName: string | undefined): string =>
	joinPath(folder.value, checkNewName(newName) ?? baseName(source.value));
/** The full path of an entry that gets another name and stays where it is. Throws inputError for a name that is none. */
export const renamedPath = (source: Named, newName: string): string =>
	joinPath(parentPath(source.value), checkFileName('New Name', newName));

/** How a library copies. The answer may be a queued task: it is waited for, and the copy is looked up. */
export const copying = {
	route: 'POST /m-open/1/file/copy',
	slow: true,
	repeatable: false,
	queue: { id: 'queue_id' },
	// A destination folder that does not exist is created.
	alsoSends: [get, listFolder, createFolder],
} as const;

/** How a library moves and renames. */
export const moving = {
	route: 'POST /m-open/1/file/move',
	slow: true,
	repeatable: false,
	special: 'place',
	alsoSends: [get, createFolder],
	done: { success: true },
} as const;

/** What was deleted, and whether it is in the recycle bin. */
export const deleted = ({ destroy }: Sent): JsonObject => ({ deleted: true, permanently: destroy === '1' });
