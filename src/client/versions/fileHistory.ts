import { listVersions } from '../../protocol/catalogue/libraryHistory';
import { fieldsIn, type JsonObject } from '../../protocol/wire/json';
import { versionsOf, type FileVersion } from '../../protocol/versions/fileVersions';
import { pages } from '../paging/pages';
import type { Caller } from '../service/call';

/** The versions of a file, newest first; what is added meanwhile may be missing. Throws what `pages` throws. */
export async function fileVersions(caller: Caller, fullpath: string): Promise<FileVersion[]> {
	const history: JsonObject[] = [];
	const entries = pages(caller, listVersions, { fullpath }, { onNotice: () => undefined });
	for await (const entry of entries) history.push(fieldsIn(entry));
	return versionsOf(history);
}
