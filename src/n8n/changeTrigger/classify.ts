import { listIn } from '../../client/paging/listAnswer';
import { inParallel } from '../../client/async/parallel';
import { call, type Caller } from '../../client/service/call';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import type { FeedChange } from '../../protocol/feed/change';
import { type ChangeEvent, type EventChoice, eventFromFeed, eventFromHistory } from '../../protocol/feed/changeEvent';
import type { FeedEntry } from '../../protocol/feed/entry';
import { textOf, type JsonObject } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';

/**
 * A change with what happened. Plain JSON that is saved between polls, so a field renamed here is lost in workflows
 * that were saved by an older version.
 */
export interface ClassifiedChange {
	readonly change: FeedChange;
	/** `incomplete` stands for changes that the feed hides. */
	readonly event: ChangeEvent | 'incomplete';
	/** Failed attempts to download the content so far. */
	readonly tries?: number;
}

/** Histories that are requested at the same time. */
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
	const classified = await inParallel(changes, PARALLEL_HISTORIES, async (change) => {
		const event = await eventOf(caller, change, chosen);
		return event && { change, event };
	});
	return classified.filter((one) => one !== undefined);
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
		throw cause;
	}
}
