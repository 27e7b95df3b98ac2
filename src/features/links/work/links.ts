import { inParallel } from '../../../client/async/tasks';
import { inTurns } from '../../../client/async/inTurns';
import { infoIfExists } from '../../../client/files/fileCalls';
import { allEntries } from '../../../client/paging/pages';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import { call, type Caller } from '../../../client/service/call';
import type { LibraryId } from '../../../client/service/libraryBinding';
import type { Operator } from '../../../client/service/account';
import { ACTIVITY_EVENTS } from '../../../protocol/catalogue/activityEvent';
import { listLibraryLog } from '../../../protocol/catalogue/enterpriseLog';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { amountOf, fieldsIn, filledText, type JsonObject } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { closeLink, listLinks } from '../entries';
import { findLogged, type LinkedEntry, loggedLink, type LoggedLink } from '../plan/linkMaking';
import { codeOf, type DescribedLink } from '../plan/links';

/* Who made which link, read from the log of the library. */

/** Most files and folders that links were made to, each of which is looked up. */
const MAX_LINKED = 5000;

/**
 * Reads which links were made in a library, from its log, and what they lead to now: for each open link the entries
 * of the log that may be about it. Throws what `call` throws, and LibraryError input beyond 5,000 files.
 */
export async function readLinkCreators(
	caller: Caller,
	{ enterprise, library: { by, id } }: { readonly enterprise: Caller; readonly library: LibraryId },
	width: number,
	open: readonly JsonObject[],
): Promise<ReadonlyMap<JsonObject, readonly LoggedLink[]>> {
	const log = await allEntries(enterprise, listLibraryLog, { [by]: id, act: ACTIVITY_EVENTS.linkCreated.code });
	const logged = log.map((entry) => loggedLink(fieldsIn(entry))).filter((entry) => entry !== undefined);
	const hashes = [...new Set(logged.map(({ hash }) => hash))];
	if (hashes.length > MAX_LINKED)
		throw new LibraryError(
			'input',
			`Links were made to more than ${MAX_LINKED} files and folders of this library`,
			{ hint: 'Leave out who created the links: each of these files would be asked for.' },
		);
	const entries = new Map<string, LinkedEntry>();
	await inParallel(hashes, width, async (hash) => {
		const { fullpath, dir, filesize } = (await infoIfExists(caller, { hash })) ?? {};
		const path = filledText(fullpath);
		if (path === undefined) return;
		entries.set(hash, { fullpath: path, isFolder: isFolder({ dir }), filesize: amountOf(filesize) });
	});
	return await inTurns(findLogged(logged, entries, open));
}

/** Closes one link. Throws what `call` throws, and LibraryError protocol for one of which the code is not known. */
async function close(caller: Caller, link: JsonObject, operator: Operator): Promise<undefined> {
	const code = codeOf(link);
	if (code === undefined)
		throw new LibraryError('protocol', 'The service did not send the code of this link', {
			operation: closeLink.id,
			retryable: false,
			hint: 'Close it by the path of its file, with Link: Close.',
		});
	await call(caller, closeLink, { code, ...operator });
}

/**
 * How links are closed, as the service listed them. Those that it refuses to close, or of which the answer was lost,
 * are looked for once more: a link that is no longer open is closed, whoever did it.
 */
export const closing = (operator: Operator): ChangeMaker<JsonObject, DescribedLink> => ({
	make: async ([link], caller) => link && (await close(caller, link, operator)),
	findMade: async (links, caller) => {
		const open = new Set((await allEntries(caller, listLinks)).map((link) => codeOf(fieldsIn(link))));
		return links.filter((link) => !open.has(codeOf(link)));
	},
});
