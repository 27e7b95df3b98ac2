import { isStoredTwice, versionsOf } from '../../protocol/versions/fileVersions';
import { type JsonObject, numberOf } from '../../protocol/wire/json';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { unlessFailed } from '../files/unlessFailed';
import type { Caller } from '../service/call';
import { fileHistory } from './fileHistory';

/** A version that was stored, by the SHA1 of its content, and the one that it was to follow. */
interface Following {
	readonly fullpath: string;
	readonly stored: string;
	readonly before: string;
}

/**
 * SHA1 of a version that came between the one that was read and the one that was stored, which may have the very same
 * content; undefined for none, and where nobody can know it. A failure to find it out is returned.
 */
export async function coveredVersion(caller: Caller, following: Following): Promise<string | LibraryError | undefined> {
	const { stored, before } = following;
	if (caller.account().kind === 'token') return undefined;
	return await unlessFailed(
		newestOf(caller, following).then((history) => {
			const below = belowOf(history, stored);
			if (below === undefined || below !== before) return below;
			return isStoredTwice(history, stored) ? stored : undefined;
		}),
		(failure) => failure,
	);
}

/** The content that was there before another one; undefined where the history does not have both. */
function belowOf(history: readonly JsonObject[], stored: string): string | undefined {
	const versions = versionsOf(history);
	const ours = versions.findIndex(({ filehash }) => filehash === stored);
	return ours < 0 ? undefined : versions[ours + 1]?.filehash;
}

/** Entries of a history on one page. */
const PAGE = 100;

/** A history as far as it is needed: its first page, where that has the newest entries and what was stored. */
async function newestOf(caller: Caller, { fullpath, stored }: Following): Promise<JsonObject[]> {
	const first = await fileHistory(caller, fullpath, PAGE);
	const isNewestFirst = (numberOf(first[0]?.dateline) ?? 0) > (numberOf(first.at(-1)?.dateline) ?? Infinity);
	const isEnough = first.length < PAGE || (isNewestFirst && belowOf(first, stored) !== undefined);
	return isEnough ? first : await fileHistory(caller, fullpath);
}
