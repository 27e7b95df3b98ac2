import type { Steps } from '../../../protocol/plan/inSteps';
import {
	type DeletionLimits,
	eachAlone,
	type Plan,
	reasonsOfLimits,
	sharing,
	type Stage,
} from '../../../protocol/plan/plan';
import { allFields, isoSeconds } from '../../../protocol/wire/json';
import { counted, quoted } from '../../../protocol/wire/libraryError';
import { parentPath, entryPath } from '../../../protocol/wire/paths';
import { foldersLater, inOrder, movesBefore } from './makeWay';
import type { RestorePlan } from './restorePlan';
import type { RestoreChange } from './types';

/* Restore to a Time as a person reads it. */

/** What is said about one action. */
export type DescribedRestoration = {
	readonly action: 'restore_version' | 'recover' | 'move' | 'recycle' | 'keep';
	/** Where it is; where it was, if it was deleted. */
	readonly fullpath: string;
	readonly reason: string;
	readonly type: 'file' | 'folder';
	/** Where it was at the time, as far as that is known. */
	readonly path_then?: string;
	/** Who changed it last, and when (ISO time). */
	readonly modified_by?: string;
	readonly modified_at?: string;
	/** When the version was made that comes back (ISO time). */
	readonly version_at?: string;
	readonly hash: string;
	/** SHA1 of the content that comes back. */
	readonly filehash?: string;
};
/** What is said about all of them. */
export type RestoreTotals = {
	/** The folder. */
	readonly fullpath: string;
	/** The time that it goes back to (ISO time). */
	readonly date: string;
	/** Files and folders of the whole library that were changed since. */
	readonly changed_since: number;
};

function describe(change: RestoreChange): DescribedRestoration & { readonly status?: 'blocked' } {
	const { action, row, reason, pathThen, version, versionAt, isBlocked } = change;
	return allFields<DescribedRestoration & { readonly status?: 'blocked' }>({
		action,
		type: row.dir ? 'folder' : 'file',
		status: isBlocked ? 'blocked' : undefined,
		reason,
		fullpath: entryPath(row.fullpath),
		path_then: pathThen === undefined ? undefined : entryPath(pathThen),
		modified_by: row.who[0],
		modified_at: isoSeconds(row.modified),
		version_at: isoSeconds(versionAt),
		hash: row.hash,
		filehash: version?.filehash,
	});
}

/** What else there is to say of a plan, and how far it may go. */
export interface PlanFrame {
	readonly limits: DeletionLimits;
	/** The time as an ISO text. */
	readonly time: string;
	/** Whether only the next steps are wanted, not all that is foreseen. */
	readonly isMade: boolean;
}

const ELSEWHERE = 'Whether they were in the folder at the time shows only in the folder from which they were deleted.';

/** What a summary says besides the rows. */
function notesOf({ newAndKept, deletedElsewhere, foldersLeft }: RestorePlan): string[] {
	const [came, gone] = [newAndKept, deletedElsewhere].map((count) =>
		counted(count, 'file or folder', 'files and folders'),
	);
	const left = counted(foldersLeft, 'folder');
	return [
		...(newAndKept > 0 ? [`Came since and kept: ${came}. With New Files: Recycle they would be recycled.`] : []),
		...(foldersLeft > 0
			? [`Deleted since and fitting no pattern: ${left}. What is in them stays deleted, whatever it fits.`]
			: []),
		...(deletedElsewhere > 0 ? [`Deleted since outside of the folder: ${gone}. ${ELSEWHERE}`] : []),
	];
}

const BATCH = 50;

/** What is recovered, several in a request; what shares a path in the recycle bin together, and with nothing else. */
const recoveringStage = (changes: readonly RestoreChange[]): Stage<RestoreChange> =>
	sharing(changes, ({ row, sharing: others }, at) =>
		others ? `at ${row.fullpath.toLowerCase()}` : String(Math.floor(at / BATCH)),
	);

