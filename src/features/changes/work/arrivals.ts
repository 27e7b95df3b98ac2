import { type FeedChange, type FeedEntry, isDeleted } from '../plan/change';
import { addTo } from '../../../protocol/plan/inSteps';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { defined, filledText, textOf } from '../../../protocol/wire/json';
import { parentPath, pathUp, toFullpath } from '../../../protocol/wire/paths';
import { mapInTurns } from '../../../client/async/inTurns';
import {
	type ArrivalPort,
	type ArrivalState,
	idsIn,
	isWaiting,
	MAX_IDS,
	MAX_TRIES,
	MOST,
	textOfIds,
} from './arrivalState';
import { entryId } from './processed';

/*
 * Files that arrive in watched folders and leave them. The feed shows where an entry is, not where it was: so the IDs
 * of what is in the folders are remembered. What is in a folder that moves is not in the feed: it is listed.
 */

/**
 * Follows all changes that a poll has read: a file that was not in the folders and is has arrived, one that was and is
 * not has left. Of a folder that moves in or out each file is told, of a deleted one the folder. Where there is too
 * much to be listed, one arrival with `tooMany` says so. `isBehind`: later changes have not been read. `found` has a
 * `place`; those without a change of their own (`within`) come last, departures before arrivals: where some of these
 * are left to a later poll, which finds them again, the state is another one. Throws what the port throws; then nothing
 * has been followed.
 */
export async function followArrivals(
	port: ArrivalPort,
	before: ArrivalState,
	changes: readonly FeedChange[],
	isBehind = false,
) {
	const follower = new Follower(port, before, isBehind);
	for (const change of changes) follower.take(change);
	if (await follower.mustList()) await follower.list();
	return follower.result();
}

