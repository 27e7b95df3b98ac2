import { type FeedChange, type FeedEntry, isDeleted } from '../plan/change';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { defined, textOf } from '../../../protocol/wire/json';
import { parentPath, pathUp, toFullpath } from '../../../protocol/wire/paths';
import { mapInTurns } from '../../../client/async/inTurns';
import { type ArrivalPort, type ArrivalState, idsIn, textOfIds } from './arrivalState';
import { entryId } from './fingerprint';

/*
 * Files that arrive in watched folders and leave them. The feed shows where an entry is, not where it was: so the IDs
 * of what is in the folders are remembered. What is in a folder that moves is not in the feed: it is listed.
 */

/** How often a folder that moves on while it is listed is listed again. */
const MAX_TRIES = 5;
/** How many files and folders may be missing; the first ones are forgotten. */
const MAX_MISSING = 30_000;

/** What follows from the changes of one poll. */
interface Followed {
	readonly state: ArrivalState;
	/** Arrivals and departures, each with `place` set; those without a change of their own come last. */
	readonly found: readonly FeedChange[];
	/** The other changes. */
	readonly others: readonly FeedChange[];
}

/**
 * Follows all changes that a poll has read: a file that was not in the folders and is has arrived, one that was and is
 * not has left, whatever happened in between. Of a folder that moves in, and of one that moves out, each file is told;
 * of one that was deleted, the folder. `isBehind`: later changes have not been read. Throws what the port throws; then
 * nothing has been followed.
 */
export async function followArrivals(
	port: ArrivalPort,
	before: ArrivalState,
	changes: readonly FeedChange[],
	isBehind = false,
): Promise<Followed> {
	const follower = new Follower(port, before, isBehind);
	for (const change of changes) follower.take(change);
	if (await follower.mustList()) await follower.list();
	return follower.result();
}

class Follower {
	private readonly ids: Set<string>;
	/** What is missing, see `ArrivalState`. */
	private gone: Set<string>;
	private returns: boolean;
	private roots: string;
	private readonly found: FeedChange[] = [];
	private readonly others: FeedChange[] = [];
	/** Folders that came with their contents, and those that left with theirs, by their IDs as they were seen last. */
	private readonly came: FeedChange[] = [];
	private readonly left = new Map<string, FeedChange>();
	/** Folders that moved to where something below them is excluded. */
	private readonly uneven: FeedChange[] = [];
	/** Whether the feed leaves open what is in the folders. */
	private leads = false;
	private mayHaveMoved = false;

	constructor(
		private readonly port: ArrivalPort,
		private readonly before: ArrivalState,
		private readonly isBehind: boolean,
	) {
		this.ids = idsIn(before.ids);
		this.gone = idsIn(before.missing);
		this.returns = before.returns === true;
		this.roots = before.roots;
	}

	take(change: FeedChange): void {
		const { entry, hidden } = change;
		if (change.place) return void this.found.push(change);
		if (hidden) this.leads = true;
		if (hidden) return void this.others.push(change);
		const id = entryId(entry);
		const isThere = !isDeleted(entry) && this.port.contains(textOf(entry.fullpath));
		const isMissing = this.gone.delete(id) && !(isThere && this.returns);
		const was = isMissing || this.ids.has(id);
		if (isThere) this.ids.add(id);
		else this.ids.delete(id);
		if (isFolder(entry)) this.takeFolder(change, was, isThere);
		else if (isThere && !was) return void this.found.push({ ...change, place: 'arrived' });
		else if (!isThere && was) return this.leave(change);
		this.others.push(change);
	}

	private takeFolder(change: FeedChange, was: boolean, isThere: boolean): void {
		// It may have been elsewhere in between, so that what changed in it was not recognized.
		const isOld = change.isNew !== true;
		const path = textOf(change.entry.fullpath);
		if (this.port.leadsTo(path) || (isThere && isOld)) this.leads = true;
		if (isOld && !isDeleted(change.entry) && this.port.leadsToExcluded(path)) this.uneven.push(change);
		const id = entryId(change.entry);
		// What is in a new folder has entries of its own.
		if (isThere && !was && isOld) this.came.push(change);
		if (isThere) this.left.delete(id);
		else if (was || this.left.has(id)) this.left.set(id, change);
		else this.mayHaveMoved ||= isOld;
	}

