import { limitBlocks } from './deletionLimits';
import type { DeletionLimits } from '../operation/deletionLimits';
import type { MirrorAction, MirrorPlan } from './types';

/* A plan in numbers, for whoever decides about it. */

type ChangeName = MirrorAction['change'];

/** A plan in numbers. */
export type MirrorSummary = {
	/** Whether a limit prevents every change. */
	readonly blocked: boolean;
	/** Why it is blocked. */
	readonly reasons: readonly string[];
	/** All changes; conflicts are none. */
	readonly changes: number;
	/** How many files are added, …; those in a folder that is moved or deleted as a whole are not counted here. */
	readonly files: Readonly<Record<'add' | 'update' | 'move' | 'delete', number>>;
	readonly folders: Readonly<Record<'create' | 'move' | 'delete', number>>;
	readonly conflicts: number;
	/** Bytes of the files of each kind of change, of those in whole folders too. */
	readonly bytes: Readonly<Record<'add' | 'update' | 'move' | 'delete', number>>;
	/** Files that are the same on both sides already. */
	readonly unchanged: number;
	/** Files of the source that the filters exclude. */
	readonly excluded: number;
	readonly limits: {
		readonly percent: number;
		/** Null for no limit by number. */
		readonly count: number | null;
		/** Files and empty folders that the plan deletes. */
		readonly deleted: number;
		/** Files and empty folders of the target that the filters do not exclude. */
		readonly existing: number;
		/** Rounded to two decimals. */
		readonly deleted_percent: number;
	};
	/** What the numbers do not say. */
	readonly notes: readonly string[];
};

/** How often each change is planned. */
function countsOf(changes: readonly MirrorAction[]): Pick<MirrorSummary, 'files' | 'folders'> {
	const counts = new Map<ChangeName, number>();
	for (const { change } of changes) counts.set(change, (counts.get(change) ?? 0) + 1);
	const of = (change: ChangeName): number => counts.get(change) ?? 0;
	return {
		files: { add: of('addFile'), update: of('updateFile'), move: of('moveFile'), delete: of('deleteFile') },
		folders: { create: of('createFolder'), move: of('moveFolder'), delete: of('deleteFolder') },
	};
}

function bytesOf(changes: readonly MirrorAction[]): MirrorSummary['bytes'] {
	const bytes = { add: 0, update: 0, move: 0, delete: 0 };
	for (const change of changes) {
		if (change.change === 'addFile') bytes.add += change.filesize;
		if (change.change === 'updateFile') bytes.update += change.filesize;
		if (change.change === 'moveFile') bytes.move += change.filesize;
		if (change.change === 'moveFolder') bytes.move += change.bytes;
		if (change.change === 'deleteFile' || change.change === 'deleteFolder') bytes.delete += change.bytes;
	}
	return bytes;
}

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

function notesOf({ conflicts, counts: { sizeOnly } }: MirrorPlan): string[] {
	const rows: ReadonlyArray<readonly [applies: boolean, note: string]> = [
		[
			conflicts.length > 0,
			`One has a file where the other has a folder, and nothing is done about it: ${conflicts.length}`,
		],
		[
			sizeOnly > 0,
			`Compared by size only, because the service does not show the SHA1 on both sides: ${files(sizeOnly)}`,
		],
	];
	return rows.filter(([applies]) => applies).map(([, note]) => note);
}

const percentOf = (part: number, whole: number): number =>
	whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

/** A plan in numbers, and whether the limits block it. */
export function summaryOf(plan: MirrorPlan, limits: DeletionLimits): MirrorSummary {
	const actions = plan.stages.flat();
	const { unchanged, excluded, deleted, existing } = plan.counts;
	const reasons = limitBlocks(plan.counts, limits);
	return {
		blocked: reasons.length > 0,
		reasons,
		changes: actions.length,
		...countsOf(actions),
		conflicts: plan.conflicts.length,
		bytes: bytesOf(actions),
		unchanged,
		excluded,
		limits: {
			percent: limits.percent,
			count: limits.count ?? null,
			deleted,
			existing,
			deleted_percent: percentOf(deleted, existing),
		},
		notes: notesOf(plan),
	};
}
