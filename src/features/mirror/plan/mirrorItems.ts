import { type Became, type DeletionLimits, percentOf, reasonsOfLimits } from '../../../protocol/plan/plan';
import { allFields, defined } from '../../../protocol/wire/json';
import { counted } from '../../../protocol/wire/libraryError';
import { joinPath, entryPath } from '../../../protocol/wire/paths';
import type { KeepFile, MirrorAction, MirrorChange, MirrorPlan } from './types';

/* Mirror as a person reads it. */

type MirrorChangeInWords = {
	readonly action: 'create' | 'add' | 'update' | 'move' | 'delete' | 'keep';
	readonly type: 'file' | 'folder';
	readonly reason: string;
	/** In the library of the target: where it is after the change, or what is deleted. */
	readonly fullpath: string;
	/** Of files that are added, updated or moved: where the source has the content. */
	readonly source_fullpath?: string;
	/** Of moves: where it was in the target. */
	readonly from_fullpath?: string;
	/** With an Archive Folder, of what is replaced or deleted: where it is moved. */
	readonly archive_fullpath?: string;
	/** Bytes of the file, or of all files in a folder that is moved or deleted. */
	readonly filesize?: number;
	readonly filehash?: string;
	/** The library of the target, where the node works with those of a person. */
	readonly mount_id?: number;
};

/** What is said about one change. */
export type MirrorDescription = MirrorChangeInWords &
	Became & {
		/** Bytes of content that were sent; 0 where the service had the content. */
		readonly bytes_sent?: number;
	};

/** The two folders, as full paths; '' is a library root. */
export interface MirrorPlaces {
	readonly sourceFolder: string;
	readonly targetFolder: string;
	/** Where the run puts what it replaces or deletes; the recycle bin when absent. */
	readonly archiveFolder?: string | undefined;
	/** The library of the target, where it is one of a person. */
	readonly mountId?: number | undefined;
}

const KEPT: Readonly<Record<KeepFile['because'], string>> = {
	targetNewer: 'content differs, and the target is newer',
	contentUnknown:
		'the service shows neither the size nor the SHA1 on both sides, so nobody knows whether they differ',
	timesUnknown: 'content differs, and the service does not show which one is newer',
};

/** What is in a folder that is moved or deleted, at all levels; '' for a file and for an empty folder. */
function contentOf(change: MirrorChange): string {
	if (change.type === 'file' || !('files' in change)) return '';
	const [files, folders] = [change.files, change.folders - 1];
	const parts = [
		...(files > 0 ? [counted(files, 'file')] : []),
		...(folders > 0 ? [counted(folders, 'folder')] : []),
	];
	return parts.length === 0 ? '' : `; ${parts.join(' and ')} in it`;
}

/** Why a change is made, or a conflict is not. */
function reasonOf(change: MirrorChange): string {
	const other = change.type === 'file' ? 'folder' : 'file';
	if ('conflict' in change) {
		const why =
			change.conflict === 'excluded' ? 'the filters exclude it or something in it' : 'Delete Extra is off';
		return `the target has a ${other} of this name; it stays, because ${why}`;
	}
	switch (change.action) {
		case 'create':
		case 'add':
			return 'not in the target';
		case 'update':
			return 'content differs';
		case 'move':
			return change.from.toLowerCase() === change.path.toLowerCase()
				? 'the name differs in case only'
				: `same content under another path${contentOf(change)}`;
		case 'keep':
			return KEPT[change.because];
		case 'delete':
			return (
				(change.reason === 'notInSource' ? 'not in the source' : `the source has a ${other} of this name`) +
				contentOf(change)
			);
	}
}

/** A change as a person reads it. */
export function describeMirror(change: MirrorChange, places: MirrorPlaces): MirrorDescription {
	const { sourceFolder, targetFolder, archiveFolder, mountId } = places;
	const content = 'filehash' in change ? change : undefined;
	const isArchived = archiveFolder !== undefined && (change.action === 'update' || change.action === 'delete');
	return allFields<MirrorChangeInWords>({
		action: change.action,
		type: change.type,
		reason: reasonOf(change),
		fullpath: change.path === '' ? entryPath(targetFolder) : joinPath(targetFolder, change.path),
		source_fullpath: content && joinPath(sourceFolder, content.path),
		from_fullpath: 'from' in change ? joinPath(targetFolder, change.from) : undefined,
		filesize: content ? content.filesize : 'files' in change ? change.bytes : undefined,
		filehash: content?.filehash || undefined,
		archive_fullpath: isArchived ? joinPath(archiveFolder, change.path) : undefined,
		mount_id: mountId,
	});
}

/* A plan of Mirror in numbers, for whoever decides about it. */

/** What the summary of Mirror has besides what every summary has. */
export type MirrorTotals = {
	/** The target folder. */
	readonly fullpath: string;
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
	readonly bytes_sent: number;
	/** Files that are the same on both sides already. */
	readonly unchanged: number;
	/** Files of the source that the filters exclude. */
	readonly excluded: number;
	readonly limits: DeletionLimits & {
		/** Files and empty folders that the plan deletes. */
		readonly deleted: number;
		/** Files and empty folders of the target that the filters do not exclude. */
		readonly existing: number;
		/** Rounded to two decimals. */
		readonly deleted_percent: number;
	};
};

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

/** What the numbers do not say. */
export function notesOf({ conflicts, kept, counts: { sizeOnly } }: MirrorPlan): string[] {
	const unknown = kept.filter(({ because }) => because === 'contentUnknown').length;
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
		{ removed: deleted, existing, words: `delete ${deleted} of ${existing} files and empty folders of the target` },
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
		fullpath: entryPath(targetFolder),
		source_fullpath: entryPath(sourceFolder),
		...defined({ mount_id: mountId }),
		...sumsOf(stages.flat()),
		conflicts: conflicts.length,
		kept: kept.length,
		bytes_sent: bytesSent,
		unchanged,
		excluded,
		limits: { ...limits, deleted, existing, deleted_percent: percentOf(deleted, existing) },
	};
}
