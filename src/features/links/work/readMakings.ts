import { listLibraryLog } from '../../../protocol/catalogue/enterpriseLog';
import { findLogged, type LinkedEntry, loggedLink, type LoggedLink } from '../plan/linkMaking';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { amountOf } from '../../../protocol/wire/amounts';
import { fieldsIn, filledText, type JsonObject, textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { inTurns } from '../../../client/async/inTurns';
import { inParallel } from '../../../client/async/tasks';
import { infoIfExists } from '../../../client/files/fileCalls';
import { allEntries } from '../../../client/paging/pages';
import type { Caller } from '../../../client/service/call';
import type { LibraryId } from '../../../client/service/libraryBinding';

/* Who made which link, read from the log of the library. */

/** Act code of a link that is made (document, Library administration). */
const LINK_MADE = '1014';
/** Most files and folders that links were made to, each of which is looked up. */
const MAX_LINKED = 5000;

/** The callers of one library, and how many requests are under way at the same time. */
interface Reading {
	readonly caller: Caller;
	readonly enterprise: Caller;
	readonly library: LibraryId;
	readonly width: number;
}

/** The entry with an ID; undefined for one that is there no more. */
async function entryOf(caller: Caller, hash: string): Promise<LinkedEntry | undefined> {
	const { filename, fullpath, dir, filesize } = (await infoIfExists(caller, { hash })) ?? {};
	const path = filledText(fullpath);
	return path === undefined
		? undefined
		: { filename: textOf(filename), fullpath: path, isFolder: isFolder({ dir }), filesize: amountOf(filesize) };
}

/**
 * Reads which links were made in a library, from its log, and what they lead to now: for each open link the entries
 * of the log that may be about it. Throws what `call` throws, and LibraryError input beyond 5,000 files.
 */
export async function readMakings(
	{ caller, enterprise, library: { by, id }, width }: Reading,
	open: readonly JsonObject[],
): Promise<ReadonlyMap<JsonObject, readonly LoggedLink[]>> {
	const log = await allEntries(enterprise, listLibraryLog, { [by]: id, act: LINK_MADE });
	const logged = log.map((entry) => loggedLink(fieldsIn(entry))).filter((entry) => entry !== undefined);
	const hashes = [...new Set(logged.map(({ hash }) => hash))];
	if (hashes.length > MAX_LINKED)
		throw new LibraryError(
			'input',
			`Links were made to more than ${MAX_LINKED} files and folders of this library`,
			{
				hint: 'Leave out who created the links: each of these files would be asked for.',
			},
		);
	const entries = new Map<string, LinkedEntry>();
	await inParallel(hashes, width, async (hash) => {
		const entry = await entryOf(caller, hash);
		if (entry) entries.set(hash, entry);
	});
	return await inTurns(findLogged(logged, entries, open));
}
