import type { ACTS } from '../../../protocol/catalogue/activityEvent';
import type { UpdatesEntry } from '../../../protocol/contract';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { flagOf, type JsonObject, numberOf, secondsOf } from '../../../protocol/wire/json';
import { orderOf } from '../../versions/plan';

/**
 * An entry of the updates feed, as all that works with the feed reads it: a deployment may leave a field out, so every
 * field is optional. The time of the operation itself is not part of it.
 */
export type FeedEntry = Readonly<Partial<UpdatesEntry>>;

/** Whether an entry was deleted; only compare mode says so. */
export const isDeleted = ({ cmd }: FeedEntry): boolean => flagOf(cmd, (code) => code === 0) === true;

/**
 * One change of a library, as the updates feed shows it. Plain JSON: the trigger saves changes between polls, so a
 * field renamed here is lost in workflows that were saved by an older version.
 */
export interface FeedChange {
	/** The changed file or folder; empty when `hidden` is set. */
	readonly entry: FeedEntry;
	/** The operation took place later than this, in Unix milliseconds. */
	readonly after: number;
	/** The operation took place not later than this, in Unix milliseconds; later ones have changes of their own. */
	readonly until?: number;
	/** Whether the entry was created since the feed was last read; absent when the feed doesn't tell. */
	readonly isNew?: boolean;
	/**
	 * The entry looks the same as when it was last read: name, content, modification time and deletion are unchanged.
	 */
	readonly same?: boolean;
	/** Whether the feed showed the entry as deleted when it was last read; absent when it was not read before. */
	readonly wasDeleted?: boolean;
	/** The entry is dated ahead: its time had not come yet, by more than a minute, when the service showed it. */
	readonly isAhead?: true;
	/** Whether the entry arrived in a watched folder, or left it. */
	readonly place?: 'arrived' | 'left';
	/** It was deleted outside of the watched folders: where it was in them is not known. */
	readonly isElsewhere?: true;
	/** The folder with which it did, without a change of its own; empty where that folder is not known. */
	readonly within?: FeedEntry;
	/** Instead of what arrived: the watched folders contain more than this, so that none of it is remembered. */
	readonly tooMany?: number;
	/** Instead of an entry: what a millisecond hides. */
	readonly hidden?: HiddenChanges;
}

/** A millisecond with more entries than the feed can show. */
export interface HiddenChanges {
	/** The millisecond, as Unix time. */
	readonly ms: number;
	/** How many entries the feed shows. */
	readonly shown: number;
	/** How many there are according to file/updates_count; undefined when the service doesn't count them. */
	readonly counted: number | undefined;
}

/* What happened. */

/** The events that a workflow can start on, with their labels in the form. */
export const EVENT_CHOICES = {
	any: { label: 'Any Change' },
	fileCreated: { label: 'File Created' },
	fileModified: { label: 'File Modified' },
	fileDeleted: { label: 'File Deleted' },
	folderCreated: { label: 'Folder Created' },
	folderChanged: { label: 'Folder Changed' },
	folderDeleted: { label: 'Folder Deleted' },
	moved: { label: 'Moved or Renamed' },
	restored: { label: 'Restored' },
	fileArrived: { label: 'File Arrived' },
	fileLeft: { label: 'File Left' },
} as const;
/** One of the events to choose from. */
export type EventChoice = keyof typeof EVENT_CHOICES;

/**
 * What happened to an entry, as the trigger's item says it. `changed` covers everything else (a lock, a tag, a
 * permission) and every operation whose history is missing or ambiguous.
 */
export type ChangeEvent = 'created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed' | 'arrived' | 'left';

/** How a file arrived or left, where it is known. */
export type Way = 'created' | 'moved' | 'restored' | 'deleted';

/**
 * What the feed alone says about a change: the event; `needsHistory` when only the entry's history can tell, see
 * `eventFromHistory`; undefined when none of the chosen events can apply.
 */
export function eventFromFeed(
	{ entry, isNew, wasDeleted }: Pick<FeedChange, 'entry' | 'isNew' | 'wasDeleted'>,
	chosen: ReadonlySet<EventChoice>,
): ChangeEvent | 'needsHistory' | undefined {
	const folder = isFolder(entry);
	if (isDeleted(entry)) {
		// What was in a deleted folder is not in the feed: the folder stands for it.
		if (chosen.has('fileLeft')) return 'left';
		return chosen.has('any') || chosen.has(folder ? 'folderDeleted' : 'fileDeleted') ? 'deleted' : undefined;
	}
	if ((isNew || wasDeleted) && !folder && chosen.has('fileArrived')) return 'arrived';
	const wantsCreated = chosen.has('any') || chosen.has(folder ? 'folderCreated' : 'fileCreated');
	if (isNew && wantsCreated) return 'created';
	if (chosen.has('any')) return 'changed';
	const ofThisType: EventChoice[] = folder ? ['folderChanged'] : ['fileModified', 'fileArrived'];
	const inHistory: EventChoice[] = ['moved', 'restored', ...ofThisType];
	if (inHistory.some((event) => chosen.has(event))) return 'needsHistory';
	return wantsCreated && isNew === undefined ? 'needsHistory' : undefined;
}

