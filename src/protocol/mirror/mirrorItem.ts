import { joinPath } from '../wire/paths';
import { defined } from '../wire/json';
import type { MirrorSummary } from './mirrorSummary';
import type { Conflict, MirrorChange } from './types';

/* What Mirror returns: one item for each change, and one that sums them up. */

/** `planned` in a dry run, `blocked` in a run that must not change anything, `conflict` where nothing can be done. */
export type MirrorStatus = 'planned' | 'blocked' | 'done' | 'failed' | 'conflict';

/** An item of Mirror for one change. */
export type MirrorChangeItem = {
	readonly change: MirrorChange['change'];
	readonly type: 'file' | 'folder';
	/** In the library of the target: where it is after the change, or what is deleted. */
	readonly fullpath: string;
	/** Of files that are added or updated: where the source has the content. */
	readonly source_fullpath?: string;
	/** Of moves: where it was in the target. */
	readonly previous_fullpath?: string;
	/** Bytes of the file. */
	readonly filesize?: number;
	readonly filehash?: string;
	/** Of a folder that is moved or deleted: what is in it. */
	readonly file_count?: number;
	readonly folder_count?: number;
	/** Bytes of all files in it. */
	readonly files_size?: number;
	readonly reason: string;
	readonly status: MirrorStatus;
	/** In a plan that must not be carried out; the summary says why. */
	readonly blocked?: true;
	/** Bytes of content that were sent; 0 where the service had the content. */
	readonly bytes_sent?: number;
	/** Message of a change that failed. */
	readonly error?: string;
	/** The library of the target, where the node works with those of a person. */
	readonly mount_id?: number;
};

/** The last item of Mirror: the plan in numbers, and what became of it. */
export type MirrorSummaryItem = MirrorSummary & {
	readonly change: 'summary';
	/** The target folder. */
	readonly fullpath: string;
	/** The source folder. */
	readonly source_fullpath: string;
	readonly dry_run: boolean;
	/** `failed` as soon as one change has failed. */
	readonly status: Exclude<MirrorStatus, 'conflict'>;
	/** Changes that were made, and that were not. */
	readonly done: number;
	readonly failed: number;
	/** Bytes of content that were sent, in all. */
	readonly bytes_sent: number;
	/** Message of a blocked run. */
	readonly error?: string;
	readonly mount_id?: number;
};

/** The two folders, as full paths; '' is a library root. */
export interface MirrorPlaces {
	readonly sourceFolder: string;
	readonly targetFolder: string;
}

const CONFLICTS: Readonly<Record<Conflict['reason'], string>> = {
	deleteExtraOff: 'it stays, because Delete Extra is off',
	excluded: 'it stays, because the filters exclude it or something in it',
};
const OTHER = { file: 'folder', folder: 'file' } as const;

/** Why a change is made. */
function reasonOf(change: MirrorChange): string {
	switch (change.change) {
		case 'createFolder':
		case 'addFile':
			return 'not in the target';
		case 'updateFile':
			return 'content differs';
		case 'moveFile':
		case 'moveFolder':
			return 'same content under another path';
		case 'deleteFile':
			return change.reason === 'notInSource' ? 'not in the source' : 'the source has a folder of this name';
		case 'deleteFolder':
			return change.reason === 'notInSource' ? 'not in the source' : 'the source has a file of this name';
		case 'conflict':
			return `the target has a ${OTHER[change.wanted]} of this name; ${CONFLICTS[change.reason]}`;
	}
}

/** A full path as inputs take it. */
export const shownPath = (fullpath: string): string => (fullpath === '' ? '/' : fullpath);

/** What only some changes have. */
function detailsOf(change: MirrorChange, { sourceFolder, targetFolder }: MirrorPlaces): Partial<MirrorChangeItem> {
	switch (change.change) {
		case 'addFile':
		case 'updateFile':
		case 'moveFile':
			return {
				source_fullpath: joinPath(sourceFolder, change.sourcePath),
				...('from' in change ? { previous_fullpath: joinPath(targetFolder, change.from) } : {}),
				filesize: change.filesize,
				...(change.filehash === '' ? {} : { filehash: change.filehash }),
			};
		case 'deleteFile':
			return { filesize: change.bytes };
		case 'moveFolder':
		case 'deleteFolder':
			return {
				...('from' in change ? { previous_fullpath: joinPath(targetFolder, change.from) } : {}),
				file_count: change.files,
				folder_count: change.folders - 1,
				files_size: change.bytes,
			};
		default:
			return {};
	}
}

const typeOf = (change: MirrorChange): MirrorChangeItem['type'] =>
	change.change === 'conflict' ? change.wanted : change.change.endsWith('Folder') ? 'folder' : 'file';

/** A change as a person reads it; `more` is what became of it. */
export function shownChange(
	change: MirrorChange,
	places: MirrorPlaces,
	status: MirrorStatus,
	more: Pick<MirrorChangeItem, 'blocked' | 'bytes_sent' | 'error'> = {},
): MirrorChangeItem {
	const { targetFolder } = places;
	return {
		change: change.change,
		type: typeOf(change),
		fullpath: change.path === '' ? shownPath(targetFolder) : joinPath(targetFolder, change.path),
		...detailsOf(change, places),
		reason: reasonOf(change),
		status: change.change === 'conflict' ? 'conflict' : status,
		...defined(more),
	};
}
