import type { IDataObject, INodeExecutionData, IBinaryData } from 'n8n-workflow';
import { inParallel } from '../../../client/async/tasks';
import { once } from '../../../client/async/once';
import { mapInTurns } from '../../../client/async/inTurns';
import { hiddenText } from '../work/pages';
import { infoIfExists } from '../../../client/files/fileCalls';
import { listIn } from '../../../client/paging/offsetPages';
import { call, type Caller } from '../../../client/service/call';
import { listVersions } from '../../../protocol/catalogue/libraryHistory';
import { simpleChange } from '../../../protocol/catalogue/simplify';
import {
	type FeedChange,
	type FeedEntry,
	isDeleted,
	type ChangeEvent,
	type EventChoice,
	type Way,
	arrivalWay,
	eventFromFeed,
	eventFromHistory,
	wayIn,
} from '../plan/change';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { isNoSuchEntry } from '../../../protocol/wire/errorCodes';
import { defined, type JsonObject, textOf } from '../../../protocol/wire/json';
import { isLibraryError, type LibraryError, rethrown, counted } from '../../../protocol/wire/libraryError';
import { openFile } from '../../../client/download/download';
import { baseName } from '../../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../../../n8n/context/binary';
import type { PollRun } from '../../../n8n/polling/poll';
import type { TriggerSettings } from './settings';

/* From a change to its item: what happened, by the history where the feed does not tell. */

/**
 * A change that a poll makes an item of, or tries again at the next one. Plain JSON that is saved between polls, so a
 * field renamed here is lost in workflows that were saved by an older version.
 */
export interface PendingChange {
	readonly change: FeedChange;
	/** What happened; `incomplete` stands for changes that cannot be told. Missing while the history is to be read. */
	readonly event?: ChangeEvent | 'incomplete';
	readonly how?: Way;
	/** Failed attempts to read the history, or to download the content, so far. */
	readonly tries?: number;
}

/** A change with what happened. */
export type ClassifiedChange = PendingChange & { readonly event: ChangeEvent | 'incomplete' };
export const isClassified = (one: PendingChange): one is ClassifiedChange => one.event !== undefined;

const PARALLEL_HISTORIES = 8;

interface Classifying {
	readonly caller: Caller;
	readonly chosen: ReadonlySet<EventChoice>;
	/** Most changes whose history may fail: a later poll reads it. With more of them the service fails in general. */
	readonly mayFail: number;
	readonly lastTry?: boolean;
}

/** `ways` are those of the entries with which others came. */
type Histories = Pick<Classifying, 'caller' | 'chosen'> & { readonly ways: Map<string, Promise<Way | undefined>> };

/**
 * Says what happened, by the entry's history where the chosen events need it, and leaves out what wasn't chosen. A
 * failed history is read again at later polls, and counts as missing at the third try. Throws what `call` throws where
 * the service is busy, or more than `mayFail` would be tried again.
 */
export async function classifyChanges(
	changes: readonly PendingChange[],
	{ mayFail, lastTry = false, ...reading }: Classifying,
): Promise<{ readonly classified: ClassifiedChange[]; readonly retries: PendingChange[] }> {
	const histories: Histories = { ...reading, ways: new Map() };
	const retries: PendingChange[] = [];
	const classified = await inParallel(changes, PARALLEL_HISTORIES, async (one) => {
		if (isClassified(one)) return one;
		const tries = (one.tries ?? 0) + 1;
		try {
			return await classify(histories, one.change, lastTry || tries >= MAX_TRIES);
		} catch (cause) {
			if (!isOfEntry(cause) || !mayPass(cause) || retries.length >= mayFail) throw rethrown(cause);
			retries.push({ change: one.change, tries });
			return undefined;
		}
	});
	return { classified: classified.filter((one) => one !== undefined), retries };
}

