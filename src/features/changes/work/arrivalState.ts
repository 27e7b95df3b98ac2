import type { FeedChange, FeedEntry } from '../plan/change';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { addTo } from '../../../protocol/plan/inSteps';
import { textOf, filledText } from '../../../protocol/wire/json';
import { LibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { mapInTurns } from '../../../client/async/inTurns';
import { partsOf, shortDigest } from '../../../protocol/wire/shape';
import { ID_LENGTH, entryId } from './processed';
import { infoIfExists } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import { readTree } from '../../../client/tree/readTree';
import { isInPart, type WatchedPart } from '../plan/changeFilter';
import { isNoSuchEntry } from '../../../protocol/wire/errorCodes';
import { isWithinPath, toFullpath } from '../../../protocol/wire/paths';

/* What is known of watched folders, and how they are asked about. */

/** Most files and folders in watched folders that are remembered: 165 kB of static data. */
export const MAX_IDS = 30_000;
/** How much of what is in watched folders and leaves them is remembered. */
export const MOST = {
	/** Files and folders with those that are missing, of which the first ones are forgotten. */
	known: 33_000,
	/** Those that are there and those that left and wait to be told. */
	withLeaving: 36_000,
	/** Folders that came with files that are still to be told. */
	came: 500,
	/** Characters of paths and names of folders that left; of the others only the IDs. */
	folderText: 4_000,
} as const;

/** What is in the watched folders. Plain JSON, which is saved between polls: 5.5 bytes for each file and folder. */
export interface ArrivalState {
	/** Which folders these are: a short form of what the settings say of them. */
	readonly places: string;
	/** The IDs of the watched folders themselves, see `ArrivalPort.roots`. */
	readonly roots: string;
	/** The short IDs of all files and folders in them, without those that are still to arrive (see `textOfIds`). */
	readonly ids: string;
	/** Those of what the last list did not show any more, until the feed or another list has shown why. */
	readonly missing: string;
	/** What is missing arrives when it is back: it may have been in a deleted folder. */
	readonly returns?: boolean;
	/** More has arrived than the last poll could tell: the next one lists the folders again, and tells what is new. */
	readonly again?: true;
	/** The short IDs of the folders with which it came. */
	readonly came?: string;
	/** Folders that left with more than the last poll could tell, and the short IDs of what is still to be told. */
	readonly leaving?: { readonly folders: readonly FeedChange[]; readonly ids: string };
	/** There was more in the folders than is remembered when they were listed last. */
	readonly overfull?: true;
}

/** Whether something waits that no feed will show again. */
export const isWaiting = ({ again, leaving }: ArrivalState): boolean => again === true || leaving !== undefined;

/** So many first characters are written once for all IDs that have them. */
const PREFIX = 2;

/** The IDs of a text of them; an older version wrote them without a sign, one after the other. */
export function idsIn(text: string): Set<string> {
	if (!text.startsWith('.')) return new Set(partsOf(text, ID_LENGTH));
	const ids = new Set<string>();
	for (const group of text.split('.'))
		for (const rest of partsOf(group.slice(PREFIX), ID_LENGTH - PREFIX)) ids.add(group.slice(0, PREFIX) + rest);
	return ids;
}

/** IDs as a text: a dot, the first characters of some of them, and the rest of each. */
export function textOfIds(ids: Iterable<string>): string {
	const groups = new Map<string, string[]>();
	for (const id of ids) addTo(groups, id.slice(0, PREFIX), id.slice(PREFIX));
	return [...groups].map(([prefix, rests]) => `.${prefix}${rests.join('')}`).join('');
}

/**
 * The state for which everything that is in the folders now, and is wanted, has arrived before. Throws what the port
 * throws, and LibraryError input for folders that are too large.
 */
export async function startArrivals(
	port: ArrivalPort,
	places: string,
	wasThere: (entry: FeedEntry) => boolean,
): Promise<ArrivalState> {
	const roots = await port.roots();
	const list = await port.list();
	if (!list)
		throw new LibraryError('input', `The watched folders contain more than ${MAX_IDS} files and folders`, {
			hint:
				'File Arrived and File Left remember what is in them. Choose smaller folders, ' +
				'or watch the whole library without Exclude Folders.',
		});
	return { places, roots, ids: textOfIds(await mapInTurns(list.filter(wasThere), entryId)), missing: '' };
}

/**
 * Which entries of the feed concern what is in the folders: those in them, those that were, and folders, above or below
 * which they may be.
 */
export function arrivalFilter(
	{ contains }: ArrivalPort,
	{ ids, missing, leaving }: ArrivalState,
): (entry: FeedEntry) => boolean {
	const known = new Set([ids, missing, leaving?.ids ?? ''].flatMap((text) => [...idsIn(text)]));
	return (entry) => {
		const isThere = contains(textOf(entry.fullpath));
		if (isThere) known.add(entryId(entry));
		return isThere || isFolder(entry) || known.has(entryId(entry));
	};
}

/** How often a folder is listed while it, or a folder inside it, goes on moving. */
export const MAX_TRIES = 5;
/** Requests for lists that are under way at a time. */
const CONCURRENCY = 4;

/** A folder of the form, by path or ID. */
export interface WatchedFolder {
	readonly by: string;
	readonly value: string;
}

/** The watched folders, as they are asked about. */
export type ArrivalPort = ReturnType<typeof arrivalPort>;

/** The watched folders of a library, the whole of it where none is `chosen`. Every method throws LibraryError. */
export const arrivalPort = (caller: Caller, part: WatchedPart, chosen?: readonly WatchedFolder[]) => {
	const { folders = [''], subfolders, excludedFolders = [] } = part;
	/** Whether a path is in one of them. */
	const contains = (fullpath: string): boolean => isInPart(part, fullpath);
	const outermost = [...new Set(folders)].filter(
		(folder) => !subfolders || !folders.some((other) => other !== folder && isWithinPath(folder, other)),
	);
	return {
		contains,
		/** Whether a path is that of one of them, or of a folder above. */
		leadsTo: (fullpath: string): boolean => folders.some((folder) => isWithinPath(folder, toFullpath(fullpath))),
		/** Whether something below this path is excluded. */
		leadsToExcluded: (fullpath: string): boolean =>
			excludedFolders.some((folder) => isWithinPath(folder, toFullpath(fullpath))),
		/** All files and folders in them, or undefined for more than `MAX_IDS`; nothing of one that is not there. */
		list: async (): Promise<readonly FeedEntry[] | undefined> => {
			const entries: FeedEntry[] = [];
			for (const folder of outermost) {
				const isWanted = ({ fullpath }: FeedEntry): boolean => contains(textOf(fullpath));
				for (const entry of await treeOf(caller, folder, subfolders, { isWanted, most: MAX_IDS + 1 }))
					entries.push(entry);
				if (entries.length > MAX_IDS) return undefined;
			}
			return entries;
		},
		/** The files and folders below another folder that are wanted; none where it is not there. */
		listBelow: async (
			fullpath: string,
			isWanted: (entry: FeedEntry) => boolean = () => true,
		): Promise<readonly FeedEntry[]> => await treeOf(caller, fullpath, true, { isWanted }),
		/** Where an entry of the feed is now; undefined where it is not there any more. */
		pathOf: async ({ hash }: FeedEntry): Promise<string | undefined> =>
			filledText((await infoIfExists(caller, { hash: textOf(hash) }))?.fullpath),
		/** A text that changes when one of the folders is there no more, or another one in its place. */
		roots: async (): Promise<string> => {
			const ids: string[] = [];
			for (const { by, value } of chosen ?? []) {
				const path = toFullpath(value);
				const params = by === 'id' ? { hash: value.trim() } : { fullpath: path };
				ids.push(by !== 'id' && path === '' ? '/' : textOf((await infoIfExists(caller, params))?.hash));
			}
			return shortDigest(JSON.stringify(ids), 12);
		},
	};
};

/**
 * What is in a folder, which may not be there, or be a file by now. A folder that is moved or renamed just before it is
 * listed has no contents there: the list begins anew, and without that folder where it stays away.
 */
async function treeOf(
	caller: Caller,
	folder: string,
	subfolders: boolean,
	{ isWanted, most = Infinity }: { readonly isWanted: (entry: FeedEntry) => boolean; readonly most?: number },
): Promise<readonly FeedEntry[]> {
	const entries = new Map<string, FeedEntry>();
	for (let tries = 1; ; tries++) {
		const vanished: string[] = [];
		const onVanished = (hash: string): void => void vanished.push(hash);
		const reading = { folder, concurrency: CONCURRENCY, onVanished, ...(subfolders ? {} : { maxDepth: 1 }) };
		let left = most;
		try {
			for await (const { entry } of readTree(caller, reading)) {
				if (isWanted(entry as FeedEntry)) {
					entries.set(textOf(entry.hash ?? entry.fullpath), entry as FeedEntry);
					left--;
				}
				if (left <= 0) break;
			}
		} catch (cause) {
			if (!isNoSuchEntry(cause) && !(await isFileAt(caller, folder))) throw rethrown(cause);
		}
		for (const hash of vanished) entries.delete(hash);
		if (vanished.length === 0 || tries === MAX_TRIES) return [...entries.values()];
	}
}

async function isFileAt(caller: Caller, fullpath: string): Promise<boolean> {
	const info = fullpath === '' ? undefined : await infoIfExists(caller, { fullpath });
	return info !== undefined && !isFolder(info);
}
