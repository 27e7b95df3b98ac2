import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../../client/async/inTurns';
import { once } from '../../client/async/once';
import { inParallel } from '../../client/async/parallel';
import { hiddenText } from '../../client/feed/burst';
import { openDownload } from '../../client/download/download';
import { listIn } from '../../client/paging/listAnswer';
import { call, type Caller } from '../../client/service/call';
import { getDownloadLink } from '../../protocol/catalogue/libraryFiles';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import { simpleChange } from '../../protocol/catalogue/simplify';
import { type FeedChange, type FeedEntry, isDeleted } from '../../protocol/feed/change';
import { isFolder } from '../../protocol/tree/entryFilter';
import type { ChangeEvent, EventChoice, Way } from '../../protocol/feed/changeEvent';
import { eventFromFeed, eventFromHistory, wayIn } from '../../protocol/feed/changeEvent';
import { defined, fieldsIn, type JsonObject, textOf } from '../../protocol/wire/json';
import { isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../context/binary';
import type { PollRun } from '../polling/poll';
import type { TriggerSettings } from './settings';

/* From a change to its item: what happened, by the history where the feed does not tell, and the content. */

/**
 * A change with what happened. Plain JSON that is saved between polls, so a field renamed here is lost in workflows
 * that were saved by an older version.
 */
export interface ClassifiedChange {
	readonly change: FeedChange;
	/** `incomplete` stands for changes that the feed hides. */
	readonly event: ChangeEvent | 'incomplete';
	/** How a file arrived or left. */
	readonly how?: Way;
	/** Failed attempts to download the content so far. */
	readonly tries?: number;
}

const PARALLEL_HISTORIES = 8;

/**
 * Classifies changes, reading the entry's history where the chosen events need it, and leaves out those that weren't
 * chosen. Throws what `call` throws, except for a history that the service refuses.
 */
export async function classifyChanges(
	caller: Caller,
	changes: readonly FeedChange[],
	chosen: ReadonlySet<EventChoice>,
): Promise<ClassifiedChange[]> {
	const ways = new Map<string, Promise<Way | undefined>>();
	const classified = await inParallel(changes, PARALLEL_HISTORIES, async (change) => {
		if (change.place) return await placed(caller, change, ways);
		const event = await eventOf(caller, change, chosen);
		const how: Way | undefined = event === 'arrived' ? 'created' : event === 'left' ? 'deleted' : undefined;
		return event && defined({ change, event, how });
	});
	return classified.filter((one) => one !== undefined);
}

/** The way that the history of an entry tells; undefined for one without a path. */
const wayOf = async (caller: Caller, change: FeedChange): Promise<Way | undefined> =>
	change.entry.fullpath === undefined ? undefined : wayIn(change, await historyOf(caller, change.entry));

/** An arrival or a departure, with the way that is known of it, or of the folder with which it came. */
async function placed(
	caller: Caller,
	change: FeedChange,
	ways: Map<string, Promise<Way | undefined>>,
): Promise<ClassifiedChange> {
	const { place = 'arrived', within, entry, isNew } = change;
	if (place === 'left') return { change, event: place, how: isDeleted(entry) ? 'deleted' : 'moved' };
	if (isNew) return { change, event: place, how: 'created' };
	// Files come with a folder that was moved or restored; the history of the folder tells, once for all of them.
	const moved = within ?? entry;
	const how = await once(ways, textOf(moved.fullpath), async () => await wayOf(caller, { ...change, entry: moved }));
	return defined({ change, event: place, how });
}

async function eventOf(
	caller: Caller,
	change: FeedChange,
	chosen: ReadonlySet<EventChoice>,
): Promise<ClassifiedChange['event'] | undefined> {
	if (change.hidden) return 'incomplete';
	const event = eventFromFeed(change, chosen);
	if (event !== 'needsHistory') return event;
	return eventFromHistory(change, await historyOf(caller, change.entry), chosen);
}

/** The history of an entry; undefined where the service has none, e.g. because the entry was moved again. */
async function historyOf(caller: Caller, { fullpath }: FeedEntry): Promise<readonly JsonObject[] | undefined> {
	try {
		return listIn(listVersions, await call(caller, listVersions, { fullpath: textOf(fullpath), size: '20' }))
			.entries;
	} catch (cause) {
		// Refused for this entry only: a wrong credential would have failed at the feed already.
		const refused = isLibraryError(cause) && !cause.retryable && cause.kind !== 'aborted' && cause.status !== 401;
		if (refused) return undefined;
		throw rethrown(cause);
	}
}

type Run = Pick<PollRun<TriggerSettings>, 'context' | 'partCaller' | 'settings' | 'elapsedMs' | 'budgetMs'>;

/** Items that are ready, each with its change, and changes whose download is to be tried again at a later poll. */
interface BuiltItems {
	readonly items: Array<{ readonly item: INodeExecutionData; readonly change: FeedChange }>;
	readonly retryDownloads: ClassifiedChange[];
}

const DATED_AHEAD = 'The service dates this change more than a minute ahead of its own clock.';

/** The item of a change, without content and without signed links, with which anyone could read the file. */
function changeItem({ change: { entry, hidden, isAhead }, event, how }: ClassifiedChange): INodeExecutionData {
	if (hidden) {
		const message = `${hiddenText(hidden)} The others were not reported.`;
		return { json: { event, modified: new Date(hidden.ms).toISOString(), message } };
	}
	// What was parsed from JSON is what n8n allows in an item. The reading of this node is not at the entry's cursor,
	// and the event says what was deleted.
	const { cursor: _cursor, deleted: _deleted, hash, filehash, ...fields } = simpleChange(entry) as IDataObject;
	// Of what is deleted the feed shows where it was.
	const before = event === 'left' && isDeleted(entry) ? textOf(entry.fullpath) : undefined;
	const further = { how, previous_fullpath: before, message: isAhead ? DATED_AHEAD : undefined, hash, filehash };
	return { json: { event, ...fields, type: isFolder(entry) ? 'folder' : 'file', ...defined(further) } };
}

const PARALLEL_DOWNLOADS = 4;
const MAX_TRIES = 3;

/**
 * The items of changes, with the content of files where the settings ask for it. A failed download does not delay
 * the others: it is tried again at later polls, and reported in the item after the third try, or at once when the
 * file is gone or no later poll will try again (`lastTry`). Throws only what isn't a LibraryError.
 */
export async function buildItems(
	run: Run,
	changes: readonly ClassifiedChange[],
	{ lastTry = false } = {},
): Promise<BuiltItems> {
	const { contentField } = run.settings;
	const bare = async () => await mapInTurns(changes, (one) => ({ item: changeItem(one), change: one.change }));
	if (contentField === undefined) return { items: await bare(), retryDownloads: [] };
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
	run: Run,
	field: string,
	classified: ClassifiedChange,
	lastTry: boolean,
): Promise<BuiltItems['items'][number] | { readonly retry: ClassifiedChange }> {
	const { change } = classified;
	const item = changeItem(classified);
	const begun = run.elapsedMs();
	if (change.hidden || isFolder(change.entry) || isDeleted(change.entry)) return { item, change };
	try {
		return { item: { ...item, binary: { [field]: await contentOf(run, change.entry) } }, change };
	} catch (cause) {
		if (!isLibraryError(cause)) throw rethrown(cause);
		const isCutOff = cause.kind === 'aborted';
		// The time of this poll is used up: of a download that began late that says nothing.
		if (isCutOff && !lastTry && begun > run.budgetMs / 2) return { retry: classified };
		const tries = (classified.tries ?? 0) + 1;
		if (!lastTry && tries < MAX_TRIES && cause.kind !== 'notFound') return { retry: { ...classified, tries } };
		const most = `${Math.ceil(run.budgetMs / 1000)} seconds that n8n allows for a poll`;
		const why = isCutOff ? `it takes longer than the ${most}` : cause.message;
		const polls = tries === 1 ? '1 poll' : `${tries} polls`;
		const message = `The content could not be downloaded, tried in ${polls}: ${why}`;
		return { item: { json: { ...item.json, message } }, change };
	}
}

async function contentOf({ context, partCaller: caller }: Run, entry: FeedEntry): Promise<IBinaryData> {
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
