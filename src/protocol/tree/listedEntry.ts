import { amountOf, defined, type JsonObject, secondsOf, textOf } from '../wire/json';
import { isFolder } from './entryFilter';

/** A file or folder as the list of a tree shows it, in the types of the document. */
export interface ListedEntry {
	/** Relative to the folder that was listed, e.g. `2026/offer.txt`; never ''. */
	readonly path: string;
	readonly dir: boolean;
	/** Bytes; 0 of a folder, undefined where the service does not show it. */
	readonly filesize: number | undefined;
	/** SHA1 of the content in small hexadecimal digits; '' of a folder, and where the service does not show it. */
	readonly filehash: string;
	/** The ID of the file or folder; '' where the service does not show it. */
	readonly hash: string;
	/** Unix seconds. */
	readonly modified?: number;
}

/** What the service says of an entry at this path. */
export function listedEntry(path: string, entry: JsonObject): ListedEntry {
	const dir = isFolder(entry);
	return {
		path,
		dir,
		filesize: dir ? 0 : amountOf(entry.filesize),
		filehash: dir ? '' : textOf(entry.filehash).toLowerCase(),
		hash: textOf(entry.hash),
		...defined({ modified: secondsOf(entry.last_dateline) }),
	};
}
