import type { MirrorFilter } from '../plan/compareTrees';
import { wantedBy } from '../plan/compareTrees';
import { planMirror } from '../plan/planMirror';
import type { MirrorEntry, MirrorPlan } from '../plan/types';
import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { excludedBy } from '../../../protocol/tree/entryFilter';
import { defined } from '../../../protocol/wire/json';
import { isWithinPath } from '../../../protocol/wire/paths';
import { inTurns } from '../../../client/async/inTurns';
import type { ListNotice } from '../../../client/paging/offsetPages';
import type { TreeEntry } from '../../../client/tree/readTree';
import type { MirrorSide } from './mirrorSide';
import { ignoresCase } from './nameCase';
import { readSide, readSides, type SideContents } from './readSide';

/** How two folders are compared. */
export interface MirrorRules {
	readonly deleteExtra: boolean;
	readonly filter: MirrorFilter;
	/** Whether a file that is newer in the target stays. */
	readonly keepsNewer?: boolean;
	/** A path inside the target: the mirror leaves it alone, with all that is in it, and copies nothing to it. */
	readonly leftAlone?: string | undefined;
	/** Requests at the same time. */
	readonly concurrency: number;
}

/** What makes one folder equal to the other. */
export interface Compared {
	readonly plan: MirrorPlan;
	/** Why the source may have more than was read of it, though the plan takes something away from the target. */
	readonly doubt?: ListNotice;
}

/** How often the source is read at most. */
const MAX_READINGS = 6;

/**
 * Reads two folders and plans the changes. What is moved inside the source while it is read may be in no list: where
 * the plan would delete or move something of the target, the source is read until two readings in a row are the same.
 * Throws what `readSide` throws.
 */
export async function compareSides(
	{ source, target }: { readonly source: MirrorSide; readonly target: MirrorSide },
	rules: MirrorRules,
): Promise<Compared> {
	const { deleteExtra, concurrency, filter } = rules;
	const { maxDepth } = filter;
	// What is too deep keeps the folder that it is in.
	const targetDepth = deleteExtra && maxDepth !== undefined ? maxDepth + 1 : maxDepth;
	const isExcluded = excludedBy(filter);
	const reading = { concurrency, wantsFolder: ({ path }: TreeEntry) => !isExcluded(path) };
	const ofSource = { ...reading, ...defined({ maxDepth }) };
	const read = await readSides({
		source: [source, ofSource],
		target: [target, { ...reading, mayBeMissing: true, ...defined({ maxDepth: targetDepth }) }],
	});
	let found = read.source;
	for (let readings = 1; ; readings++) {
		const plan = await planOf(target, found, read.target, rules);
		const { doubt } = found;
		if (!takesAway(plan) && !(await inTurns(isTorn(found)))) return { plan };
		if (doubt) return { plan, doubt };
		if (readings >= MAX_READINGS) return { plan, doubt: { kind: 'unsettled' } };
		const again = await readSide(source, ofSource);
		if (!again.doubt && (await inTurns(isSame(found, again)))) return { plan };
		found = again;
	}
}

async function planOf(
	target: MirrorSide,
	source: SideContents,
	current: SideContents,
	{ deleteExtra, filter, keepsNewer, leftAlone }: MirrorRules,
): Promise<MirrorPlan> {
	const wants = wantedBy(filter);
	// In any case: which spelling of it the service shows is not known.
	const isLeft = ({ path }: MirrorEntry): boolean =>
		leftAlone !== undefined && isWithinPath(path.toLowerCase(), leftAlone.toLowerCase());
	return await inTurns(
		planMirror({
			source: source.entries,
			target: current.entries,
			targetExists: current.exists,
			wants: (entry) => !isLeft(entry) && wants(entry),
			mustStay: ({ path }) =>
				leftAlone !== undefined && isWithinPath(leftAlone.toLowerCase(), path.toLowerCase()),
			deleteExtra,
			...defined({ keepsNewer }),
			ignoresCase: await ignoresCase(target, source.entries, current.entries),
			moves: target.caller.account().kind === 'token' ? 'folderOrName' : 'anyPath',
		}),
	);
}

/** Whether something of the target goes away, or to another place, because the source seems not to have it. */
const takesAway = ({ stages }: MirrorPlan): boolean =>
	stages.some((stage) => stage.some(({ action }) => action === 'delete' || action === 'move'));

/** Whether something was read at two places: it was moved meanwhile. */
function* isTorn({ entries }: SideContents): Steps<boolean> {
	const ids = new Set<string>();
	let isTwice = false;
	yield* inSteps(entries, ({ hash }) => {
		isTwice ||= hash !== '' && ids.has(hash);
		ids.add(hash);
	});
	return isTwice;
}

/** Whether two readings say the same of each entry, but for its time. */
function* isSame({ entries: one }: SideContents, { entries: other }: SideContents): Steps<boolean> {
	if (one.length !== other.length) return false;
	const byPath = new Map<string, MirrorEntry>();
	yield* inSteps(one, (entry) => byPath.set(entry.path, entry));
	let isEqual = byPath.size === one.length;
	yield* inSteps(other, ({ path, filesize, filehash, hash }) => {
		const found = byPath.get(path);
		isEqual &&= found?.hash === hash && found.filesize === filesize && found.filehash === filehash;
	});
	return isEqual;
}