/** What of a plan is made now, and what of it is only shown. */
type Made = Partial<Pick<RestorePlan, 'cleared' | 'recovered' | 'moved' | 'restored' | 'recycledFirst' | 'recycled'>>;

/**
 * What is made first: what comes back changes what is known, so the rest is planned anew then. What was in a folder
 * that is missing comes back when nothing else is left to move, because its folder may be there by then.
 */
function* firstSteps(found: RestorePlan): Steps<Made> {
	const { recovered, recoveredLater, moved, cleared, restored, recycledFirst, recycled } = found;
	if (recovered.length > 0) return { recovered };
	if (recoveredLater.length === 0) return { moved, restored, recycledFirst, recycled };
	const isLater = foldersLater(found);
	const first = yield* movesBefore(moved, isLater);
	if (first.length + restored.length + recycledFirst.length > 0) return { moved: first, restored, recycledFirst };
	// What was moved out of a folder that comes back goes into it first, then comes what was deleted in it.
	const isInner = ({ row }: RestoreChange): boolean => moved.length > 0 && isLater(parentPath(row.fullpath));
	// What makes way for a while goes back in the next step.
	return { cleared, recovered: recoveredLater.filter((change) => !isInner(change)) };
}

/** All that is foreseen. */
const allSteps = ({ recovered, recoveredLater, foreseen, ...found }: RestorePlan): Made => ({
	...found,
	recovered: [...recovered, ...recoveredLater, ...foreseen],
});

/** The plan in the form of all plans: all that is foreseen or, when it is made, what is done first. In steps. */
export function* shownPlan(
	found: RestorePlan,
	{ limits, time, isMade }: PlanFrame,
): Steps<Plan<RestoreChange, DescribedRestoration, RestoreTotals>> {
	const { kept, facts, order } = found;
	const steps = isMade ? yield* firstSteps(found) : allSteps(found);
	const { cleared = [], recovered = [], moved = [], restored = [], recycledFirst = [], recycled = [] } = steps;
	const leaving = [...found.recycled, ...found.recycledFirst].flat().map(({ row }) => row);
	// What the run has deleted before counts, too.
	const gone = [...facts.rows.values()].filter(({ deleted }) => deleted);
	const going = [...leaving, ...gone].filter(({ dir, wasDeleted }) => !dir && !wasDeleted).length + found.filesInside;
	// What comes back into the folder from elsewhere is not among its files yet.
	const files = Math.max(facts.files ?? 0, going);
	const first = [...cleared, ...recovered, ...recycledFirst.flat()];
	const changes = [...first, ...moved, ...restored, ...recycled.flat()];
	const isNowhere = facts.files === undefined && changes.length + kept.length + found.newAndKept === 0;
	const nowhere = `Nothing is at ${quoted(order.folder)}, and nothing shows that anything was there at the time`;
	const totals = { fullpath: entryPath(order.folder), date: time, changed_since: facts.rows.size };
	const words = `move ${going} of ${files} files to the recycle bin`;
	return {
		changes,
		impossible: isMade && found.hasMore ? [] : kept,
		stages: [
			eachAlone(cleared),
			recoveringStage(recovered),
			recycledFirst.map((group) => [group]),
			// Contents first: a file that has its name of then already might fit no pattern in a run that goes on.
			eachAlone(restored),
			...(yield* inOrder(moved)).map(eachAlone),
			recycled.map((group) => [group]),
		],
		reasons: reasonsOfLimits({ removed: going, existing: files, words }, limits),
		notes: [...facts.notes, ...notesOf(found), ...(isNowhere ? [`${nowhere}: check the path.`] : [])],
		deletions: going,
		describe,
		purpose: ({ action, row }) => `${action.replace('_version', '')} ${quoted(row.fullpath)}`,
		totals: () => totals,
		isRoutine: ({ isParking }) => isParking === true,
	};
}
