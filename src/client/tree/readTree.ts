import { defined, type JsonObject } from '../../protocol/wire/json';
import { joinPath } from '../../protocol/wire/paths';
import { stopWith } from '../async/onAbort';
import type { ListNotice } from '../paging/offsetPages';
import { pagesOf } from '../paging/pages';
import { untrustedTotals } from '../paging/totals';
import { folderRequest } from '../files/fileCalls';
import { mountParams } from '../service/account';
import type { Caller } from '../service/call';
import { type TreeEntry, readAhead } from './readAhead';

export type { TreeEntry } from './readAhead';

/* A folder with its subfolders, entry by entry. */

/** Which tree is read, and how. */
export interface TreeReading {
	/** Full path of the folder; the empty text is the root of the library. */
	readonly folder: string;
	/** The library of a person; only with a user token. */
	readonly mountId?: string;
	readonly concurrency: number;
	/** 1 is the folder itself, 2 also its subfolders, and so on. Default: all levels. */
	readonly maxDepth?: number;
	/** Whether a subfolder is read too; its own entry comes either way. Default: every one. */
	readonly wantsFolder?: (folder: TreeEntry) => boolean;
	/** Further parameters of each list, e.g. its order. */
	readonly params?: Readonly<Record<string, string>>;
	/** See `pages`; called at most once for each kind of notice. */
	readonly onNotice?: (notice: ListNotice) => void;
	/** Called with the ID of a subfolder that does not exist any more when its turn comes: what of it came is all. */
	readonly onVanished?: (hash: string) => void;
}

/**
 * Yields the entries of a folder and its subfolders: folder by folder, the entries of each in the order of its list and
 * then those of its subfolders in the same order, whichever answer comes first. At most `concurrency` requests are
 * under way, for what the reader takes next; when it stops, they are cancelled. Only a bounded number of pages is kept,
 * whatever the size of the tree; what is known of folders that are still to be read is their paths.
 *
 * A subfolder that does not exist any more when its turn comes has no entries. Throws what `pages` throws, at the place
 * of the folder that failed; kind `notFound` where the folder that was named does not exist.
 */
export async function* readTree(caller: Caller, reading: TreeReading): AsyncGenerator<TreeEntry> {
	const [over, stop] = [new AbortController(), stopWith(caller.signal)];
	const { concurrency, maxDepth = Infinity, wantsFolder = () => true, onVanished = () => undefined } = reading;
	const tree = readAhead({
		concurrency,
		signal: over.signal,
		onVanished,
		list: listsOf({ ...caller, signal: stop.signal }, reading),
		wantsFolder: (folder) => folder.depth < maxDepth && wantsFolder(folder),
	});
	try {
		while (tree.nextFolder())
			for (let page = await tree.nextPage(); page; page = await tree.nextPage())
				for (const entry of page) yield entry;
	} finally {
		over.abort();
		stop.abort();
	}
}

/** Lists the folders of the tree, by their paths inside the one that was named. */
function listsOf(caller: Caller, { folder, mountId, params, onNotice }: TreeReading) {
	const reading = defined({ totals: untrustedTotals(), onNotice: onNotice && eachOnce(onNotice) });
	return (path: string): AsyncGenerator<JsonObject[]> => {
		const fullpath = path === '' ? folder : joinPath(folder, path);
		return pagesOf(caller, folderRequest(caller), { ...params, ...mountParams({ mountId }), fullpath }, reading);
	};
}

function eachOnce(onNotice: (notice: ListNotice) => void): (notice: ListNotice) => void {
	const noticed = new Set<ListNotice['kind']>();
	return (notice) => {
		if (!noticed.has(notice.kind)) onNotice(notice);
		noticed.add(notice.kind);
	};
}