/**
 * What the history of an entry says about a change; undefined when that event wasn't chosen. `changed` when the history
 * doesn't tell: it is missing, or its records of the same second contradict each other. Nothing is guessed and nothing
 * is lost: `changed` is always wanted, except where only arrivals and departures are, each of which has its own sign.
 */
export function eventFromHistory(
	change: FeedChange,
	history: readonly JsonObject[] | undefined,
	chosen: ReadonlySet<EventChoice>,
): ChangeEvent | undefined {
	const folder = isFolder(change.entry);
	if (!folder && chosen.has('fileArrived') && history && arrivalIn(change, history)) return 'arrived';
	const event = history === undefined ? 'ambiguous' : latestEvent(change, history);
	const isOfPlaces = [...chosen].every((choice) => choice === 'fileArrived' || choice === 'fileLeft');
	if (event === 'ambiguous') return isOfPlaces ? undefined : 'changed';
	if (event === 'notInHistory') return folder && chosen.has('folderChanged') ? 'changed' : undefined;
	if (isChosen(event, folder, chosen)) return event;
	// It was restored before what happened last.
	return change.wasDeleted && chosen.has('restored') ? 'restored' : undefined;
}

/**
 * How a file came into a library since the feed was last read, whatever happened to it afterwards. A file that was read
 * before, and was not deleted then, has not come.
 */
function arrivalIn(change: FeedChange, history: readonly JsonObject[]): 'created' | 'restored' | undefined {
	if (change.wasDeleted) return 'restored';
	if (change.wasDeleted === false) return undefined;
	const events = eventsIn(change, history).map(({ event }) => event);
	if (events.includes('restored')) return 'restored';
	return events.includes('created') ? 'created' : undefined;
}

/** How a file arrived that is one of a whole library. */
export const arrivalWay = (change: FeedChange, history: readonly JsonObject[] = []): Way =>
	arrivalIn(change, history) ?? 'created';

/** The way that the history of an entry tells; undefined where it does not. */
export function wayIn(change: FeedChange, history: readonly JsonObject[] | undefined): Way | undefined {
	const event = history && latestEvent(change, history);
	return event === 'created' || event === 'moved' || event === 'restored' ? event : undefined;
}

function isChosen(event: ChangeEvent, folder: boolean, chosen: ReadonlySet<EventChoice>): boolean {
	if (event === 'created') return chosen.has(folder ? 'folderCreated' : 'fileCreated');
	if (event === 'deleted') return false;
	if (folder && chosen.has('folderChanged')) return true;
	if (event === 'modified') return !folder && chosen.has('fileModified');
	return (event === 'moved' || event === 'restored') && chosen.has(event);
}

/** Codes of the acts in a history, which are those of the library log (document; client facts 5.24). */
const EVENT_OF_ACT = {
	0: 'deleted',
	1: 'created',
	2: 'moved',
	3: 'modified',
	4: 'moved',
	5: 'restored',
	6: 'modified',
} as const satisfies Partial<Record<keyof typeof ACTS, ChangeEvent>>;

/**
 * What a history tells that can be what the feed reported: not older than the last read, nor later than the change, nor
 * visible in that read already. Its times have full seconds only.
 */
function eventsIn({ after, until = Infinity, isNew, same }: FeedChange, history: readonly JsonObject[]) {
	const events: Readonly<Record<number, ChangeEvent>> = {
		...EVENT_OF_ACT,
		// The create record of an entry that isn't new is an upload over the existing file.
		...(isNew === false ? { 1: 'modified' } : {}),
	};
	return history
		.map(({ act, dateline }) => ({
			event: events[numberOf(act) ?? NaN] ?? 'changed',
			seconds: secondsOf(dateline) ?? NaN,
		}))
		.filter(({ seconds }) => seconds * 1000 + 999 > after && seconds * 1000 <= until)
		.filter(({ event }) => !(same && event === 'modified'));
}

/**
 * The latest event in the history since the feed was last read; `notInHistory` for operations that it doesn't record.
 */
function latestEvent(change: FeedChange, history: readonly JsonObject[]): ChangeEvent | 'notInHistory' | 'ambiguous' {
	const recent = eventsIn(change, history);
	const latestSecond = Math.max(...recent.map(({ seconds }) => seconds));
	const candidates = recent.filter(({ seconds }) => seconds === latestSecond).map(({ event }) => event);
	const [first, last] = [candidates[0], candidates.at(-1)];
	if (!first || !last) return 'notInHistory';
	// It isn't known whether the second of its creation lies before or after the last read.
	if (change.isNew === undefined && candidates.includes('created')) return 'ambiguous';
	if (candidates.every((event) => event === first)) return first;
	const order = orderOf(history);
	if (order === undefined) return 'ambiguous';
	return order === 'newest first' ? first : last;
}
