import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../../client/async/parallel';
import { openDownload } from '../../client/download/download';
import { call } from '../../client/service/call';
import { getDownloadLink } from '../../protocol/catalogue/libraryFile';
import { simpleChange } from '../../protocol/catalogue/simplify';
import type { FeedChange } from '../../protocol/feed/change';
import { type FeedEntry, isDeleted, isFolder } from '../../protocol/feed/entry';
import { fieldsIn, textOf } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../context/binary';
import type { ClassifiedChange } from './classify';
import type { PollRun } from './pollRun';

/** An item of the trigger, and the change it stands for. */
export interface TriggerItem {
	readonly item: INodeExecutionData;
	readonly change: FeedChange;
}

/** Items that are ready, and changes whose download is to be tried again at a later poll. */
export interface BuiltItems {
	readonly items: TriggerItem[];
	readonly retryDownloads: ClassifiedChange[];
}

/**
 * The item of a change, without content. Anyone who has a signed link can read the file: simpleChange leaves them out.
 */
function changeItem({ change: { entry, hidden }, event }: ClassifiedChange): INodeExecutionData {
	if (hidden) {
		const { ms, shown, counted } = hidden;
		const message =
			`${counted ?? 'More'} changes share the millisecond ${ms}; the updates feed showed ${shown} of them. ` +
			'The others were not reported.';
		return { json: { event, message, time: new Date(ms).toISOString(), shown, counted: counted ?? null } };
	}
	// What was parsed from JSON is what n8n allows in an item. The reading of this node is not at the entry's cursor.
	const { cursor: _cursor, ...fields } = simpleChange(entry) as IDataObject;
	return { json: { event, ...fields, type: isFolder(entry) ? 'folder' : 'file' } };
}

/** Downloads at the same time. */
const PARALLEL_DOWNLOADS = 4;
/** Polls in which a download is tried. */
const MAX_TRIES = 3;

/**
 * The items of changes, with the content of files where the settings ask for it. A failed download does not delay
 * the others: it is tried again at later polls, and reported in the item after the third try, or at once when the
 * file is gone or no later poll will try again (`lastTry`). Throws only what isn't a LibraryError.
 */
export async function buildItems(
	run: PollRun,
	changes: readonly ClassifiedChange[],
	{ lastTry = false } = {},
): Promise<BuiltItems> {
	const { contentField } = run.settings;
	if (contentField === undefined)
		return { items: changes.map((one) => ({ item: changeItem(one), change: one.change })), retryDownloads: [] };
	const built = await inParallel(
		changes,
		PARALLEL_DOWNLOADS,
		async (one) => await itemWithContent(run, contentField, one, lastTry),
	);
	return {
		items: built.flatMap((one) => ('item' in one ? [one] : [])),
		retryDownloads: built.flatMap((one) => ('retry' in one ? [one.retry] : [])),
	};
}

async function itemWithContent(
	run: PollRun,
	field: string,
	classified: ClassifiedChange,
	lastTry: boolean,
): Promise<TriggerItem | { readonly retry: ClassifiedChange }> {
	const { change } = classified;
	const item = changeItem(classified);
	if (change.hidden || isFolder(change.entry) || isDeleted(change.entry)) return { item, change };
	try {
		return { item: { ...item, binary: { [field]: await contentOf(run, change.entry) } }, change };
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
		// The time of this poll is used up: that says nothing about the file.
		if (cause.kind === 'aborted') return { retry: classified };
		const tries = (classified.tries ?? 0) + 1;
		if (!lastTry && tries < MAX_TRIES && cause.kind !== 'notFound') return { retry: { ...classified, tries } };
		return { item: { json: { ...item.json, download_error: cause.message, download_tries: tries } }, change };
	}
}

async function contentOf({ context, caller }: PollRun, entry: FeedEntry): Promise<IBinaryData> {
	const filehash = textOf(entry.filehash);
	// The version that the feed showed: the file may have been changed since.
	const params = { hash: textOf(entry.hash), ...(filehash === '' ? {} : { filehash }) };
	const links = async (): Promise<string[]> => {
		const { urls } = fieldsIn(await call(caller, getDownloadLink, params));
		return Array.isArray(urls) ? urls.map(String) : [];
	};
	const expected = knownContent(entry.filesize, filehash);
	const file = await openDownload(caller, await links(), { expected, renew: links });
	return await binaryFrom(context, file, textOf(entry.filename ?? baseName(textOf(entry.fullpath))));
}