async function classify(
	histories: Histories,
	change: FeedChange,
	isLastTry: boolean,
): Promise<ClassifiedChange | undefined> {
	if (change.tooMany !== undefined || change.hidden) return { change, event: 'incomplete' };
	if (change.place) return await arrivedBy(histories, change, isLastTry);
	const { caller, chosen } = histories;
	let event = eventFromFeed(change, chosen);
	const history = event === 'needsHistory' ? await historyOf(caller, change.entry, isLastTry) : undefined;
	if (event === 'needsHistory') event = eventFromHistory(change, history, chosen);
	const how = event === 'arrived' ? arrivalWay(change, history) : event === 'left' ? 'deleted' : undefined;
	return event && defined({ change, event, how });
}

/** The way that the history of an entry tells; undefined for one without a path. */
export const wayOf = async (caller: Caller, change: FeedChange, isLastTry: boolean): Promise<Way | undefined> =>
	change.entry.fullpath === undefined ? undefined : wayIn(change, await historyOf(caller, change.entry, isLastTry));

/** An arrival or a departure, with the way that is known of it, or of the folder with which it came. */
async function arrivedBy(
	{ caller, ways }: Histories,
	change: FeedChange,
	isLastTry: boolean,
): Promise<ClassifiedChange> {
	const { place = 'arrived', within, entry, isNew, wasDeleted } = change;
	if (place === 'left') return { change, event: place, how: isDeleted(entry) ? 'deleted' : 'moved' };
	if (isNew) return { change, event: place, how: 'created' };
	if (wasDeleted) return { change, event: place, how: 'restored' };
	// Files come with a folder that was moved or restored; the history of the folder tells, once for all of them.
	const moved = within ?? entry;
	const read = async () => await wayOf(caller, { ...change, entry: moved }, isLastTry);
	const how = await once(ways, textOf(moved.fullpath), read);
	return defined({ change, event: place, how });
}

/** Whether a failure may be of one entry only: a wrong credential or a service that is busy fails all. */
const isOfEntry = (cause: unknown): cause is LibraryError =>
	isLibraryError(cause) &&
	cause.kind !== 'aborted' &&
	cause.status !== 401 &&
	!(cause.kind === 'busy' && cause.retryable);

/** Whether a later poll may read what failed. */
const mayPass = ({ retryable, retries = 0 }: LibraryError): boolean => retryable || retries > 0;

/** The history of an entry; undefined where the service has none, e.g. because the entry was deleted again. */
async function historyOf(
	caller: Caller,
	{ fullpath, hash }: FeedEntry,
	isLastTry: boolean,
): Promise<readonly JsonObject[] | undefined> {
	const read = async (path: string) =>
		listIn(listVersions, await call(caller, listVersions, { fullpath: path, size: '20' })).entries;
	try {
		return await read(textOf(fullpath)).catch(async (cause: unknown) => {
			// It may have moved since the feed showed it.
			const moved = isNoSuchEntry(cause) && hash ? await infoIfExists(caller, { hash: textOf(hash) }) : undefined;
			if (!moved) throw rethrown(cause);
			return await read(textOf(moved.fullpath));
		});
	} catch (cause) {
		if (isOfEntry(cause) && (isLastTry || !mayPass(cause))) return undefined;
		throw rethrown(cause);
	}
}

interface BuiltItem {
	readonly item: INodeExecutionData;
	readonly change: FeedChange;
}

const DATED_AHEAD = 'The service dates this change more than a minute ahead of its own clock.';

const overfull = (most: number): string =>
	`The watched folders contain more than ${most} files and folders, so what is in them is no longer compared. ` +
	'A file that is created or changed there still arrives, but files that came or leave with a folder are not told. ' +
	'Move files out, choose smaller folders, or exclude some: then what has not been told arrives.';

