import type { Sent } from '../operation/define';
import type { JsonObject } from '../wire/json';
import { inputError } from '../wire/libraryError';
import { baseName, checkFileName, joinPath, parentPath } from '../wire/paths';
import { quoted } from '../wire/quoted';
import { get } from './libraryFile';
import { createFolder, listFolder } from './libraryFolder';

/* What copying, moving and renaming the files and folders of a library have in common. */

/** What a locator names. */
interface Named {
	readonly value: string;
}

/** The name in New Name; undefined where none was entered. Throws inputError for one with a slash. */
const checkNewName = (newName: string | undefined): string | undefined =>
	newName === undefined ? undefined : checkFileName('New Name', newName);

/** The full path that a copied or moved entry is to have. Throws inputError for a new name that is none. */
export const destinationPath = (source: Named, folder: Named, newName: string | undefined): string =>
	joinPath(folder.value, checkNewName(newName) ?? baseName(source.value));

/** The full path of an entry that is renamed and stays where it is. Throws inputError for a name that is none. */
export const renamedPath = (source: Named, newName: string): string =>
	joinPath(parentPath(source.value), checkFileName('New Name', newName));

/**
 * The folders for the copies of several sources, as the interface takes them: one for all, or one for each (G21).
 * Throws inputError for another number of folders, and for a folder whose name contains the separator (A13).
 */
export function foldersFor(sources: number, folders: readonly Named[]): string {
	const bad = folders.find(({ value }) => value.includes('|'));
	if (bad)
		throw inputError(
			'Destination Folder',
			`${quoted(bad.value)} contains "|", which separates folders`,
			'Copy into this folder one by one, with Copy.',
		);
	if (folders.length !== 1 && folders.length !== sources)
		throw inputError(
			'Destination Folders',
			`contains ${folders.length} folders for ${sources} sources`,
			'Enter as many folders as sources, or choose One Folder.',
		);
	// A list of paths has no empty part; "/" is the root there too (client facts 5.5).
	return folders.map(({ value }) => value || '/').join('|');
}

/** How a library copies. The answer may be a queued task: it is waited for, and the copy is looked up. */
export const copying = {
	route: 'POST /m-open/1/file/copy',
	slow: true,
	queue: { id: 'queue_id' },
	handler: 'places/copies',
	// A destination folder that does not exist is created.
	alsoSends: [get, listFolder, createFolder],
} as const;

/** How a library moves and renames. */
export const moving = {
	route: 'POST /m-open/1/file/move',
	slow: true,
	handler: 'places/moveOrCopy',
	alsoSends: [get, createFolder],
	done: { success: true },
} as const;

/** Deletes for good only while Delete Permanently is on. */
export const permanentIfChosen = {
	kind: 'permanent',
	when: ({ destroy }: { readonly destroy?: boolean }) => destroy === true,
} as const;

/** What was deleted, and whether it is in the recycle bin. */
export const deleted = ({ destroy }: Sent): JsonObject => ({ deleted: true, permanently: destroy === '1' });
