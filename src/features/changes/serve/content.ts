import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { openDownload } from '../../../client/download/download';
import { fileCalls } from '../../../client/files/fileCalls';
import { type FeedChange, type FeedEntry, isDeleted } from '../plan/change';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { isNoSuchEntry } from '../../../protocol/wire/errorCodes';
import { textOf } from '../../../protocol/wire/json';
import { counted, isLibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { baseName } from '../../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../../../n8n/context/binary';
import type { PollRun } from '../../../n8n/polling/poll';
import type { TriggerSettings } from './settings';

/* The content of changed files in their items. */

/** What a poll needs for contents. */
export type ContentRun = Pick<
	PollRun<TriggerSettings>,
	'context' | 'partCaller' | 'settings' | 'elapsedMs' | 'budgetMs'
>;

interface Wanted {
	readonly change: FeedChange;
	/** The item without the content. */
	readonly item: INodeExecutionData;
	/** Failed attempts so far. */
	readonly tries: number;
	/** No later poll will try again. */
	readonly lastTry: boolean;
}

/** Polls that try to read a history, or to download a content. */
export const MAX_TRIES = 3;

/**
 * The item of a change with the content of its file, or the failed attempts so far where a later poll is to try again:
 * see `buildItems`. Throws only what isn't a LibraryError.
 */
export async function withContent(
	run: ContentRun,
	field: string,
	{ change, item, tries: before, lastTry }: Wanted,
): Promise<{ readonly item: INodeExecutionData } | { readonly tries: number }> {
	const begun = run.elapsedMs();
	if (change.hidden || isFolder(change.entry) || isDeleted(change.entry)) return { item };
	try {
		return { item: { ...item, binary: { [field]: await contentOf(run, change.entry) } } };
	} catch (cause) {
		if (!isLibraryError(cause)) throw rethrown(cause);
		const isCutOff = cause.kind === 'aborted';
		// The time of this poll is used up: of a download that began late that says nothing.
		if (isCutOff && !lastTry && begun > run.budgetMs / 2) return { tries: before };
		const tries = before + 1;
		if (!lastTry && tries < MAX_TRIES && !isNoSuchEntry(cause)) return { tries };
		const most = `${Math.ceil(run.budgetMs / 1000)} seconds that n8n allows for a poll`;
		const why = isCutOff ? `it takes longer than the ${most}` : cause.message;
		const message = `The content could not be downloaded, tried in ${counted(tries, 'poll')}: ${why}`;
		return { item: { json: { ...item.json, message } } };
	}
}

async function contentOf({ context, partCaller: caller }: ContentRun, entry: FeedEntry): Promise<IBinaryData> {
	const filehash = textOf(entry.filehash);
	// The version that the feed showed: the file may have been changed since.
	const params = { hash: textOf(entry.hash), ...(filehash === '' ? {} : { filehash }) };
	const links = async (): Promise<readonly string[]> => await fileCalls(caller).downloadLinks(params);
	const expected = knownContent(entry.filesize, filehash);
	const file = await openDownload(caller, await links(), { expected, renew: links });
	return await binaryFrom(context, file, textOf(entry.filename ?? baseName(textOf(entry.fullpath))));
}
