import { type ArrivalPort, MAX_IDS } from './arrivalState';
import { shortDigest } from './processed';
import { infoIfExists } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import { readTree } from '../../../client/tree/readTree';
import type { FeedEntry } from '../plan/change';
import { isInPart, type WatchedPart } from '../plan/changeFilter';
import { filledText, textOf } from '../../../protocol/wire/json';
import { isNoSuchEntry } from '../../../protocol/wire/errorCodes';
import { rethrown } from '../../../protocol/wire/libraryError';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { isWithinPath, toFullpath } from '../../../protocol/wire/paths';

/** How often a folder is listed while folders inside it go on moving. */
const MAX_TRIES = 5;
/** Requests for lists that are under way at a time. */
const CONCURRENCY = 4;
/** Characters of the digest of the folders' IDs. */
const ROOTS_LENGTH = 12;

/** The folders of the form, by path or ID; the whole library when absent. */
type WatchedFolders = ReadonlyArray<{ readonly by: string; readonly value: string }> | undefined;

/** The watched folders of a library, as arrivals ask about them. */
export const arrivalPort = (caller: Caller, part: WatchedPart, chosen: WatchedFolders): ArrivalPort => {
	const { folders = [''], subfolders, excludedFolders = [] } = part;
	const contains = (fullpath: string): boolean => isInPart(part, fullpath);
	const outermost = [...new Set(folders)].filter(
		(folder) => !subfolders || !folders.some((other) => other !== folder && isWithinPath(folder, other)),
	);
	return {
		contains,
		leadsTo: (fullpath) => folders.some((folder) => isWithinPath(folder, toFullpath(fullpath))),
		leadsToExcluded: (fullpath) => excludedFolders.some((folder) => isWithinPath(folder, toFullpath(fullpath))),
		list: async () => {
			const entries: FeedEntry[] = [];
			for (const folder of outermost) {
				const isWanted = ({ fullpath }: FeedEntry): boolean => contains(textOf(fullpath));
				for (const entry of await treeOf(caller, folder, subfolders, { isWanted, most: MAX_IDS + 1 }))
					entries.push(entry);
				if (entries.length > MAX_IDS) return undefined;
			}
			return entries;
		},
		listBelow: async (fullpath, isWanted = () => true) => await treeOf(caller, fullpath, true, { isWanted }),
		pathOf: async ({ hash }) => filledText((await infoIfExists(caller, { hash: textOf(hash) }))?.fullpath),
		roots: async () => {
			const ids: string[] = [];
			for (const { by, value } of chosen ?? []) {
				const path = toFullpath(value);
				const params = by === 'id' ? { hash: value.trim() } : { fullpath: path };
				ids.push(by !== 'id' && path === '' ? '/' : textOf((await infoIfExists(caller, params))?.hash));
			}
			return shortDigest(JSON.stringify(ids), ROOTS_LENGTH);
		},
	};
};

/** What of a folder is listed, and how much of it, after which its list ends. */
interface Part {
	readonly isWanted: (entry: FeedEntry) => boolean;
	readonly most?: number;
}

/**
 * What is in a folder, which may not be there, or be a file by now. A folder that is moved or renamed just before it is
 * listed has no contents there: the list begins anew, and without that folder where it stays away.
 */
async function treeOf(caller: Caller, folder: string, subfolders: boolean, part: Part): Promise<readonly FeedEntry[]> {
	const entries = new Map<string, FeedEntry>();
	for (let tries = 1; ; tries++) {
		const vanished: string[] = [];
		for (const entry of await listedOnce(caller, folder, subfolders, {
			...part,
			onVanished: (hash) => vanished.push(hash),
		}))
			entries.set(textOf(entry.hash ?? entry.fullpath), entry);
		for (const hash of vanished) entries.delete(hash);
		if (vanished.length === 0 || tries === MAX_TRIES) return [...entries.values()];
	}
}

async function listedOnce(
	caller: Caller,
	folder: string,
	subfolders: boolean,
	{ isWanted, most = Infinity, onVanished }: Part & { readonly onVanished: (hash: string) => void },
): Promise<readonly FeedEntry[]> {
	const entries: FeedEntry[] = [];
	const reading = { folder, concurrency: CONCURRENCY, onVanished, ...(subfolders ? {} : { maxDepth: 1 }) };
	try {
		for await (const { entry } of readTree(caller, reading)) {
			if (isWanted(entry as FeedEntry)) entries.push(entry as FeedEntry);
			if (entries.length >= most) break;
		}
	} catch (cause) {
		if (!isNoSuchEntry(cause) && !(await isFileAt(caller, folder))) throw rethrown(cause);
	}
	return entries;
}

async function isFileAt(caller: Caller, fullpath: string): Promise<boolean> {
	const info = fullpath === '' ? undefined : await infoIfExists(caller, { fullpath });
	return info !== undefined && !isFolder(info);
}
