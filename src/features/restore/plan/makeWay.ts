import { addTo, inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { baseName, joinPath, nearestUp, numbered, parentPath, pathUp } from '../../../protocol/wire/paths';
import type { Places } from './places';
import { fitting, type RestorePlan } from './restorePlan';
import { parking, Track } from './track';
import type { RestoreChange, Row } from './types';

/* Names that what comes back needs, and that something else has now. */

/** Something that has the path which something else needs. */
interface Blocker {
	readonly row: Row;
	readonly taker: RestoreChange;
	/** Whether it is a file with the name of a folder that is missing, in which something was. */
	readonly hasNameOfFolder: boolean;
	/** Whether it goes elsewhere by itself. */
	readonly moves: boolean;
}

/** What is in the way of what comes back; `wanted` says which change leads to which path, in lower case. */
function* blockersIn({ facts, moved, recoveredLater }: RestorePlan) {
	const [wanted, around] = [new Map<string, RestoreChange>(), new Map<string, RestoreChange>()];
	// Where it leads, by the paths of now, in one case: a service may ignore it.
	for (const change of moved)
		if (change.target && 'now' in change.target.folder)
			wanted.set(joinPath(change.target.folder.now, change.target.name).toLowerCase(), change);
	for (const change of recoveredLater)
		for (const above of pathUp(parentPath(change.row.fullpath))) around.set(above.toLowerCase(), change);
	const movers = new Set(moved.map(({ row }) => row.hash));
	const blockers: Blocker[] = [];
	yield* inSteps(facts.rows.values(), (row) => {
		if (row.deleted) return;
		const path = row.fullpath.toLowerCase();
		const inside = row.dir ? undefined : around.get(path);
		const taker = wanted.get(path) ?? inside;
		if (taker && taker.row.hash !== row.hash)
			blockers.push({ row, taker, hasNameOfFolder: inside !== undefined, moves: movers.has(row.hash) });
	});
	return { blockers, wanted };
}

/** Leaves out what would get the path of something that is left alone: what is not meant keeps its name. */
export function* refuseTaken(plan: RestorePlan): Steps<void> {
	const { order, places } = plan;
	for (;;) {
		const isFitting = yield* fitting(plan);
		const isLeftAlone = (row: Row): boolean => row.settled === true || !order.isMeant(row) || !isFitting(row);
		const { blockers } = yield* blockersIn(plan);
		const taken = blockers.filter(
			({ row, hasNameOfFolder, moves }) =>
				// What was there then, too, has another name where the service tells names by case.
				!moves && isLeftAlone(row) && (hasNameOfFolder || !stays(places, row)),
		);
		if (taken.length === 0) return;
		const takers = new Set(taken.map(({ taker }) => taker));
		plan.refuse(takers, 'its path of then has been taken by something that is left alone');
	}
}

/** Leaves out moves of folders into themselves: what is around the folder of then is in them, and is not meant. */
export function* refuseCircles(plan: RestorePlan): Steps<void> {
	for (;;) {
		const track = yield* Track.of(plan.moved);
		const circle = plan.moved.find((change) => change.row.dir && track.isCircle(change));
		if (!circle) return;
		plan.refuse(new Set([circle]), 'its folder of then is in it by now, and is left alone');
	}
}

/** Gives what stays the first number that nothing has, so that its name is free for what is `wanted` there. */
export function makingWay(row: Row, places: Places, wanted: ReadonlyMap<string, RestoreChange>): RestoreChange {
	const isTaken = (path: string): boolean => places.at(path) !== undefined || wanted.has(path.toLowerCase());
	const { fullpath, dir } = row;
	const withNumber = (number: number): string => numbered(fullpath, number, dir ? 'folder' : 'file');
	let number = 2;
	while (isTaken(withNumber(number))) number++;
	const target = { folder: { now: parentPath(fullpath) }, name: baseName(withNumber(number)) };
	return { action: 'move', row, target, reason: 'makes way: another entry had its path at the time' };
}

/**
 * Adds what frees names: what comes back elsewhere is given another name in between, and what stays and has such a name
 * gets a number. Returns the IDs of what goes and has such a name.
 */
export function* makeWay(plan: RestorePlan): Steps<ReadonlySet<string>> {
	const { leaving, places } = plan;
	const { blockers, wanted } = yield* blockersIn(plan);
	const blocking = new Set<string>();
	const gone = new Set(leaving.map(({ hash }) => hash));
	const parked: RestoreChange[] = [];
	for (const { row, hasNameOfFolder, moves } of blockers)
		if (moves) parked.push(parking(row));
		else if (gone.has(row.hash)) blocking.add(row.hash);
		else if (!stays(places, row)) parked.push(makingWay(row, places, wanted));
		else if (hasNameOfFolder) plan.cleared.push(parking(row));
	plan.moved.unshift(...parked);
	return blocking;
}

/** Whether an entry was where it is now, in the same folder and with the same name. */
function stays(places: Places, row: Row): boolean {
	const [then, folder] = [places.then(row), places.parentThen(row)];
	if (then.was !== 'there' || !folder || 'missing' in folder || places.isNew(row)) return false;
	return folder.now === parentPath(row.fullpath) && then.name === baseName(row.fullpath);
}

/** Whether a move only frees a name. */
const isInBetween = ({ isParking, pathThen }: RestoreChange): boolean => isParking === true || pathThen === undefined;

const levelOf = (path: string): number => path.split('/').length;
/** More than there are levels of folders. */
const LAST = 100_000;

/**
 * Moves in the order in which they are made: those of one list at the same time. A folder gets to its place before what
 * goes into it, so that none is moved into itself, and a missing folder is made when everything else has its place.
 */
export function* inOrder(moved: readonly RestoreChange[]): Steps<RestoreChange[][]> {
	const track = yield* Track.of(moved);
	const stages = new Map<number, RestoreChange[]>();
	yield* inSteps(moved, (change) => {
		const { fullpath } = change.row;
		const { path, missing } = track.place(fullpath);
		const level = (missing === undefined ? 0 : LAST) + levelOf(path);
		// Deepest first: what is around another one keeps its path until then.
		addTo(stages, (isInBetween(change) ? 0 : level * LAST) - levelOf(fullpath), change);
	});
	return [...stages].sort(([a], [b]) => a - b).map(([, stage]) => stage);
}

/** Tells what is at or in a folder that comes back later. */
export function foldersLater({ recoveredLater }: RestorePlan): (path: string) => boolean {
	const later = new Set(recoveredLater.filter(({ row }) => row.dir).map(({ row }) => row.fullpath));
	return (path) => nearestUp(path, (above) => later.has(above)) !== undefined;
}

/** Moves without those into folders that come back later: what is made anew there would have their names. */
export function* movesBefore(
	moved: readonly RestoreChange[],
	isLater: (path: string) => boolean,
): Steps<RestoreChange[]> {
	const track = yield* Track.of(moved);
	return moved.filter((change) => isInBetween(change) || !isLater(track.place(change.row.fullpath).missing ?? ''));
}
