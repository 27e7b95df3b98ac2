import { addTo, byText, inSteps, sortedInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { isSha1 } from '../../../protocol/wire/json';
import { baseName, joinPath, nearestUp, parentPath, pathUp } from '../../../protocol/wire/paths';
import { makeWay, makingWay, refuseCircles, refuseTaken } from './makeWay';
import { Places } from './places';
import { fitting, inFolder, isNamed, RestorePlan } from './restorePlan';
import { contentSince } from './then';
import type { Facts, RestoreChange, RestoreOrder, Row } from './types';
import { parking } from './track';

/* What brings a folder back to what it was at a time. */

/** Plans a restoration by what is known. `places` of the plan says what has to be asked first. May be interrupted. */
export function* planRestore(facts: Facts, order: RestoreOrder): Steps<RestorePlan> {
	const plan = new RestorePlan(facts, order, yield* Places.of(facts));
	const rows = yield* sortedInSteps([...facts.rows.values()], (a, b) => byText(a.fullpath, b.fullpath));
	const back = foldersBackIn(plan);
	yield;
	const [older, newer] = [[] as Row[], [] as Row[]];
	yield* inSteps(rows, (row) => {
		if (row.settled) return;
		if (row.deleted) planDeleted(plan, row, back);
		else if (order.isMeant(row)) (plan.places.isNew(row) ? newer : older).push(row);
	});
	yield* planOlder(plan, older);
	yield* refuseTaken(plan);
	yield* planNewer(plan, newer);
	const blocking = yield* makeWay(plan);
	yield* planRecycling(plan, blocking);
	return plan;
}

/** Whether it was deleted since the time, and had been there before. */
const isLost = ({ until }: Facts, { created = 0, modified = Infinity }: Row): boolean =>
	created <= until && modified > until;

/** Whether an entry of the recycle bin was found not to have been there at the time, by an earlier run. */
const wasPutBack = ({ facts }: RestorePlan, path: string): boolean => {
	const mark = putBackMark(facts.until);
	return nearestUp(path, (above) => above.endsWith(mark)) !== undefined;
};

/** Which folders of the recycle bin come back: those that were there, and those with something in them that was. */
function foldersBackIn(plan: RestorePlan) {
	const { facts, order } = plan;
	const [hashes, paths] = [new Set<string>(), new Set<string>()];
	const add = (hash: string, path: string): void => void (hashes.add(hash), paths.add(path));
	const hidden: Row[] = [];
	for (const row of facts.rows.values()) {
		if (!row.deleted || row.settled || !isLost(facts, row) || !order.isMeant(row)) continue;
		const path = facts.bin.get(row.hash);
		if (path === undefined) hidden.push(row);
		else if (row.dir && isNamed(order, path)) add(row.hash, path);
	}
	for (const { fullpath } of hidden) {
		if (!isNamed(order, fullpath) || wasPutBack(plan, fullpath)) continue;
		const above = [...pathUp(parentPath(fullpath))];
		// Of several folders that were deleted at one path, nobody can tell which one it is in: all of them come back.
		const isAlone = (path: string): boolean => facts.binByPath.get(path.toLowerCase())?.length === 1;
		if (above.some((path) => paths.has(path) && isAlone(path))) continue;
		for (const path of above)
			for (const hash of facts.binByPath.get(path.toLowerCase()) ?? []) {
				const folder = facts.bin.get(hash) === path ? facts.rows.get(hash) : undefined;
				// One that was there comes back for itself, or not at all.
				if (folder?.dir && order.isMeant(folder) && !isLost(facts, folder)) add(hash, path);
			}
	}
	return { hashes, paths };
}

/** An entry that was deleted. */
function planDeleted(plan: RestorePlan, row: Row, back: ReturnType<typeof foldersBackIn>): void {
	const { facts, order } = plan;
	const path = facts.bin.get(row.hash);
	const at = path ?? row.fullpath;
	const isDeletedWith = (isFolder: (path: string) => boolean): boolean =>
		path === undefined && nearestUp(parentPath(at), isFolder) !== undefined;
	if (wasPutBack(plan, at)) return;
	if (back.hashes.has(row.hash) && !isLost(facts, row))
		recoverRow(plan, row, 'came since, but what is in it was there');
	else if (!order.isMeant(row)) return;
	else if (isDeletedWith((above) => back.paths.has(above))) {
		if (isNamed(order, at)) plan.foreseen.push(foreseen(plan, row));
	} else if (!isLost(facts, row)) return;
	else if (inFolder(order, at) === undefined) plan.deletedElsewhere++;
	else if (!isNamed(order, at)) plan.foldersLeft += row.dir ? 1 : 0;
	else if (isDeletedWith((above) => facts.binByPath.has(above.toLowerCase())))
		plan.kept.push({ action: 'keep', row, reason: 'deleted with a folder that is left in the recycle bin' });
	else recoverRow(plan, row, 'deleted since');
}

function recoverRow({ facts, places, ...plan }: RestorePlan, row: Row, reason: string): void {
	const path = facts.bin.get(row.hash);
	const pathThen = path ?? row.fullpath;
	const change = { action: 'recover', row: { ...row, fullpath: pathThen }, pathThen } as const;
	if (path === undefined) {
		plan.kept.push({ ...change, reason: 'deleted since, and no longer in the recycle bin', isBlocked: true });
		return;
	}
	// Other entries of the recycle bin at the same path, in any case.
	const sharing = (facts.binByPath.get(path.toLowerCase()) ?? []).filter((other) => other !== row.hash);
	const planned = { ...change, reason, ...(sharing.length > 0 ? { sharing } : {}) };
	if (places.isThere(parentPath(path)) === false) plan.recoveredLater.push({ ...planned, makesFolder: true });
	else plan.recovered.push(planned);
}

/** What was changed and then deleted with a folder that comes back: its history can be read only then. */
function foreseen({ facts }: RestorePlan, row: Row): RestoreChange {
	const isNew = row.created !== undefined && row.created > facts.until;
	if (isNew) return { action: 'recycle', row, reason: 'came since, and was deleted with its folder' };
	const after = 'its history can be read only when its folder is back';
	const reason = `changed since, and then deleted with its folder: ${after}`;
	return { action: row.dir ? 'move' : 'restore_version', row, reason };
}

/**
 * What was there at the time. What goes back takes with it what is in it, which may fit a pattern only there: so that
 * the next run finds nothing more, this is planned again until nothing more fits.
 */
function* planOlder(plan: RestorePlan, rows: readonly Row[]): Steps<void> {
	for (let left = rows; ;) {
		const isFitting = yield* fitting(plan);
		const more: Row[] = [];
		const rest: Row[] = [];
		yield* inSteps(left, (row) => void (isFitting(row) ? more : rest).push(row));
		if (more.length === 0) return;
		yield* inSteps(more, (row) => planOld(plan, row));
		yield* refuseCircles(plan);
		left = rest;
	}
}

/** An entry that was there at the time, or of which nobody can tell. */
function planOld(plan: RestorePlan, row: Row): void {
	const { facts, order, places } = plan;
	const then = places.then(row);
	const pathThen = places.pathThen(row);
	if (then.was !== 'there' || pathThen === undefined) {
		const reason =
			then.was === 'unknown'
				? 'its history does not reach back to the time'
				: 'in which folder it was at the time cannot be found out';
		plan.kept.push({ action: 'keep', row, reason });
		return;
	}
	const [folder, { name }] = [places.parentThen(row), then];
	const moves = folder && joinPath('missing' in folder ? folder.missing : folder.now, name) !== row.fullpath;
	if (inFolder(order, pathThen) === undefined) {
		if (moves) plan.kept.push({ action: 'keep', row, pathThen, reason: 'was elsewhere at the time, and stays' });
		return;
	}
	if (moves) {
		const isMoved = parentPath(row.fullpath) !== parentPath(pathThen);
		const isRenamed = baseName(row.fullpath) !== baseName(pathThen);
		const how = isRenamed ? (isMoved ? 'moved and renamed' : 'renamed') : 'moved';
		plan.moved.push({ action: 'move', row, pathThen, target: { folder, name }, reason: `${how} since` });
	}
	const { line } = then;
	if (row.dir || line.filehash === row.filehash) return;
	const versionAt = contentSince(facts.lines.get(row.hash) ?? [], line);
	const change = { action: 'restore_version', row, pathThen, version: line, versionAt } as const;
	if (isSha1(line.filehash) && line.filesize !== undefined)
		plan.restored.push({ ...change, reason: 'has another content since' });
	else plan.kept.push({ ...change, reason: 'its history does not name the content of then', isBlocked: true });
}

/** What came since, by the places that it gets with what goes back. */
function* planNewer(plan: RestorePlan, rows: readonly Row[]): Steps<void> {
	const isFitting = yield* fitting(plan);
	yield* inSteps(rows, (row) => {
		// What had been deleted, and has come back for what is in it, goes again.
		if (!row.wasDeleted && !isFitting(row)) return;
		if (row.wasDeleted || plan.order.recyclesNew) plan.leaving.push(row);
		else plan.newAndKept++;
	});
}

/* What came since the time, and what had been deleted at the time, goes to the recycle bin. */

/**
 * Ends the name of a folder with which something goes to the recycle bin that had been deleted at the time, and came
 * back: nothing else tells the next run that it was not there, because no history of what is deleted can be read.
 */
const putBackMark = (until: number): string =>
	` (not there at ${new Date(until * 1000).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')})`;

/**
 * Plans that what came since goes, a folder with all that is in it, unless something in it stays. `blocking` has the
 * IDs of those whose names are needed.
 */
function* planRecycling(plan: RestorePlan, blocking: ReadonlySet<string>): Steps<void> {
	const { facts, leaving } = plan;
	if (leaving.length === 0) return;
	const leavingBy = new Set(plan.moved.map(({ row }) => row.fullpath));
	const held = yield* foldersThatStay(plan, leavingBy);
	const isTop = ({ fullpath, dir }: Row): boolean => dir && !held.has(fullpath);
	const tops = new Set(leaving.filter(isTop).map(({ fullpath }) => fullpath));
	const groups = new Map<string, RestoreChange[]>();
	yield* inSteps(leaving, (row) => {
		if (row.dir && held.has(row.fullpath)) {
			if (blocking.has(row.hash)) plan.moved.unshift(makingWay(row, plan.places, new Map()));
			plan.kept.push({ action: 'keep', row, reason: 'came since, but something in it stays' });
			return;
		}
		// What is in a folder that moves away goes with it, and is recycled there.
		let above = row.fullpath;
		for (const path of pathUp(row.fullpath)) {
			if (leavingBy.has(path)) break;
			if (tops.has(path)) above = path;
		}
		const reason = isOld(facts, row) ? 'was deleted at the time' : 'came since';
		addTo(groups, above, { action: 'recycle', row, reason });
	});
	const leftBy = new Set(plan.moved.flatMap(({ row }) => [...pathUp(parentPath(row.fullpath))]));
	const putBackAs = putBackMark(facts.until);
	for (const found of groups.values()) {
		const group = found.some(({ row }) => isOld(facts, row)) ? found.map((one) => ({ ...one, putBackAs })) : found;
		const inTheWay = group.filter(({ row }) => blocking.has(row.hash));
		const top = group[0]?.row.fullpath ?? '';
		const isFirst = inTheWay.length > 0 && !leftBy.has(top);
		// What a stopped run left has the name that this one needs.
		if (top.endsWith(putBackAs) && !leftBy.has(top)) plan.recycledFirst.unshift(group);
		else (isFirst ? plan.recycledFirst : plan.recycled).push(group);
		if (!isFirst) plan.moved.unshift(...inTheWay.map(({ row }) => parking(row)));
	}
}

/** Whether an entry is older than the time: it had been deleted then. */
const isOld = ({ until }: Facts, { created = Infinity }: Row): boolean => created <= until;

/** Folders in which something stays that does not go, and is in no folder that moves away. */
function* foldersThatStay({ facts, leaving, moved }: RestorePlan, leavingBy: ReadonlySet<string>): Steps<Set<string>> {
	const going = new Set([...leaving, ...moved.map(({ row }) => row)].map(({ hash }) => hash));
	const held = new Set<string>();
	yield* inSteps(facts.rows.values(), ({ hash, deleted, fullpath }) => {
		if (deleted || going.has(hash)) return;
		for (const above of pathUp(parentPath(fullpath))) {
			if (leavingBy.has(above)) return;
			held.add(above);
		}
	});
	return held;
}
