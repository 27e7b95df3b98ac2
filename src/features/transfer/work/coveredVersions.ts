import { storedContents } from '../../versions/plan';
import { type JsonObject, secondsOf } from '../../../protocol/wire/json';
import type { Caller } from '../../../client/service/call';
import { fileHistory } from '../../versions/work';

/** A version that was stored, by the SHA1 of its content, and the one that it was to follow. */
interface LaterVersion {
	readonly fullpath: string;
	readonly stored: string;
	readonly before: string;
}

/**
 * SHA1 of each version that came between the one that was read and the one that was stored, the oldest first; one of
 * them may have the very same content as what was stored. Where the history does not have the one that was read, the
 * file is another one now, and its last version counts. By token there is no history. Throws what `pages` throws.
 */
export async function coveredVersions(caller: Caller, following: LaterVersion): Promise<readonly string[]> {
	if (caller.account().kind === 'token') return [];
	const { stored, before } = following;
	const contents = storedContents(await newestOf(caller, following));
	const [own, read] = [contents.indexOf(stored), contents.indexOf(before)];
	// What was there before the version that was read is no content that was stored since.
	if (own < 0 || (read >= 0 && read < own)) return [];
	return contents.slice(own + 1, read < 0 ? own + 2 : read).reverse();
}

/** Entries of a history on one page. */
const PAGE = 100;

/** A history as far as it is needed: its first page, where that has the newest entries and both versions. */
async function newestOf(caller: Caller, { fullpath, stored, before }: LaterVersion): Promise<JsonObject[]> {
	const first = await fileHistory(caller, fullpath, PAGE);
	if (first.length < PAGE) return first;
	const isNewestFirst = (secondsOf(first[0]?.dateline) ?? 0) > (secondsOf(first.at(-1)?.dateline) ?? Infinity);
	const contents = storedContents(first);
	const isEnough = isNewestFirst && contents.includes(stored) && contents.includes(before);
	return isEnough ? first : await fileHistory(caller, fullpath);
}
