import { isFolder } from '../../protocol/tree/entryFilter';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { defined, type JsonObject, textOf } from '../../protocol/wire/json';
import { LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { baseName, joinPath, toFullpath } from '../../protocol/wire/paths';
import { stopWith } from '../async/onAbort';
import { folderRequest } from '../files/fileCalls';
import { eachOnce, type ListNotice } from '../paging/offsetPages';
import { pagesOf } from '../paging/pages';
import { untrustedTotals } from '../paging/listPass';
import { paramsAt } from '../service/account';
import type { Caller } from '../service/call';

/* A folder with its subfolders, entry by entry. */

/** One entry of a tree. */
export interface TreeEntry {
	/** Path inside the folder that was named. */
	readonly path: string;
	/** As the service sent it. */
	readonly entry: JsonObject;
}

/** Which tree is read, and how. */
export interface TreeReading {
	/** Full path of the folder; the empty text is the root of the library. */
	readonly folder: string;
	/** The library of a person; only with a user token. */
	readonly mountId?: string;
	readonly concurrency: number;
	/** 1 is the folder itself, 2 also its subfolders, and so on. Default: all levels. */
	readonly maxDepth?: number;
	/** Whether the subfolder at this path is not read; its own entry comes either way. Default: none is. */
	readonly skipsFolder?: (path: string) => boolean;
	/** Further parameters of each list, e.g. its order. */
	readonly params?: Readonly<Record<string, string>>;
	/** See `pages`; called at most once for each kind of notice. */
	readonly onNotice?: (notice: ListNotice) => void;
	/** Called with the ID of a subfolder that does not exist any more when its turn comes: what of it came is all. */
	readonly onVanished?: (hash: string) => void;
}

/** Levels of folders inside each other; a path as long as a service can store has fewer. */
const MAX_LEVELS = 500;

/** A folder of a tree that is to be read, with what was read of it and not handed over yet. */
class Folder {
	/** 1 for the folder that was named, 2 for its subfolders, and so on. */
	readonly depth: number;
	/** Its list, once reading has begun. */
	list?: AsyncGenerator<JsonObject[]>;
	/** Whether a page of it is under way. */
	isAsked = false;
	isRead = false;
	failure: unknown;
	readonly pages: TreeEntry[][] = [];
	/** In the order of its list. */
	subfolders: Folder[] = [];

	/** `path` is inside the folder that was named, which itself has the empty path and no parent. */
	constructor(
		readonly path: string,
		readonly hash: string,
		readonly parent?: Folder,
	) {
		this.depth = (parent?.depth ?? 0) + 1;
	}
}

function entryIn(folder: Folder, entry: JsonObject): TreeEntry {
	const name = textOf(entry.filename) || baseName(toFullpath(textOf(entry.fullpath)));
	return { path: joinPath(folder.path, name), entry };
}

/**
 * The subfolder that an entry is; undefined for a file. A folder that is inside itself, as a service in disorder may
 * show it, is not entered again: otherwise the tree would not end.
 */
function subfolderOf(parent: Folder, { entry, path }: TreeEntry): Folder | undefined {
	const name = baseName(path);
	if (!isFolder(entry) || name === '' || name === '.' || name === '..') return undefined;
	const hash = textOf(entry.hash);
	for (let above: Folder | undefined = parent; above; above = above.parent)
		if (hash !== '' && above.hash === hash) return undefined;
	return new Folder(path, hash, parent);
}

const withoutEnd = (): LibraryError =>
	new LibraryError('protocol', `The folders have no end: there are more than ${MAX_LEVELS} levels`, {
		hint: 'Set Maximum Depth, or report this to the operator of the service',
	});

/** A folder and those inside it as far as they are known, in the order in which they are handed over. */
function* withSubfolders(folder: Folder): Generator<Folder> {
	yield folder;
	for (const subfolder of folder.subfolders) yield* withSubfolders(subfolder);
}

/**
 * How many folders and pages are kept for the reader at most, for each request that may be under way: as many folders
 * that were read as are being read. With fewer a slow answer would hold up the others; more would be read in vain when
 * the reader stops.
 */
const KEPT_PER_REQUEST = 3;

class TreeReader {
	/** The folder whose pages are handed over. */
	private current: Folder | undefined;
	/** Those that follow it and the ones inside it, the next one last. */
	private readonly waiting = [new Folder('', '')];
	private underWay = 0;
	/** Folders that have been begun and pages that were read, and not handed over. */
	private kept = 0;
	/** Tells the reader that there is news of the current folder. */
	private wake = (): void => undefined;
	private readonly totals = untrustedTotals();

	constructor(
		private readonly caller: Caller,
		private readonly reading: TreeReading,
	) {}

	/** The pages of all folders in their order. Throws what the list of a folder throws, at its place. */
	async *pages(): AsyncGenerator<readonly TreeEntry[]> {
		for (let folder = this.waiting.pop(); folder; folder = this.waiting.pop()) {
			this.current = folder;
			while (folder.pages.length > 0 || !folder.isRead) {
				const page = folder.pages.shift();
				if (page) {
					this.kept--;
					yield page;
				} else {
					if (folder.failure !== undefined) throw rethrown(folder.failure);
					this.askForMore();
					await new Promise<void>((resolve) => (this.wake = resolve));
				}
			}
			this.kept--;
			for (const subfolder of folder.subfolders.reverse()) this.waiting.push(subfolder);
			// Folders inside it refer to it.
			folder.subfolders = [];
		}
	}

	/** Asks for pages in the order in which they will be handed over, as many as may be under way and kept. */
	private askForMore(): void {
		const { concurrency } = this.reading;
		for (const folder of this.upcoming()) {
			if (this.underWay >= concurrency) return;
			// The current folder is always read on, so that there is no standstill.
			if (folder !== this.current && this.kept >= concurrency * KEPT_PER_REQUEST) return;
			// What comes behind a failure is never handed over.
			if (folder.failure !== undefined) return;
			if (!folder.isRead && !folder.isAsked) this.ask(folder);
		}
	}

	private *upcoming(): Generator<Folder> {
		if (this.current) yield* withSubfolders(this.current);
		for (let at = this.waiting.length - 1; at >= 0; at--) yield* withSubfolders(this.waiting[at] as Folder);
	}

	private ask(folder: Folder): void {
		if (!folder.list) this.kept++;
		folder.list ??= this.listOf(folder);
		folder.isAsked = true;
		this.underWay++;
		const settled = (): void => {
			folder.isAsked = false;
			this.underWay--;
			// The reader takes what there is before more is asked for: it may have enough.
			if (folder === this.current) this.wake();
			else this.askForMore();
		};
		folder.list.next().then(
			({ done, value }) => {
				if (done) folder.isRead = true;
				else this.take(folder, value as JsonObject[]);
				settled();
			},
			(failure: unknown) => {
				// A list that failed is at its end: one that vanished has what was read of it, unless it was named.
				if (folder.parent && isNoSuchEntry(failure)) this.reading.onVanished?.(folder.hash);
				else folder.failure = failure;
				settled();
			},
		);
	}

	private listOf({ path }: Folder): AsyncGenerator<JsonObject[]> {
		const { folder, params, onNotice } = this.reading;
		const asked = { ...params, ...paramsAt(this.reading, path === '' ? folder : joinPath(folder, path)) };
		return pagesOf(this.caller, folderRequest(this.caller), asked, defined({ totals: this.totals, onNotice }));
	}

	private take(folder: Folder, entries: readonly JsonObject[]): void {
		const { maxDepth = Infinity, skipsFolder = () => false } = this.reading;
		const page = entries.map((entry) => entryIn(folder, entry));
		folder.pages.push(page);
		this.kept++;
		for (const found of page) {
			const subfolder = subfolderOf(folder, found);
			if (!subfolder || folder.depth >= maxDepth || skipsFolder(found.path)) continue;
			if (folder.depth < MAX_LEVELS) folder.subfolders.push(subfolder);
			else folder.failure = withoutEnd();
		}
	}
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
	const stop = stopWith(caller.signal);
	const onNotice = reading.onNotice && eachOnce(reading.onNotice);
	const reader = new TreeReader({ ...caller, signal: stop.signal }, { ...reading, ...defined({ onNotice }) });
	try {
		for await (const page of reader.pages()) for (const entry of page) yield entry;
	} finally {
		stop.abort();
	}
}
