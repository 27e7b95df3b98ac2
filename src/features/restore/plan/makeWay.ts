import { addTo, inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { baseName, joinPath, numbered, parentPath, pathUp } from '../../../protocol/wire/paths';
import type { Places } from './places';
import type { Planning } from './planning';
import type { RestoreChange, Row } from './types';

/* Names that what comes back needs, and that something else has now. */

/** Where a move leads, by the paths of now, in one case: a service may ignore it. */
const placeOf = ({ target }: RestoreChange): string | undefined =>
	target && 'now' in target.folder ? joinPath(target.folder.now, target.name).toLowerCase() : undefined;

/** The name with the first number that nothing has. */
function freeName({ fullpath, dir }: Row, isTaken: (path: string) => boolean): string {
	const withNumber = (number: number): string => numbered(fullpath, number, dir ? 'folder' : 'file');
	let number = 2;
	while (isTaken(withNumber(number))) number++;
	return baseName(withNumber(number));
}

/**
 * Adds what frees names: what comes back elsewhere is given another name in between, and what stays and has such a name
 * gets a number. What is not meant keeps its name, so that what comes back stays where it is. Returns the IDs of what
 * goes and has such a name.
 */
export function* makeWay(planning: Planning): Steps<ReadonlySet<string>> {
	const { facts, plan, leaving, order, places } = planning;
	const wanted = new Map<string, RestoreChange>();
	yield* inSteps(plan.moved, (change) => {
		const place = placeOf(change);
		if (place !== undefined) wanted.set(place, change);
	});
	// A file is in the way of what was in a folder with its name, too.
	const inside = new Map<string, RestoreChange>();
	for (const change of plan.recoveredLater)
		for (const above of pathUp(parentPath(change.row.fullpath))) inside.set(above.toLowerCase(), change);
	const blocking = new Set<string>();
	if (wanted.size + inside.size === 0) return blocking;
	const movers = new Map(plan.moved.map((change) => [change.row.hash, change]));
	const gone = new Set(leaving.map(({ hash }) => hash));
	const [parked, refused] = [[] as RestoreChange[], new Set<RestoreChange>()];
	yield* inSteps(facts.rows.values(), (row) => {
		if (row.deleted) return;
		const path = row.fullpath.toLowerCase();
		const around = row.dir ? undefined : inside.get(path);
		const taker = wanted.get(path) ?? around;
		if (!taker || taker.row.hash === row.hash) return;
		const isInPlace = stays(places, row);
		if (movers.has(row.hash)) parked.push(parking(row));
		else if (gone.has(row.hash)) blocking.add(row.hash);
		// What was there then, too, has another name where the service tells names by case.
		else if (isInPlace && !around) return;
		else if (row.settled || !order.isMeant(row)) refused.add(taker);
		else if (isInPlace) plan.cleared.push(parking(row));
		else {
			const isTaken = (path: string): boolean => places.at(path) !== undefined || wanted.has(path.toLowerCase());
			const name = freeName(row, isTaken);
			const target = { folder: { now: parentPath(row.fullpath) }, name };
			const reason = 'makes way: another entry had its path at the time';
			parked.push({ action: 'move', row, target, reason });
		}
	});
	for (const change of refused) {
		const list = change.action === 'move' ? plan.moved : plan.recoveredLater;
		list.splice(list.indexOf(change), 1);
		const reason = 'its path of then has been taken by something that is left alone';
		plan.kept.push({ ...change, action: 'keep', reason });
	}
	plan.moved.unshift(...parked);
	return blocking;
}

/** Whether an entry was where it is now, in the same folder and with the same name. */
function stays(places: Places, row: Row): boolean {
	const [then, folder] = [places.then(row), places.parentThen(row)];
	if (then.was !== 'there' || !folder || 'gone' in folder || places.isNew(row)) return false;
	return places.nowOf(folder) === parentPath(row.fullpath) && then.name === baseName(row.fullpath);
}

/** A name in between, which no one else gives. */
export function parking(row: Row): RestoreChange {
	const name = `${baseName(row.fullpath)}.restoring-${row.hash.slice(0, 8)}`;
	return {
		action: 'move',
		row,
		target: { folder: { now: parentPath(row.fullpath) }, name },
		reason: 'its name is needed',
		isParking: true,
	};
}

const depthOf = (path: string): number => path.split('/').length;

/** Moves in the order in which they are made: those of one list at the same time. */
export function* inOrder(moves: readonly RestoreChange[]): Steps<RestoreChange[][]> {
	const folders = new Set(moves.filter(({ row }) => row.dir).map(({ row }) => row.fullpath));
	const levels = new Map<string, RestoreChange[]>();
	yield* inSteps(moves, (change) => {
		const { fullpath } = change.row;
		// Deepest first: what is around another one keeps its path until then.
		const isFirst = change.isParking === true || change.pathThen === undefined;
		const around = [...pathUp(parentPath(fullpath))].filter((above) => folders.has(above)).length;
		const depth = isFirst ? [0, depthOf(fullpath)] : [depthOf(change.pathThen ?? ''), around];
		const [level = 0, inner = 0] = depth;
		addTo(levels, String(level * 100_000 - inner), change);
	});
	return [...levels].sort(([a], [b]) => Number(a) - Number(b)).map(([, level]) => level);
}
