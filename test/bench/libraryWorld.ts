/* A library that is made up, and the requests that whole jobs in it need: counted by hand, not by our code. */

/** How large the library is: folders of 100 files each, and people of its enterprise. */
export interface LibraryWorld {
	readonly folders: number;
	readonly people: number;
}

/** The files in each folder: one page of a list. */
export const FILES_IN_FOLDER = 100;
/** The folder of all folders. */
export const SOURCE = 'S';

export const folderOf = (n: number): string => `${SOURCE}/folder-${n}`;
/** IDs that nobody of the emulator's own people has. */
export const memberIdOf = (n: number): number => 10_001 + n;

/**
 * A mirror into a folder that does not exist, as docs/mirror.md counts it: one for each folder of source and target,
 * and one for each change; the service has the contents.
 */
export const mirrorRequests = ({ folders }: LibraryWorld): number =>
	2 * (1 + folders) + 1 + folders * (1 + FILES_IN_FOLDER);

/** A table: one request for each row, four for each folder, three for the folder above, one for each person there. */
export const tableRequests = ({ folders, people }: LibraryWorld): number => folders * people + 4 * folders + 3 + people;

/** Every row becomes another one: each is read before and after, three requests and one change for each folder. */
export const applyRequests = ({ folders, people }: LibraryWorld): number => 2 * folders * people + 4 * folders + 3;
