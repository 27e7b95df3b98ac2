import type { Steps } from '../../../protocol/plan/inSteps';
import { pathInside } from '../../../protocol/wire/paths';
import type { Places } from './places';
import { Track, withoutMark } from './track';
import type { Facts, RestoreChange, RestoreOrder, Row } from './types';

/** A plan, empty at first: changes by what has to be done first, and what else there is to say. */
export class RestorePlan {
	/** Comes back from the recycle bin at once. */
	readonly recovered: RestoreChange[] = [];
	/** Comes back when the folder that it was in is there again. */
	recoveredLater: RestoreChange[] = [];
	/** What shows only when a folder has come back. */
	readonly foreseen: RestoreChange[] = [];
	moved: RestoreChange[] = [];
	/** Files that make way for a while, for what comes back to a folder that had their name. */
	readonly cleared: RestoreChange[] = [];
	readonly restored: RestoreChange[] = [];
	/** Each with what is in it. */
	readonly recycled: RestoreChange[][] = [];
	/** What is left alone, with the reason. */
	readonly kept: RestoreChange[] = [];
	/** Those of the recycled that have a name which comes back. */
	readonly recycledFirst: RestoreChange[][] = [];
	/** What came since, and goes. */
	readonly leaving: Row[] = [];
	/** Files in folders that were deleted at the time and go again, beside those that changed since. */
	filesInside = 0;
	/** How many that came since stay. */
	newAndKept = 0;
	/** How many were deleted elsewhere since: they may have been in the folder. */
	deletedElsewhere = 0;
	/** How many deleted folders stay deleted because they fit no pattern: what is in them shows nowhere. */
	foldersLeft = 0;

	constructor(
		readonly facts: Facts,
		readonly order: RestoreOrder,
		readonly places: Places,
	) {}

	/** Whether more may show when it is made: what comes back, and what is in it. */
	get hasMore(): boolean {
		return this.recovered.length + this.recoveredLater.length > 0;
	}

	/** Leaves changes out, and tells why. */
	refuse(changes: ReadonlySet<RestoreChange>, reason: string): void {
		const isLeft = (change: RestoreChange): boolean => !changes.has(change);
		this.moved = this.moved.filter(isLeft);
		this.recoveredLater = this.recoveredLater.filter(isLeft);
		for (const change of changes) this.kept.push({ ...change, action: 'keep', reason });
	}
}

/* Which entries the folder and the patterns mean. */

/** A path inside the folder; the folder itself is ''. */
export const inFolder = ({ folder }: RestoreOrder, path: string): string | undefined =>
	path === folder ? '' : pathInside(path, folder);

/** Whether one of these paths is in the folder and passes the patterns. */
export const isNamed = (order: RestoreOrder, ...paths: Array<string | undefined>): boolean =>
	paths.some((path) => {
		const inside = path === undefined ? undefined : inFolder(order, path);
		return inside !== undefined && order.isNamed(inside);
	});

/** Tells which entries fit by a path that they have now, had at the time or since, or get by the planned moves. */
export function* fitting({ facts, order, places, moved }: RestorePlan): Steps<(row: Row) => boolean> {
	const track = yield* Track.of(moved);
	return (row) => {
		const paths = [withoutMark(row.fullpath), track.now(row.fullpath)];
		if (places.isNew(row)) return isNamed(order, ...paths);
		const pathThen = places.pathThen(row);
		if (pathThen !== undefined && inFolder(order, pathThen) === undefined) return isNamed(order, ...paths);
		// Names in between count, so that a run that was stopped is finished after it has given another one.
		const lines = facts.lines.get(row.hash) ?? [];
		const since = pathThen === undefined ? lines : lines.filter(({ seconds }) => seconds > facts.until);
		return isNamed(order, ...paths, pathThen, ...since.map(({ fullpath }) => fullpath));
	};
}
