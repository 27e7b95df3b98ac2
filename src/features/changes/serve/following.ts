import { followArrivals } from '../work/arrivals';
import {
	arrivalFilter,
	type ArrivalPort,
	type ArrivalState,
	idsIn,
	isWaiting,
	startArrivals,
	arrivalPort,
} from '../work/arrivalState';
import type { ReadOptions } from '../work/feed';
import { entryId } from '../work/processed';
import { type FeedChange, type FeedEntry, isDeleted, type EventChoice } from '../plan/change';
import { defined, secondsOf, textOf } from '../../../protocol/wire/json';
import { isFolder } from '../../../protocol/tree/entryFilter';
import type { PollRun } from '../../../n8n/polling/poll';
import {
	shortened,
	followsArrivals,
	haveMoved,
	type lazyFilter,
	type TriggerSettings,
	type Wanted,
	watchesById,
} from './settings';

/* What the changes of a poll mean where arrivals in folders are chosen. */

type Run = Pick<PollRun<TriggerSettings>, 'caller' | 'settings'>;
type Filter = ReturnType<typeof lazyFilter>;

/**
 * What is in the watched folders before a poll: as saved, or as it is when the trigger starts or its folders changed.
 * Undefined where no arrivals are followed. Throws what `call` throws, and LibraryError input.
 */
export async function arrivalsBefore(
	{ caller, settings }: Run,
	filter: Filter,
	saved: ArrivalState | undefined,
	isFirst: boolean,
): Promise<ArrivalState | undefined> {
	if (!followsArrivals(settings)) return undefined;
	const { start, folders, filter: chosen } = settings;
	// Where the folders of the form are other ones, what is in them is not known.
	const places = shortened(JSON.stringify([folders, chosen.subfolders, chosen.excludedFolders]));
	if (saved?.places === places) return saved;
	const startMs = isFirst && start.from !== 'now' ? (start.from === 'date' ? start.ms : 0) : Infinity;
	const { part } = await filter();
	return await startArrivals(
		arrivalPort(caller, part, settings.folders),
		places,
		// What is there when the trigger starts from now on is not new, whenever it was created.
		({ create_dateline: created }) => startMs === Infinity || (secondsOf(created) ?? NaN) * 1000 < startMs,
	);
}

/** The chosen events that single changes are classified by: without arrivals, where these are followed. */
export function chosenBesides(settings: TriggerSettings): ReadonlySet<EventChoice> {
	const { events } = settings.filter;
	if (!followsArrivals(settings)) return events;
	return new Set([...events].filter((event) => event !== 'fileArrived' && event !== 'fileLeft'));
}

/** The changes of a poll that are wanted, as they are read, and what they mean after all were read. */
export class ArrivalTracker {
	private wanted: Wanted | undefined;
	private port: ArrivalPort | undefined;
	private known: Set<string> | undefined;
	private concerns: ((entry: FeedEntry) => boolean) | undefined;
	private hasFoundPaths = false;

	constructor(
		private readonly run: Run,
		private readonly filter: Filter,
		private readonly before: ArrivalState | undefined,
	) {}

	/** What is read of the feed. */
	readonly options: Required<Pick<ReadOptions, 'accept' | 'prepare'>> = {
		accept: (entry) => this.isWanted(entry),
		prepare: async () => await this.prepare(),
	};

	/** Whether something is to be told that no feed will show again. */
	get waits(): boolean {
		return this.before !== undefined && isWaiting(this.before);
	}

	/** Whether an entry is a folder that has left with its contents, all of which are to be told. */
	departs(entry: FeedEntry): boolean {
		this.known ??= idsIn(this.before?.ids ?? '');
		const isOutside = isFolder(entry) && !isDeleted(entry) && this.port?.contains(textOf(entry.fullpath)) === false;
		return isOutside && this.known.has(entryId(entry));
	}

	/**
	 * What follows from all changes of a poll, after which there may be more; those without a change of their own come
	 * last, and may be left to a later poll. Throws what the port throws.
	 */
	async follow(
		changes: readonly FeedChange[],
		more: boolean,
	): Promise<{ changes: FeedChange[]; stateWithout(untold: readonly FeedChange[]): ArrivalState | undefined }> {
		const unchanged = { stateWithout: () => this.before, changes: [...changes] };
		if (!this.before || (changes.length === 0 && !this.waits)) return unchanged;
		await this.prepare();
		if (!this.port) return unchanged;
		const { stateWithout, found: all, others } = await followArrivals(this.port, this.before, changes, more);
		const found = all.map((change) => this.named(change));
		const [accept, acceptPlaced] = [this.wanted?.accept, this.wanted?.acceptPlaced];
		const isChosen = ({ place }: FeedChange): boolean =>
			this.run.settings.filter.events.has(EVENT_OF[place ?? 'arrived']);
		const unplaced = found.flatMap(({ place: _, ...change }) => (change.within ? [] : [change]));
		const placed = found.filter(
			(change) => change.tooMany !== undefined || (isChosen(change) && acceptPlaced?.(movedBy(change))),
		);
		const told = new Set(placed.map(({ entry }) => entry));
		const rest = [...others, ...unplaced].filter(({ entry }) => !told.has(entry));
		return { stateWithout, changes: [...rest.filter(({ hidden, entry }) => hidden || accept?.(entry)), ...placed] };
	}

	/** What says that there is too much names the watched folders, where it is not one folder that brought it. */
	private named(change: FeedChange): FeedChange {
		if (change.tooMany === undefined || change.entry.fullpath !== undefined) return change;
		const { folders = [''] } = this.wanted?.part ?? {};
		return { ...change, entry: { fullpath: folders.map((folder) => folder || '/').join(', ') } };
	}

	/** Whether the watched folders moved since the poll has compared paths with theirs. Throws what `call` throws. */
	async haveMoved(): Promise<boolean> {
		return this.wanted !== undefined && (await haveMoved(this.run.caller, this.run.settings, this.wanted));
	}

	/** Whether the paths of folders that are watched by ID were looked up since this was asked last. */
	foundPathsWhileReading(): boolean {
		const isNews = this.hasFoundPaths;
		this.hasFoundPaths = false;
		return isNews;
	}

	private async prepare(): Promise<void> {
		this.hasFoundPaths ||= this.wanted === undefined && watchesById(this.run.settings);
		this.wanted ??= await this.filter();
		if (!this.before) return;
		this.port ??= arrivalPort(this.run.caller, this.wanted.part, this.run.settings.folders);
		this.concerns ??= arrivalFilter(this.port, this.before);
	}

	private isWanted(entry: FeedEntry): boolean {
		const concerns = this.concerns?.(entry);
		return concerns === true || this.wanted?.accept(entry) === true;
	}
}

/** An entry with who changed its place: that is whoever moved the folder with which it came or left. */
export const movedBy = ({ entry, within }: FeedChange): FeedEntry =>
	defined({ ...entry, last_member_name: within?.last_member_name ?? entry.last_member_name });

const EVENT_OF = { arrived: 'fileArrived', left: 'fileLeft' } as const;
