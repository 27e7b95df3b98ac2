import type { IBinaryData, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import type { Change } from '../../client/feed/change';
import { openDownload } from '../../client/download/download';
import { listIn } from '../../client/service/paging';
import { inParallel } from '../../client/async/parallel';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import { getDownloadLink } from '../../protocol/catalogue/libraryFile';
import { type ChangeEvent, eventByFeed, eventByHistory } from '../../protocol/feed/changeEvent';
import { type EventChoice, isDeleted, isFolder } from '../../protocol/feed/changeFilter';
import { fieldsIn, type JsonObject } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../context/binary';

/** A change with what happened; `tries` counts failed downloads. */
export interface Described {
	readonly change: Change;
	readonly event: ChangeEvent | 'incomplete';
	readonly tries?: number;
}

/** Requests at the same time. */
const WIDTH = 8;
/** Downloads at the same time. */
const DOWNLOADS = 4;
/** Polls in which a download is tried. */
const TRIES = 3;

/** What happened to each change, asking for histories where the chosen events need it; those that nobody wants are left out. */
export async function described(
	caller: Caller,
	changes: readonly Change[],
	events: ReadonlySet<EventChoice>,
): Promise<Described[]> {
	const found = await inParallel(changes, WIDTH, async (change): Promise<Described | undefined> => {
		if (change.hidden) return { change, event: 'incomplete' };
		const known = eventByFeed(change, events);
		const event = known === 'ask' ? eventByHistory(change, await historyOf(caller, change.entry), events) : known;
		return event && { change, event };
	});
	return found.filter((one) => one !== undefined);
}

/** The history of an entry; undefined where the service has none to give, e.g. because it was moved again. */
async function historyOf(caller: Caller, entry: JsonObject): Promise<readonly JsonObject[] | undefined> {
	try {
		return listIn(
			listVersions,
			await call(caller, listVersions, { fullpath: String(entry['fullpath']), size: '20' }),
		).entries;
	} catch (cause) {
		// Refused for this entry only: a wrong credential has failed at the feed already.
		if (isLibraryError(cause) && !cause.retryable && cause.kind !== 'aborted' && cause.status !== 401)
			return undefined;
		throw cause;
	}
}

/** Links that the service may add to an entry: whoever has one can read the file, and nobody asked for them. */
const LINKS = ['thumbnail', 'preview', 'uri', 'uris', 'url', 'urls'];

/** The item of a change, without content. */
export function itemOf({ change: { entry, hidden }, event }: Described): INodeExecutionData {
	if (hidden) {
		const { ms, shown, counted } = hidden;
		const message = `${counted ?? 'More'} changes share the millisecond ${ms}; the updates feed showed ${shown} of them. The others were not reported.`;
		return { json: { event, message, time: new Date(ms).toISOString(), shown, counted: counted ?? null } };
	}
	const { fullpath, filename, ...fields } = Object.fromEntries(
		Object.entries(entry).filter(([name]) => !LINKS.includes(name)),
	);
	// What a person looks for comes first in n8n's table.
	return {
		json: {
			event,
			type: isFolder(entry) ? 'folder' : 'file',
			fullpath,
			filename,
			...fields,
		} as INodeExecutionData['json'],
	};
}

/** Items that are ready, each with what it was made from, and downloads to try again at a later poll. */
export interface Delivery {
	readonly items: Array<{ item: INodeExecutionData; from: Described }>;
	readonly again: Described[];
}

/**
 * The items of changes, with the content of files in the binary field `field`. A failing download stops nothing: it is tried again
 * at later polls, and reported in the item after the third, or at once when the file is gone or `final`.
 */
export async function withContent(
	context: IPollFunctions,
	caller: Caller,
	changes: readonly Described[],
	field: string,
	final = false,
): Promise<Delivery> {
	const done = await inParallel(
		changes,
		DOWNLOADS,
		async (one): Promise<Delivery['items'][number] | { again: Described }> => {
			const item = itemOf(one);
			const { entry, hidden } = one.change;
			if (hidden || isFolder(entry) || isDeleted(entry)) return { item, from: one };
			try {
				return { item: { ...item, binary: { [field]: await contentOf(context, caller, entry) } }, from: one };
			} catch (cause) {
				if (!isLibraryError(cause)) throw cause;
				// The time of this poll is over: that says nothing about the file.
				if (cause.kind === 'aborted') return { again: one };
				const tries = (one.tries ?? 0) + 1;
				if (!final && tries < TRIES && cause.kind !== 'notFound') return { again: { ...one, tries } };
				return {
					item: { json: { ...item.json, downloadError: cause.message, downloadTries: tries } },
					from: one,
				};
			}
		},
	);
	return {
		items: done.flatMap((one) => ('item' in one ? [one] : [])),
		again: done.flatMap((one) => ('again' in one ? [one.again] : [])),
	};
}

async function contentOf(context: IPollFunctions, caller: Caller, entry: JsonObject): Promise<IBinaryData> {
	const filehash = String(entry['filehash'] ?? '');
	// The version that the feed showed: the file may have been changed since.
	const params = { hash: String(entry['hash']), ...(filehash === '' ? {} : { filehash }) };
	const links = async (): Promise<string[]> => {
		const { urls } = fieldsIn(await call(caller, getDownloadLink, params));
		return Array.isArray(urls) ? urls.map(String) : [];
	};
	const file = await openDownload(caller, await links(), {
		expected: knownContent(entry['filesize'], filehash),
		renew: links,
	});
	return await binaryFrom(context, file, String(entry['filename'] ?? baseName(String(entry['fullpath']))));
}
