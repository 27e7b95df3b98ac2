import type { FeedEntry } from '../plan/change';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { textOf } from '../../../protocol/wire/json';
import { mapInTurns } from '../../../client/async/inTurns';
import { ID_LENGTH, entryId, partsOf } from './fingerprint';

/* What is known of watched folders, and how they are asked about. */

/** What is in the watched folders. Plain JSON, which is saved between polls: 7 bytes for each file and folder. */
export interface ArrivalState {
	/** Which folders these are. */
	readonly places: string;
	/** The IDs of the watched folders themselves, see `ArrivalPort.roots`. */
	readonly roots: string;
	/** The short IDs of all files and folders in them, one after the other. */
	readonly ids: string;
	/** Those of what the last list did not show any more, until the feed or another list has shown why. */
	readonly missing: string;
	/** What is missing arrives when it is back: it may have been in a folder that was deleted. */
	readonly returns?: boolean;
}

/** The watched folders, as they are asked about. Every method throws LibraryError. */
export interface ArrivalPort {
	/** Whether a path is in one of them. */
	contains(fullpath: string): boolean;
	/** Whether a path is that of one of them, or of a folder above. */
	leadsTo(fullpath: string): boolean;
	/** Whether something below this path is excluded. */
	leadsToExcluded(fullpath: string): boolean;
	/** All files and folders in them; nothing of a folder that is not there. */
	list(): Promise<readonly FeedEntry[]>;
	/** All files and folders below another folder; none where it is not there. */
	listBelow(fullpath: string): Promise<readonly FeedEntry[]>;
	/** Where an entry of the feed is now; undefined where it is not there any more. */
	pathOf(entry: FeedEntry): Promise<string | undefined>;
	/** A text that changes when one of the folders is there no more, or another one in its place. */
	roots(): Promise<string>;
}

/** The IDs of a text of them. */
export const idsIn = (text: string): Set<string> => new Set(partsOf(text, ID_LENGTH));
/** IDs as a text. */
export const textOfIds = (ids: Iterable<string>): string => [...ids].join('');

/** The state for which everything that is in the folders now, and is wanted, has arrived before. */
export async function startArrivals(
	port: ArrivalPort,
	places: string,
	wasThere: (entry: FeedEntry) => boolean,
): Promise<ArrivalState> {
	const roots = await port.roots();
	return {
		places,
		roots,
		ids: textOfIds(await mapInTurns((await port.list()).filter(wasThere), entryId)),
		missing: '',
	};
}

/**
 * Which entries of the feed concern what is in the folders: those in them, those that were, and folders, above or below
 * which they may be.
 */
export function arrivalFilter(
	{ contains }: ArrivalPort,
	{ ids, missing }: ArrivalState,
): (entry: FeedEntry) => boolean {
	const known = idsIn(ids + missing);
	return (entry) => {
		const isThere = contains(textOf(entry.fullpath));
		if (isThere) known.add(entryId(entry));
		return isThere || isFolder(entry) || known.has(entryId(entry));
	};
}
