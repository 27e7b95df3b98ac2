import { listFolder } from '../../protocol/catalogue/libraryFiles';
import type { FileEntry } from '../../protocol/catalogue/answers/file';
import { userListFolder } from '../../protocol/catalogue/userFiles';
import type { ListRequest } from '../../protocol/operation/define';
import { defined, fieldsIn, filledText, type JsonObject, textOf } from '../../protocol/wire/json';
import { baseName, isNumbered, toFullpath } from '../../protocol/wire/paths';
import { pages } from '../paging/pages';
import type { Caller } from '../service/call';

/** Where an entry is. */
export interface Place {
	readonly fullpath: string;
	readonly hash?: string;
}

/** How many entries of a folder are looked through. */
const MAX_ENTRIES = 10_000;

/** The first 10,000 entries of a folder; with a user token `mount_id` names the library. Throws what `pages` throws. */
export async function* entriesOf(caller: Caller, folder: Readonly<Record<string, string>>): AsyncGenerator<JsonObject> {
	const request: ListRequest<FileEntry> = caller.account.kind === 'token' ? userListFolder : listFolder;
	for await (const entry of pages(caller, request, folder, { limit: MAX_ENTRIES })) yield fieldsIn(entry);
}

/** Where an entry of an answer is; undefined when the answer does not say so. */
export function placeOf({ fullpath, hash }: JsonObject): Place | undefined {
	const [path, id] = [filledText(fullpath), filledText(hash)];
	// A folder's path may end with a slash (client facts 5.7).
	return path === undefined ? undefined : { fullpath: toFullpath(path), ...defined({ hash: id }) };
}

/** Whether an entry has the name that a path ends with, or one that the service made of it because it was taken. */
export function hasName({ fullpath }: JsonObject, path: string): boolean {
	const [name, called] = [baseName(path), baseName(toFullpath(textOf(fullpath)))];
	return called === name || isNumbered(name, called);
}
