import { listFolder } from '../../protocol/catalogue/libraryFolder';
import { defined, fieldsIn, filledText, textOf, type JsonObject } from '../../protocol/wire/json';
import { baseName, isNumbered } from '../../protocol/wire/paths';
import { pages } from '../paging/pages';
import type { Caller } from '../service/call';

/** Where an entry is. */
export interface Place {
	readonly fullpath: string;
	readonly hash?: string;
}

/** How many entries of a folder are looked through. */
const MAX_ENTRIES = 10_000;

/** The first 10,000 entries of a folder. Throws what `pages` throws. */
export async function* entriesOf(caller: Caller, fullpath: string): AsyncGenerator<JsonObject> {
	for await (const entry of pages(caller, listFolder, { fullpath }, { limit: MAX_ENTRIES })) yield fieldsIn(entry);
}

/** Where an entry of an answer is; undefined when the answer does not say so. */
export function placeOf({ fullpath, hash }: JsonObject): Place | undefined {
	const [path, id] = [filledText(fullpath), filledText(hash)];
	return path === undefined ? undefined : { fullpath: path, ...defined({ hash: id }) };
}

/** Whether an entry has the name that a path ends with, or one that the service made of it because it was taken. */
export function hasName({ fullpath }: JsonObject, path: string): boolean {
	const [name, called] = [baseName(path), baseName(textOf(fullpath))];
	return called === name || isNumbered(name, called);
}
