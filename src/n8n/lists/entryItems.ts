import { isFolder } from '../../protocol/tree/entryFilter';
import { type JsonObject, textOf } from '../../protocol/wire/json';
import { toFullpath } from '../../protocol/wire/paths';

/* How the lists of files and folders read and show an entry. */

/** The stable ID of an entry. */
export const hashOf = ({ hash }: JsonObject): unknown => hash;
/** The full path of an entry: that of a folder may end with a slash (client facts 5.7). */
export const pathOf = ({ fullpath }: JsonObject): string => toFullpath(textOf(fullpath));
/** An entry as lists show it: its path, with a slash after that of a folder. */
export const shownPath = (entry: JsonObject): string => `${pathOf(entry)}${isFolder(entry) ? '/' : ''}`;
