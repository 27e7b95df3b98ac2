import { type FeedChange, type FeedEntry, isDeleted, isFolder } from '../../protocol/feed/change';
import { textOf } from '../../protocol/wire/json';
import { toFullpath } from '../../protocol/wire/paths';
import { entryIdIn, fingerprintOf, ID_LENGTH } from './fingerprint';

/*
 * Files that arrive in watched folders and leave them. The feed shows where an entry is, not where it was: so the IDs
 * of what is in the folders are remembered. What is in a folder that moves is not in the feed: it is listed.
 */

/** What is in the watched folders. Plain JSON, which is saved between polls: 7 bytes for each file and folder. */
export interface ArrivalState {
	/** Which folders these are. */
	readonly places: string;
	/** The IDs of the watched folders themselves, see `ArrivalPort.roots`. */
	readonly roots: string;
	/** The short IDs of all files and folders in them, one after the other. */
	readonly ids: string;
	/** Those of what the last list did not show any more, until the feed has shown why. */
	readonly missing: string;
}

/** The watched folders, as they are asked about. Every method throws LibraryError. */
export interface ArrivalPort {
	/** Whether a path is in one of them. */
	contains(fullpath: string): boolean;
	/** Whether a path is that of one of them, or of a folder above. */
	leadsTo(fullpath: string): boolean;
	/** All files and folders in them; nothing of a folder that is not there. */
	list(): Promise<readonly FeedEntry[]>;
	/** All files and folders below another folder; none where it is not there. */
	listBelow(fullpath: string): Promise<readonly FeedEntry[]>;
	/** A text that changes when one of the folders is there no more, or another one in its place. */
	roots(): Promise<string>;
}

const idOf = (entry: FeedEntry): string => entryIdIn(fingerprintOf(entry));
const idsIn = (text: string): Set<string> =>
	new Set(
		Array.from({ length: text.length / ID_LENGTH }, (_, at) => text.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH)),
	);
const textIn = (ids: Iterable<string>): string => [...ids].join('');

/** The state for which everything that is in the folders now, and is wanted, has arrived before. */
export async function startArrivals(
	port: ArrivalPort,
	places: string,
	wasThere: (entry: FeedEntry) => boolean,
): Promise<ArrivalState> {
	const roots = await port.roots();
	return { places, roots, ids: textIn((await port.list()).filter(wasThere).map(idOf)), missing: '' };
}

/**
 * Which entries of the feed concern what is in the folders: those in them, those that were, and folders, above or below
 * which they may be.
 */
export function arrivalFilter(
	{ contains }: ArrivalPort,
	{ ids, missing }: ArrivalState,
): (entry: FeedEntry) => boolean {
	const known = idsIn(ids + missing);
	return (entry) => {
		const isThere = contains(textOf(entry.fullpath));
		if (isThere) known.add(idOf(entry));
		return isThere || isFolder(entry) || known.has(idOf(entry));
	};
}

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
 * of one that was deleted, the folder. Throws what the port throws; then nothing has been followed.
 */
export async function followArrivals(
	port: ArrivalPort,
	before: ArrivalState,
	changes: readonly FeedChange[],
): Promise<Followed> {
	const follower = new Follower(port, before);
	for (const change of changes) follower.take(change);
	if (await follower.mustList()) await follower.list();
	return follower.result();
}

class Follower {
	private readonly ids: Set<string>;
	private readonly gone: Set<string>;
	private missing = new Set<string>();
	private roots: string;
	private readonly found: FeedChange[] = [];
	private readonly others: FeedChange[] = [];
	/** Folders that came with their contents, and those that left with theirs. */
	private readonly came: FeedChange[] = [];
	private readonly left: FeedChange[] = [];
	private hasHidden = false;
	private leads = false;
	private mayHaveMoved = false;

	constructor(
		private readonly port: ArrivalPort,
		private readonly before: ArrivalState,
	) {
		this.ids = idsIn(before.ids);
		this.gone = idsIn(before.missing);
		this.roots = before.roots;
	}

	take(change: FeedChange): void {
		const { entry, hidden } = change;
		if (change.place) return void this.found.push(change);
		if (hidden) this.hasHidden = true;
		if (hidden) return void this.others.push(change);
		const id = idOf(entry);
		const isThere = !isDeleted(entry) && this.port.contains(textOf(entry.fullpath));
		const was = this.ids.has(id);
		if (isThere) this.ids.add(id);
		else this.ids.delete(id);
		if (isFolder(entry)) this.takeFolder(change, was, isThere);
		else if (isThere && !was) return void this.found.push({ ...change, place: 'arrived' });
		else if (!isThere && (was || this.gone.delete(id))) return void this.found.push({ ...change, place: 'left' });
		this.others.push(change);
	}

	private takeFolder(change: FeedChange, was: boolean, isThere: boolean): void {
		// It may have been elsewhere in between, so that what changed in it was not recognized.
		const isOld = change.isNew !== true;
		if (this.port.leadsTo(textOf(change.entry.fullpath)) || (isThere && isOld)) this.leads = true;
		if (isThere === was) this.mayHaveMoved ||= !isThere && isOld;
		else if (!isThere) this.left.push(change);
		// What is in a new folder has entries of its own.
		else if (isOld) this.came.push(change);
	}

	/** Whether the feed leaves open what is in the folders. */
	async mustList(): Promise<boolean> {
		if (this.hasHidden || this.leads || this.came.length + this.left.length > 0) return true;
		if (!this.mayHaveMoved) return false;
		return (await this.port.roots()) !== this.before.roots;
	}

	async list(): Promise<void> {
		for (const change of this.left) await this.takeDeparture(change);
		this.roots = await this.port.roots();
		const listed = new Set<string>();
		for (const entry of await this.port.list()) {
			const id = idOf(entry);
			listed.add(id);
			if (this.ids.has(id) || isFolder(entry)) continue;
			const folder = this.came.find(({ entry: { fullpath } }) => isBelow(entry, textOf(fullpath)));
			this.found.push({ entry, after: folder?.after ?? 0, place: 'arrived', within: folder?.entry ?? {} });
		}
		// Between the feed and the list something may have left: the next poll tells.
		this.missing = new Set([...this.ids].filter((id) => !listed.has(id)));
		this.ids.clear();
		for (const id of listed) this.ids.add(id);
	}

	/** The files of a folder that left, from where it is now; the folder itself where it was deleted. */
	private async takeDeparture(change: FeedChange): Promise<void> {
		if (isDeleted(change.entry)) return void this.found.push({ ...change, place: 'left' });
		for (const entry of await this.port.listBelow(textOf(change.entry.fullpath))) {
			// It may have become the watched folder itself.
			if (this.port.contains(textOf(entry.fullpath)) || !this.ids.delete(idOf(entry))) continue;
			if (!isFolder(entry)) this.found.push({ entry, after: change.after, place: 'left', within: change.entry });
		}
	}

	result(): Followed {
		const { before, roots, ids, missing, found, others } = this;
		const state = { ...before, roots, ids: textIn(ids), missing: textIn(missing) };
		return { state, found, others };
	}
}

const isBelow = ({ fullpath }: FeedEntry, folder: string): boolean =>
	toFullpath(textOf(fullpath)).startsWith(`${toFullpath(folder)}/`);
