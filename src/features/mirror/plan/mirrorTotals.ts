import type { SummaryItem } from '../../../protocol/plan/items';
import {
	type DeletionLimits,
	percentOf,
	reasonsOfLimits,
	type ShownLimits,
	shownLimits,
} from '../../../protocol/plan/plan';
import { defined } from '../../../protocol/wire/json';
import { shownPath } from '../../../protocol/wire/paths';
import { counted } from '../../../protocol/wire/quoted';
import type { MirrorChangeItem, MirrorPlaces } from './mirrorItems';
import type { KeepFile, MirrorAction, MirrorPlan } from './types';

/* A plan of Mirror in numbers, for whoever decides about it. */

/** What the summary of Mirror has besides what every summary has. */
type MirrorTotals = {
	/** The target folder. */
	readonly fullpath: string;
	/** The source folder. */
	readonly source_fullpath: string;
	readonly mount_id?: number;
	/** How many files are added, …; those in a folder that is moved or deleted as a whole are not counted here. */
	readonly files: Readonly<Record<'add' | 'update' | 'move' | 'delete', number>>;
	readonly folders: Readonly<Record<'create' | 'move' | 'delete', number>>;
	/** Paths about which nothing can be done. */
	readonly conflicts: number;
	/** Files that differ and stay, because the target is newer. */
	readonly kept: number;
	/** Bytes of the files of each kind of change, of those in whole folders too. */
	readonly bytes: Readonly<Record<'add' | 'update' | 'move' | 'delete', number>>;
	/** Bytes of content that were sent, in all. */
	readonly bytes_sent: number;
	/** Files that are the same on both sides already. */
	readonly unchanged: number;
	/** Files of the source that the filters exclude. */
	readonly excluded: number;
	readonly limits: ShownLimits & {
		/** Files and empty folders that the plan deletes. */
		readonly deleted: number;
		/** Files and empty folders of the target that the filters do not exclude. */
		readonly existing: number;
		/** Rounded to two decimals. */
		readonly deleted_percent: number;
	};
};

/** The summary of Mirror. */
export type MirrorSummaryItem = SummaryItem<MirrorChangeItem, 'keep'> & MirrorTotals;

/** How often each change is planned, and the bytes of the files of each. */
function sumsOf(changes: readonly MirrorAction[]): Pick<MirrorTotals, 'files' | 'folders' | 'bytes'> {
	const files = { add: 0, update: 0, move: 0, delete: 0 };
	const bytes = { ...files };
	const folders = { create: 0, move: 0, delete: 0 };
	for (const change of changes) {
		if (change.action === 'create') folders.create += 1;
		else {
			bytes[change.action] += ('filesize' in change ? change.filesize : change.bytes) ?? 0;
			if (change.type === 'file') files[change.action] += 1;
			else folders[change.action] += 1;
		}
	}
	return { files, folders, bytes };
}

const isUnknown = ({ because }: KeepFile): boolean => because === 'contentUnknown';

/** What the numbers do not say. */
export function notesOf({ conflicts, kept, counts: { sizeOnly } }: MirrorPlan): string[] {
	const unknown = kept.filter(isUnknown).length;
	const about = (count: number, what: string): string[] =>
		count === 0 ? [] : [`${what}: ${counted(count, 'file')}`];
	return [
		...(conflicts.length === 0
			? []
			: [`One has a file where the other has a folder, and nothing is done about it: ${conflicts.length}`]),
		...about(kept.length - unknown, 'Different, and kept because the target is newer, or may be'),
		...about(unknown, 'Kept, because the service shows neither the size nor the SHA1 on both sides'),
		...about(sizeOnly, 'Compared by size only, because the service does not show the SHA1 on both sides'),
	];
}

/** Why a plan exceeds the limits; none where it does not. */
export const reasonsOf = ({ counts: { deleted, existing } }: MirrorPlan, limits: DeletionLimits): string[] =>
	reasonsOfLimits(
		{
			...{ removed: deleted, existing },
			words: `delete ${deleted} of ${existing} files and empty folders of the target`,
		},
		limits,
	);

/** A plan in numbers; `bytesSent` are those of the changes that were made. */
export function mirrorTotals(
	{ stages, conflicts, kept, counts }: MirrorPlan,
	limits: DeletionLimits,
	{ sourceFolder, targetFolder, mountId }: MirrorPlaces,
	bytesSent: number,
): MirrorTotals {
	const { unchanged, excluded, deleted, existing } = counts;
	return {
		fullpath: shownPath(targetFolder),
		source_fullpath: shownPath(sourceFolder),
		...defined({ mount_id: mountId }),
		...sumsOf(stages.flat()),
		conflicts: conflicts.length,
		kept: kept.length,
		bytes_sent: bytesSent,
		unchanged,
		excluded,
		limits: { ...shownLimits(limits), deleted, existing, deleted_percent: percentOf(deleted, existing) },
	};
}