class Follower {
	private ids: Set<string>;
	/** What is missing, see `ArrivalState`. */
	private gone: Set<string>;
	private returns: boolean;
	/** What left before, and is still to be told. */
	private readonly leaving: Set<string>;
	private roots: string;
	private overfull = false;
	private readonly found: FeedChange[] = [];
	private readonly others: FeedChange[] = [];
	/** Folders that came with their contents, and those that left with theirs, by ID as they were seen last. */
	private readonly came: FeedChange[] = [];
	private readonly left: Map<string, FeedChange>;
	/** The IDs of the folders in those that left, by their IDs. */
	private readonly leftFolders = new Map<string, string[]>();
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
		const { folders = [], ids = '' } = before.leaving ?? {};
		this.leaving = idsIn(ids);
		this.left = new Map(folders.map((change) => [entryId(change.entry), change]));
		this.roots = before.roots;
		this.overfull = before.overfull === true;
	}

	take(change: FeedChange): void {
		const { entry, hidden, place } = change;
		if (place) return void this.found.push(change);
		if (hidden) this.leads = true;
		if (hidden) return void this.others.push(change);
		const id = entryId(entry);
		const isThere = !isDeleted(entry) && this.port.contains(textOf(entry.fullpath));
		const isMissing = this.gone.delete(id) && !(isThere && this.returns);
		const wasHere = isMissing || this.ids.has(id);
		const was = this.leaving.delete(id) || wasHere;
		if (isThere) this.remember(change);
		else this.ids.delete(id);
		if (isFolder(entry)) this.takeFolder(change, isThere ? wasHere : was, isThere);
		else if (isThere && !was) return void this.found.push({ ...change, place: 'arrived' });
		else if (!isThere && was) return this.leave(change);
		this.others.push(change);
	}

	private remember({ entry }: FeedChange): void {
		const id = entryId(entry);
		const isRoom = this.ids.size < MAX_IDS && this.ids.size + this.leaving.size < MOST.withLeaving;
		if (isRoom || this.ids.has(id)) this.ids.add(id);
		else this.tellTooMany({});
	}

	private tellTooMany(entry: FeedEntry): void {
		if (!this.overfull) this.found.push({ entry, after: 0, place: 'arrived', tooMany: MAX_IDS });
		this.overfull = true;
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
		const { before, came, left } = this;
		if (this.leads || isWaiting(before) || this.overfull || came.length + left.size > 0) return true;
		if (!this.mayHaveMoved) return false;
		return (await this.port.roots()) !== before.roots;
	}

	async list(): Promise<void> {
		for (const [id, change] of [...this.left]) {
			const isGone = isDeleted(change.entry);
			const found = isGone ? 'nowhere' : await this.takeDeparture(change);
			// The next poll shows what became of it.
			if (found === 'nothing') this.ids.add(id);
			if (found !== 'nowhere') continue;
			// It was deleted with the folder that it had moved to: it stands for its files.
			const deleted = isGone ? change : { ...change, entry: { ...change.entry, cmd: 0 } };
			this.left.set(id, deleted);
			this.leave(deleted);
		}
		for (const change of this.uneven) if (!this.left.has(entryId(change.entry))) await this.takeDeparture(change);
		this.roots = await this.port.roots();
		const isDeletion = [...this.left.values()].some(({ entry }) => isDeleted(entry));
		const listed = new Set<string>();
		const isWhole = await this.takeList(listed);
		if (!isWhole) return this.tellTooMany(this.came[0]?.entry ?? {});
		this.overfull = false;
		// What moves while the folders are listed is no part of what was deleted.
		if (isDeletion && [...this.ids].some((id) => !listed.has(id))) await this.takeList(listed);
		this.rememberLists(listed, isDeletion);
	}

	/** Whether the watched folders are those of before: with one that comes back, everything in it arrives. */
	private get isSame(): boolean {
		return this.roots === this.before.roots;
	}

	/** False where there is too much in the folders. */
	private async takeList(listed: Set<string>): Promise<boolean> {
		const list = await this.port.list();
		if (!list) return false;
		const cameBefore = idsIn(this.before.came ?? '');
		const earlier = list.filter((entry) => isFolder(entry) && cameBefore.has(entryId(entry)));
		const all = [...earlier.map((entry) => ({ entry, after: 0 })), ...this.came];
		const came = new Map(all.map((change) => [toFullpath(textOf(change.entry.fullpath)), change]));
		await mapInTurns(list, (entry) => {
			const id = entryId(entry);
			// What moves within the folders while they are listed may be listed twice, and may have been missing.
			const wasMissing = this.gone.has(id) && !this.returns && this.isSame;
			const isBack = this.leaving.delete(id);
			const isKnown = this.ids.has(id) || listed.has(id) || isBack || wasMissing;
			listed.add(id);
			if (isKnown || isFolder(entry)) return;
			const above = [...pathUp(parentPath(toFullpath(textOf(entry.fullpath))))];
			const folder = came.get(above.find((path) => came.has(path)) ?? '');
			this.found.push({ entry, after: folder?.after ?? 0, place: 'arrived', within: folder?.entry ?? {} });
		});
		return true;
	}

	/**
	 * Remembers what was listed, and what was not: it may have left or moved since the feed was read, as a later poll
	 * tells. What was in a deleted folder is in no feed, and forgotten once all changes have been read.
	 */
	private rememberLists(listed: ReadonlySet<string>, isDeletion: boolean): void {
		const unexplained = this.isBehind || !this.returns ? this.gone : [];
		const missing = this.isSame ? [...this.ids, ...unexplained].filter((id) => !listed.has(id)) : [];
		this.returns = isDeletion || (this.returns && this.isBehind);
		this.gone = new Set(missing.slice(0, Math.max(0, MOST.known - listed.size)));
		this.ids = new Set(listed);
	}

	private leave(change: FeedChange): void {
		const isElsewhere = isDeleted(change.entry) && !this.port.contains(textOf(change.entry.fullpath));
		this.found.push({ ...change, place: 'left', ...(isElsewhere ? { isElsewhere } : {}) });
	}

	/** Takes the files of a folder that left from where it is now. */
	private async takeDeparture(change: FeedChange): Promise<'something' | 'nothing' | 'nowhere'> {
		let isFound = false;
		let listed: string | undefined;
		let fullpath = filledText(change.entry.fullpath) ?? (await this.port.pathOf(change.entry));
		// It may have moved on, or a folder above it, since the feed showed it.
		for (let tries = 0; fullpath !== undefined && fullpath !== listed && tries < MAX_TRIES; tries++) {
			for (const entry of await this.port.listBelow(fullpath, (one) => this.isKnown(entryId(one))))
				isFound = this.takeDeparted(entry, change) || isFound;
			listed = fullpath;
			fullpath = await this.port.pathOf(change.entry);
		}
		if (isFound) return 'something';
		return fullpath === undefined ? 'nowhere' : 'nothing';
	}

	private isKnown(id: string): boolean {
		return this.ids.has(id) || this.gone.has(id) || this.leaving.has(id);
	}

	/** An entry below a folder that left; false for one that was not in the watched folders, or is there still. */
	private takeDeparted(entry: FeedEntry, { entry: within, after }: FeedChange): boolean {
		const id = entryId(entry);
		if (this.port.contains(textOf(entry.fullpath)) || !this.isKnown(id)) return false;
		for (const known of [this.ids, this.gone, this.leaving]) known.delete(id);
		if (isFolder(entry)) addTo(this.leftFolders, entryId(within), id);
		else this.found.push({ entry, after, place: 'left', within });
		return true;
	}

	result() {
		const rank = ({ within, place }: FeedChange): number => (within ? (place === 'left' ? 1 : 2) : 0);
		const found = [...this.found].sort((a, b) => rank(a) - rank(b));
		const stateWithout = (untold: readonly FeedChange[]): ArrivalState => this.stateWithout(untold);
		return { found, others: this.others, stateWithout };
	}

	private stateWithout(untold: readonly FeedChange[]): ArrivalState {
		const left = untold.filter(({ place, within }) => within && place === 'left');
		const isArrival = ({ place, within }: FeedChange): boolean => within !== undefined && place === 'arrived';
		// While departures wait, nothing comes that has to be remembered beside them.
		const arrived = (left.length > 0 ? this.found : untold).filter(isArrival);
		const ids = new Set(this.ids);
		for (const { entry } of arrived) ids.delete(entryId(entry));
		const came = arrived.flatMap(({ within = {} }) => (within.hash === undefined ? [] : [entryId(within)]));
		const leaving = this.leavingWith(left);
		// What was not found any more is missing like all else.
		const missing = leaving ? [...this.gone] : [...this.gone, ...this.leaving];
		const gone = missing.slice(0, Math.max(0, MOST.known - ids.size - (leaving?.count ?? 0)));
		return defined({
			places: this.before.places,
			roots: this.roots,
			ids: textOfIds(ids),
			missing: textOfIds(gone),
			returns: flag(this.returns),
			overfull: flag(this.overfull),
			again: flag(arrived.length > 0),
			came: came.length > 0 ? textOfIds([...new Set(came)].slice(0, MOST.came)) : undefined,
			leaving: leaving?.saved,
		});
	}

	/** The folders with which files left that are still to be told; undefined without such files. */
	private leavingWith(
		untold: readonly FeedChange[],
	): { readonly saved: ArrivalState['leaving']; readonly count: number } | undefined {
		const folders = new Map<string, FeedChange>();
		const ids = new Set(this.leaving);
		let left = MOST.folderText;
		for (const { entry, within = {}, after } of untold) {
			ids.add(entryId(entry));
			if (folders.has(entryId(within))) continue;
			const { hash, dir, fullpath, last_member_name } = within;
			left -= JSON.stringify([fullpath, last_member_name]).length;
			const names = left < 0 ? {} : defined({ fullpath, last_member_name });
			folders.set(entryId(within), { entry: defined({ hash, dir, ...names }), after });
		}
		// What becomes of a folder is shown for itself, and not for what is in it.
		for (const folder of folders.keys())
			for (const id of [folder, ...(this.leftFolders.get(folder) ?? [])]) ids.add(id);
		const saved = { folders: [...folders.values()], ids: textOfIds(ids) };
		return folders.size > 0 ? { saved, count: ids.size } : undefined;
	}
}

const flag = (value: boolean): true | undefined => (value ? true : undefined);
