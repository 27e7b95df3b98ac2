import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import type { JsonObject } from '../../protocol/wire/json';
import { entryIn, withSubfolders, subfolderOf, tooDeepIn, topFolder, type Folder, type TreeEntry } from './folder';

/** What a tree is read with. */
export interface TreeSource {
	/** The list of a folder, page by page; `path` is inside the folder that was named. */
	list(path: string): AsyncGenerator<JsonObject[]>;
	/** Aborted once the reader has stopped: no request is sent any more. */
	readonly signal: AbortSignal;
	/** How many pages are asked for at the same time. */
	readonly concurrency: number;
	/** Whether a folder is read too. */
	wantsFolder(folder: TreeEntry): boolean;
	/** Called with the ID of a folder that was in a list and does not exist any more. */
	onVanished(hash: string): void;
}

/**
 * How many folders and pages are kept for the reader at most, for each request that may be under way: as many folders
 * that were read as are being read. With fewer a slow answer would hold up the others; more would be read in vain when
 * the reader stops.
 */
const KEPT_PER_REQUEST = 3;

interface State {
	readonly source: TreeSource;
	/** The folder whose pages are handed over. */
	current: Folder | undefined;
	/** Those that follow it and the ones inside it, the next one last. */
	readonly waiting: Folder[];
	underWay: number;
	/** Folders that have been begun and pages that were read, and not handed over. */
	kept: number;
	/** Tells the reader that there is news of the current folder. */
	wake: () => void;
}

/** Reads the folders of a tree in their order; the first request is sent when the first page is asked for. */
export function readAhead(source: TreeSource) {
	const state: State = {
		...{ source, current: undefined, waiting: [topFolder()], underWay: 0, kept: 0 },
		wake: () => undefined,
	};
	return {
		/** The folder that comes next; undefined at the end. The one before must have been read to its end. */
		nextFolder: () => nextFolder(state),
		/** The next page of the folder answered last; undefined at its end. Throws what its list throws. */
		nextPage: async () => await nextPage(state),
	};
}

function nextFolder(state: State): Folder | undefined {
	const { current, waiting } = state;
	if (current) {
		state.kept--;
		for (const subfolder of current.subfolders.reverse()) waiting.push(subfolder);
		// Folders inside it refer to it.
		current.subfolders = [];
	}
	state.current = waiting.pop();
	return state.current;
}

async function nextPage(state: State): Promise<TreeEntry[] | undefined> {
	const { current } = state;
	while (current) {
		const page = current.pages.shift();
		if (page) {
			state.kept--;
			return page;
		}
		if ('failure' in current) throw current.failure;
		if (current.isRead) break;
		askForMore(state);
		await new Promise<void>((resolve) => (state.wake = resolve));
	}
	return undefined;
}

/** Asks for pages in the order in which they will be handed over, as many as may be under way and kept. */
function askForMore(state: State): void {
	for (const folder of upcoming(state)) {
		if (state.source.signal.aborted || state.underWay >= state.source.concurrency) return;
		// The current folder is always read on, so that there is no standstill.
		if (folder !== state.current && state.kept >= state.source.concurrency * KEPT_PER_REQUEST) return;
		// What comes behind a failure is never handed over.
		if ('failure' in folder) return;
		if (!folder.isRead && !folder.isAsked) ask(state, folder);
	}
}

function* upcoming({ current, waiting }: State): Generator<Folder> {
	if (current) yield* withSubfolders(current);
	for (let at = waiting.length - 1; at >= 0; at--) yield* withSubfolders(waiting[at] as Folder);
}

function ask(state: State, folder: Folder): void {
	if (!folder.list) state.kept++;
	folder.list ??= state.source.list(folder.path);
	folder.isAsked = true;
	state.underWay++;
	const settled = (): void => {
		folder.isAsked = false;
		state.underWay--;
		// The reader takes what there is before more is asked for: it may have enough.
		if (folder === state.current) state.wake();
		else askForMore(state);
	};
	folder.list.next().then(
		({ done, value }) => {
			if (done) folder.isRead = true;
			else take(state, folder, value as JsonObject[]);
			settled();
		},
		(failure: unknown) => {
			// A list that has failed is at its end: a folder that vanished has what was read of it.
			if (hasVanished(folder, failure)) state.source.onVanished(folder.hash);
			else folder.failure = failure;
			settled();
		},
	);
}

function take(state: State, folder: Folder, entries: readonly JsonObject[]): void {
	const page = entries.map((entry) => entryIn(folder, entry));
	folder.pages.push(page);
	state.kept++;
	for (const found of page) {
		const subfolder = subfolderOf(folder, found);
		if (!subfolder || !state.source.wantsFolder(found)) continue;
		const failure = tooDeepIn(folder);
		if (failure) folder.failure = failure;
		else folder.subfolders.push(subfolder);
	}
}

/** Whether a folder that was in a list does not exist any more; the one that was named has to be there. */
const hasVanished = ({ parent }: Folder, failure: unknown): boolean => parent !== undefined && isNoSuchEntry(failure);