/** The item of a change, without content and without signed links, with which anyone could read the file. */
function changeItem({
	change: { entry, hidden, tooMany, isAhead, isElsewhere },
	event,
	how,
}: ClassifiedChange): INodeExecutionData {
	if (hidden) {
		const message = `${hiddenText(hidden)} The others were not reported.`;
		return { json: { event, modified: new Date(hidden.ms).toISOString(), message } };
	}
	if (tooMany !== undefined)
		return { json: { event, fullpath: textOf(entry.fullpath), type: 'folder', message: overfull(tooMany) } };
	// What was parsed from JSON is what n8n allows in an item. The reading of this node is not at the entry's cursor,
	// and the event says what was deleted.
	const { cursor: _cursor, deleted: _deleted, hash, filehash, ...fields } = simpleChange(entry) as IDataObject;
	// Of what is deleted the feed shows where it was.
	const before = event === 'left' && isDeleted(entry) && !isElsewhere ? textOf(entry.fullpath) : undefined;
	const further = { how, from_fullpath: before, message: isAhead ? DATED_AHEAD : undefined, hash, filehash };
	return { json: { event, ...fields, type: isFolder(entry) ? 'folder' : 'file', ...defined(further) } };
}

const PARALLEL_DOWNLOADS = 4;

/**
 * The items of changes, with the content of files where the settings ask for it; `retries` are to be tried at a later
 * poll. A failed download is reported in the item after the third try, or at once when the file is gone or no later
 * poll will try again (`lastTry`). Throws only what isn't a LibraryError.
 */
export async function buildItems(
	run: ContentRun,
	changes: readonly ClassifiedChange[],
	{ lastTry = false } = {},
): Promise<{ readonly items: readonly BuiltItem[]; readonly retries: readonly ClassifiedChange[] }> {
	const { contentField } = run.settings;
	const bare = async () => await mapInTurns(changes, (one) => ({ item: changeItem(one), change: one.change }));
	if (contentField === undefined) return { items: await bare(), retries: [] };
	const made = await inParallel(
		changes,
		PARALLEL_DOWNLOADS,
		async (one) => await withContent(run, contentField, one, lastTry),
	);
	return { items: made.filter((one) => 'item' in one), retries: made.filter((one) => 'event' in one) };
}

/* The content of changed files in their items. */

type ContentRun = Pick<PollRun<TriggerSettings>, 'context' | 'partCaller' | 'settings' | 'elapsedMs' | 'budgetMs'>;

/** Polls that try to read a history, or to download a content. */
export const MAX_TRIES = 3;

/**
 * The item with the content of its file; or, unless this is the last try, the change with its failed attempts, for a
 * later poll to try again.
 */
async function withContent(
	run: ContentRun,
	field: string,
	one: ClassifiedChange,
	lastTry: boolean,
): Promise<BuiltItem | ClassifiedChange> {
	const begun = run.elapsedMs();
	const [item, { change, tries: before = 0 }] = [changeItem(one), one];
	if (change.hidden || isFolder(change.entry) || isDeleted(change.entry)) return { item, change };
	try {
		return { item: { ...item, binary: { [field]: await contentOf(run, change.entry) } }, change };
	} catch (cause) {
		if (!isLibraryError(cause)) throw rethrown(cause);
		const isCutOff = cause.kind === 'aborted';
		// The time of this poll is used up: of a download that began late that says nothing.
		if (isCutOff && !lastTry && begun > run.budgetMs / 2) return { ...one, tries: before };
		const tries = before + 1;
		if (!lastTry && tries < MAX_TRIES && !isNoSuchEntry(cause)) return { ...one, tries };
		const most = `${Math.ceil(run.budgetMs / 1000)} seconds that n8n allows for a poll`;
		const why = isCutOff ? `it takes longer than the ${most}` : cause.message;
		const message = `The content could not be downloaded, tried in ${counted(tries, 'poll')}: ${why}`;
		return { item: { json: { ...item.json, message } }, change };
	}
}

async function contentOf({ context, partCaller: caller }: ContentRun, entry: FeedEntry): Promise<IBinaryData> {
	const filehash = textOf(entry.filehash);
	// The version that the feed showed: the file may have been changed since.
	const params = { hash: textOf(entry.hash), ...(filehash === '' ? {} : { filehash }) };
	const file = await openFile(caller, params, { expected: knownContent(entry.filesize, filehash) });
	return await binaryFrom(context, file, textOf(entry.filename ?? baseName(textOf(entry.fullpath))));
}
