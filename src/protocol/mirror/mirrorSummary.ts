import { limitBlocks } from './deletionLimits';
import type { DeletionLimits, MirrorChange, MirrorPlan } from './types';

/* A plan in numbers, for whoever decides about it. */

type ChangeName = MirrorChange['change'];

/** A plan in numbers. */
export type MirrorSummary = {
	/** Whether a limit prevents every change. */
	readonly blocked: boolean;
	/** Why it is blocked. */
	readonly reasons: readonly string[];
	/** All changes; conflicts are none. */
	readonly changes: number;
	/** How many there are of each kind. */
	readonly counts: Readonly<Record<ChangeName, number>>;
	/** Bytes of the files of each kind of change. */
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

const NAMES: readonly ChangeName[] = [
	'createFolder',
	'addFile',
	'updateFile',
	'moveFile',
	'moveFolder',
	'deleteFile',
	'deleteFolder',
	'conflict',
];

function countsOf(changes: readonly MirrorChange[]): MirrorSummary['counts'] {
	const counts = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<ChangeName, number>;
	for (const { change } of changes) counts[change] += 1;
	return counts;
}

function bytesOf(changes: readonly MirrorChange[]): MirrorSummary['bytes'] {
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
		counts: countsOf([...actions, ...plan.conflicts]),
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
