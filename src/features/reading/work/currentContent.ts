import type { FileContent } from '../plan/readingPage';
import { versionsOf } from '../../versions/plan';
import { filledText, isSha1, type JsonObject } from '../../../protocol/wire/json';
import { type Caller, unlessFailed } from '../../../client/service/call';
import { fileHistory } from '../../versions/work';

/* The content that a file has now, and the number of its version. */

/** A longer history is not read to number a version: each hundred entries are a request. */
const MAX_ENTRIES = 1000;

/** SHA1 of the content of a file, in lower case, as information about the file says it; null where it does not. */
export const filehashIn = ({ filehash }: JsonObject): string | null =>
	isSha1(filehash) ? filehash.toLowerCase() : null;

/**
 * What a file contains, by information about it, and the number of that version: null where the history is long, cannot
 * be read, or has another version on top. Throws only kind `aborted`.
 */
export async function currentContent(caller: Caller, info: JsonObject): Promise<FileContent> {
	const [filehash, fullpath] = [filehashIn(info), filledText(info.fullpath)];
	if (filehash === null || fullpath === undefined) return { filehash, version_number: null };
	const history = await unlessFailed(fileHistory(caller, fullpath, MAX_ENTRIES), () => []);
	const newest = history.length < MAX_ENTRIES ? versionsOf(history)[0] : undefined;
	return { filehash, version_number: newest?.filehash === filehash ? newest.number : null };
}
