import { addTo, inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { parentPath, pathUp } from '../../../protocol/wire/paths';
import { makingWay } from './makeWay';
import { parking } from './parking';
import type { Planning } from './planning';
import type { Facts, RestoreChange, Row } from './types';

/* What came since the time, and what had been deleted at the time, goes to the recycle bin. */

/**
 * Ends the name of a folder with which something goes to the recycle bin that had been deleted at the time, and came
 * back: nothing else tells the next run that it was not there, because no history of what is deleted can be read.
 */
export const putBackMark = (until: number): string =>
	` (not there at ${new Date(until * 1000).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')})`;

/**
 * Plans that what came since goes, a folder with all that is in it, unless something in it stays. `blocking` has the
 * IDs of those whose names are needed.
 */
export function* planRecycling(planning: Planning, blocking: ReadonlySet<string>): Steps<void> {
	const { facts, leaving, plan } = planning;
	if (leaving.length === 0) return;
	const leavingBy = new Set(plan.moved.map(({ row }) => row.fullpath));
	const held = yield* foldersThatStay(planning, leavingBy);
	const isTop = ({ fullpath, dir }: Row): boolean => dir && !held.has(fullpath);
	const tops = new Set(leaving.filter(isTop).map(({ fullpath }) => fullpath));
	const movedAway = new Set(plan.moved.map(({ row }) => row.hash));
	const groups = new Map<string, RestoreChange[]>();
	yield* inSteps(leaving, (row) => {
		if (movedAway.has(row.hash)) return;
		if (row.dir && held.has(row.fullpath)) {
			if (blocking.has(row.hash)) plan.moved.unshift(makingWay(row, planning.places, new Map()));
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
		const wasDeleted = facts.wereDeleted.has(row.hash) ? ({ wasDeleted: true } as const) : {};
		addTo(groups, above, { action: 'recycle', row, reason, ...wasDeleted });
	});
	const leftBy = new Set(plan.moved.flatMap(({ row }) => [...pathUp(parentPath(row.fullpath))]));
	for (const found of groups.values()) {
		const putBackAs = putBackMark(facts.until);
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
function* foldersThatStay({ facts, leaving, plan }: Planning, leavingBy: ReadonlySet<string>): Steps<Set<string>> {
	const going = new Set([...leaving, ...plan.moved.map(({ row }) => row)].map(({ hash }) => hash));
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
