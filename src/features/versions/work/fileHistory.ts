import { listVersions } from '../../../protocol/catalogue/libraryHistory';
import { fieldsIn, type JsonObject } from '../../../protocol/wire/json';
import { versionsOf, type FileVersion } from '../plan/fileVersions';
import { pages } from '../../../client/paging/pages';
import type { Caller } from '../../../client/service/call';

/** The versions of a file, newest first; what is added meanwhile may be missing. Throws what `pages` throws. */
export const fileVersions = async (caller: Caller, fullpath: string): Promise<FileVersion[]> =>
	versionsOf(await fileHistory(caller, fullpath));

/** At most `limit` entries of a history, in the order of the service. Throws what `pages` throws. */
export async function fileHistory(caller: Caller, fullpath: string, limit = Infinity): Promise<JsonObject[]> {
	const history: JsonObject[] = [];
	const entries = pages(caller, listVersions, { fullpath }, { limit, onNotice: () => undefined });
	for await (const entry of entries) history.push(fieldsIn(entry));
	return history;
}
