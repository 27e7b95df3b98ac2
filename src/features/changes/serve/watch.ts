import { followArrivals } from '../work/arrivals';
import { arrivalFilter, type ArrivalState, idsIn, isWaiting, startArrivals } from '../work/arrivalState';
import { entryId } from '../work/processed';
import { type FeedChange, type FeedEntry, isDeleted, type EventChoice } from '../plan/change';
import { defined, secondsOf, textOf } from '../../../protocol/wire/json';
import { isFolder } from '../../../protocol/tree/entryFilter';
import type { PollRun } from '../../../n8n/polling/poll';
import {
	shortened,
	followsArrivals,
	type TriggerSettings,
	type Wanted,
	wantedNow,
	watchedPaths,
	watchesById,
} from './settings';

/* What the changes of a poll mean where arrivals in folders are chosen. */

/** The chosen events that single changes are classified by: without arrivals, where these are followed. */
export function chosenBesides(settings: TriggerSettings): ReadonlySet<EventChoice> {
	const { events } = settings.filter;
	if (!followsArrivals(settings)) return events;
	return new Set([...events].filter((event) => event !== 'fileArrived' && event !== 'fileLeft'));
}

/** What is wanted, as a poll compares with it. */
interface Prepared {
	readonly wanted: Wanted;
	readonly accept: (entry: FeedEntry) => boolean;
	/** The IDs of what was in the folders. */
	readonly known: ReadonlySet<string>;
}

/** The changes of a poll that are wanted, as they are read, and what they mean after all were read. */
export class Watch {
	private lookingUp: Promise<Wanted> | undefined;
	private prepared: Prepared | undefined;
	private hasFoundPaths = false;
	/** What was in the watched folders before the poll; undefined where no arrivals are followed. */
	before: ArrivalState | undefined;

	/** Folders that were chosen `anew` have to be there. */
	constructor(
		private readonly run: Pick<PollRun<TriggerSettings>, 'caller' | 'settings'>,
		private readonly anew: boolean,
	) {}

	/** Which entries are wanted, for a reading that has found some. Throws what `wantedNow` throws. */
	readonly wanted = async (): Promise<Prepared['accept']> => (await this.prepare()).accept;

	/** What is wanted, looked up when it is first asked for. Throws what `wantedNow` throws. */
	async lookUp(): Promise<Wanted> {
		return await (this.lookingUp ??= wantedNow(this.run.caller, this.run.settings, this.anew));
	}

	/**
	 * To be called before anything is read: with what is in the watched folders as saved, or as it is when the trigger
	 * starts or its folders changed. Throws what `call` throws, and LibraryError input.
	 */
	async begin(saved: ArrivalState | undefined, isFirst: boolean): Promise<void> {
		const { settings } = this.run;
		if (!followsArrivals(settings)) return;
		const { start, folders, filter: chosen } = settings;
		// Where the folders of the form are other ones, what is in them is not known.
		const places = shortened(JSON.stringify([folders, chosen.subfolders, chosen.excludedFolders]));
		if (saved?.places === places) return void (this.before = saved);
		const startMs = isFirst && start.from !== 'now' ? (start.from === 'date' ? start.ms : 0) : Infinity;
		const { port } = await this.lookUp();
		this.before = await startArrivals(
			port,
			places,
			// What is there when the trigger starts from now on is not new, whenever it was created.
			({ create_dateline: created }) => startMs === Infinity || (secondsOf(created) ?? NaN) * 1000 < startMs,
		);
	}

	/** Whether something is to be told that no feed will show again. */
	get waits(): boolean {
		return this.before !== undefined && isWaiting(this.before);
	}

	/** Whether an entry is a folder that has left with its contents, all of which are to be told. */
	departs(entry: FeedEntry): boolean {
		const { wanted, known } = this.prepared ?? {};
		if (!isFolder(entry) || isDeleted(entry) || !known?.has(entryId(entry))) return false;
		return wanted?.port.contains(textOf(entry.fullpath)) === false;
	}

	/**
	 * What follows from all changes of a poll, after which there may be more; those without a change of their own come
	 * last, and may be left to a later poll. Throws what the port throws.
	 */
	async follow(
		changes: readonly FeedChange[],
		more: boolean,
	): Promise<{ changes: FeedChange[]; stateWithout(untold: readonly FeedChange[]): ArrivalState | undefined }> {
		const { before } = this;
		if (!before || (changes.length === 0 && !this.waits))
			return { stateWithout: () => before, changes: [...changes] };
		const { wanted } = await this.prepare();
		const { stateWithout, found: all, others } = await followArrivals(wanted.port, before, changes, more);
		const found = all.map((change) => named(change, wanted));
		const { events } = this.run.settings.filter;
		const isTold = (change: FeedChange): boolean =>
			change.tooMany !== undefined ||
			(events.has(change.place === 'left' ? 'fileLeft' : 'fileArrived') && wanted.acceptPlaced(movedBy(change)));
		const placed = found.filter(isTold);
		const unplaced = found.flatMap(({ place: _, ...change }) => (change.within ? [] : [change]));
		const told = new Set(placed.map(({ entry }) => entry));
		const rest = [...others, ...unplaced].filter(
			({ hidden, entry }) => !told.has(entry) && (hidden !== undefined || wanted.accept(entry)),
		);
		return { stateWithout, changes: [...rest, ...placed] };
	}

	/**
	 * Whether a folder that is watched by its ID has another path now than the poll has compared with: what it has read
	 * since belongs to neither. Throws what `call` throws.
	 */
	async haveMoved(): Promise<boolean> {
		const { caller, settings } = this.run;
		if (!this.prepared || !watchesById(settings)) return false;
		const { folders } = this.prepared.wanted;
		return JSON.stringify(await watchedPaths(caller, settings, false)) !== JSON.stringify(folders);
	}

	/** Whether the paths of folders that are watched by ID were looked up since this was asked last. */
	foundPathsWhileReading(): boolean {
		const isNews = this.hasFoundPaths;
		this.hasFoundPaths = false;
		return isNews;
	}

	private async prepare(): Promise<Prepared> {
		if (this.prepared) return this.prepared;
		const { run, before } = this;
		this.hasFoundPaths ||= watchesById(run.settings);
		const wanted = await this.lookUp();
		const concerns = before && arrivalFilter(wanted.port, before);
		const accept = (entry: FeedEntry): boolean => concerns?.(entry) === true || wanted.accept(entry);
		return (this.prepared = { wanted, accept, known: idsIn(before?.ids ?? '') });
	}
}

/** What says that there is too much names the watched folders, where it is not one folder that brought it. */
function named(change: FeedChange, { folders = [''] }: Wanted): FeedChange {
	if (change.tooMany === undefined || change.entry.fullpath !== undefined) return change;
	return { ...change, entry: { fullpath: folders.map((folder) => folder || '/').join(', ') } };
}

/** An entry with who changed its place: that is whoever moved the folder with which it came or left. */
export const movedBy = ({ entry, within }: FeedChange): FeedEntry =>
	defined({ ...entry, last_member_name: within?.last_member_name ?? entry.last_member_name });