	async mustList(): Promise<boolean> {
		if (this.leads || this.came.length + this.left.size > 0) return true;
		if (!this.mayHaveMoved) return false;
		return (await this.port.roots()) !== this.before.roots;
	}

	async list(): Promise<void> {
		// Where it is not found, the next poll shows what became of it.
		for (const [id, change] of this.left) if (!(await this.takeDeparture(change))) this.ids.add(id);
		for (const change of this.uneven) await this.takeDeparture(change);
		this.roots = await this.port.roots();
		const isDeletion = [...this.left.values()].some(({ entry }) => isDeleted(entry));
		const listed = new Set<string>();
		await this.takeList(listed);
		// What moves while the folders are listed is no part of what was deleted.
		if (isDeletion && [...this.ids].some((id) => !listed.has(id))) await this.takeList(listed);
		this.rememberLists(listed, isDeletion);
	}

	/** Whether the watched folders are those of before: with one that comes back, everything in it arrives. */
	private get isSame(): boolean {
		return this.roots === this.before.roots;
	}

	private async takeList(listed: Set<string>): Promise<void> {
		const came = new Map(this.came.map((change) => [toFullpath(textOf(change.entry.fullpath)), change]));
		await mapInTurns(await this.port.list(), (entry) => {
			const id = entryId(entry);
			// What moves within the folders while they are listed may be listed twice, and may have been missing.
			const wasMissing = this.gone.has(id) && !this.returns && this.isSame;
			const isKnown = this.ids.has(id) || listed.has(id) || wasMissing;
			listed.add(id);
			if (isKnown || isFolder(entry)) return;
			const above = [...pathUp(parentPath(toFullpath(textOf(entry.fullpath))))];
			const folder = came.get(above.find((path) => came.has(path)) ?? '');
			this.found.push({ entry, after: folder?.after ?? 0, place: 'arrived', within: folder?.entry ?? {} });
		});
	}

	/**
	 * Remembers what was listed, and what was not: it may have left or moved between the feed and the list, which a
	 * later poll tells. What was in a deleted folder is in no feed: it is forgotten once all changes have been read.
	 * Nothing is told of what a watched folder takes with it.
	 */
	private rememberLists(listed: ReadonlySet<string>, isDeletion: boolean): void {
		const unexplained = this.isBehind || !this.returns ? this.gone : [];
		const missing = this.isSame ? [...this.ids, ...unexplained].filter((id) => !listed.has(id)) : [];
		this.returns = isDeletion || (this.returns && this.isBehind);
		this.gone = new Set(missing.slice(0, MAX_MISSING));
		this.ids.clear();
		for (const id of listed) this.ids.add(id);
	}

	private leave(change: FeedChange): void {
		const isElsewhere = isDeleted(change.entry) && !this.port.contains(textOf(change.entry.fullpath));
		this.found.push({ ...change, place: 'left', ...(isElsewhere ? { isElsewhere } : {}) });
	}

	/**
	 * The files of a folder that left, from where it is now; the folder itself where it was deleted. False where
	 * nothing was found.
	 */
	private async takeDeparture(change: FeedChange): Promise<boolean> {
		if (isDeleted(change.entry)) {
			this.leave(change);
			return true;
		}
		let isFound = false;
		let listed: string | undefined;
		let fullpath: string | undefined = textOf(change.entry.fullpath);
		// It may have moved on, or a folder above it, since the feed showed it.
		for (let tries = 0; fullpath !== undefined && fullpath !== listed && tries < MAX_TRIES; tries++) {
			for (const entry of await this.port.listBelow(fullpath))
				isFound = this.takeDeparted(entry, change) || isFound;
			listed = fullpath;
			fullpath = await this.port.pathOf(change.entry);
		}
		return isFound;
	}

	/** An entry below a folder that left; false for one that was not in the watched folders, or is there still. */
	private takeDeparted(entry: FeedEntry, { entry: within, after }: FeedChange): boolean {
		const id = entryId(entry);
		if (this.port.contains(textOf(entry.fullpath)) || !(this.ids.delete(id) || this.gone.delete(id))) return false;
		if (!isFolder(entry)) this.found.push({ entry, after, place: 'left', within });
		return true;
	}

	result(): Followed {
		const { before, roots, ids, gone, returns, found, others } = this;
		const lists = { ids: textOfIds(ids), missing: textOfIds(gone) };
		const state = defined({ places: before.places, roots, ...lists, returns: returns || undefined });
		return { state, found, others };
	}
}
