import type { ChangeItem } from '../plan/items';
import { defined } from '../wire/json';
import { joinPath } from '../wire/paths';
import type { Conflict, MirrorChange } from './types';

/* Mirror as a person reads it. */

/** What is said about one change. */
export type MirrorDescription = {
	readonly action: 'create' | 'add' | 'update' | 'move' | 'delete';
	readonly type: 'file' | 'folder';
	readonly reason: string;
	/** In the library of the target: where it is after the change, or what is deleted. */
	readonly fullpath: string;
	/** Of files that are added, updated or moved: where the source has the content. */
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
	/** The library of the target, where the node works with those of a person. */
	readonly mount_id?: number;
};

/** An item of Mirror for one change. */
export type MirrorChangeItem = ChangeItem<MirrorDescription> & {
	/** Bytes of content that were sent; 0 where the service had the content. */
	readonly bytes_sent?: number;
};

/** The two folders, as full paths; '' is a library root. */
export interface MirrorPlaces {
	readonly sourceFolder: string;
	readonly targetFolder: string;
	/** The library of the target, where it is one of a person. */
	readonly mountId?: number | undefined;
}

const CONFLICTS: Readonly<Record<Conflict['reason'], string>> = {
	deleteExtraOff: 'it stays, because Delete Extra is off',
	excluded: 'it stays, because the filters exclude it or something in it',
};
const OTHER = { file: 'folder', folder: 'file' } as const;

type Kind = Pick<MirrorDescription, 'action' | 'type'>;
const KINDS: Readonly<Record<Exclude<MirrorChange['change'], 'conflict'>, Kind>> = {
	createFolder: { action: 'create', type: 'folder' },
	addFile: { action: 'add', type: 'file' },
	updateFile: { action: 'update', type: 'file' },
	moveFile: { action: 'move', type: 'file' },
	moveFolder: { action: 'move', type: 'folder' },
	deleteFile: { action: 'delete', type: 'file' },
	deleteFolder: { action: 'delete', type: 'folder' },
};

/** What a change does, or would do if nothing were in its way. */
function kindOf(change: MirrorChange): Kind {
	if (change.change !== 'conflict') return KINDS[change.change];
	return KINDS[change.wanted === 'folder' ? 'createFolder' : 'addFile'];
}

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
		case 'deleteFolder':
			if (change.reason === 'notInSource') return 'not in the source';
			return `the source has a ${OTHER[KINDS[change.change].type]} of this name`;
		case 'conflict':
			return `the target has a ${OTHER[change.wanted]} of this name; ${CONFLICTS[change.reason]}`;
	}
}

/** A full path as inputs take it. */
export const shownPath = (fullpath: string): string => (fullpath === '' ? '/' : fullpath);

/** What only some changes have. */
function detailsOf(change: MirrorChange, { sourceFolder, targetFolder }: MirrorPlaces): Partial<MirrorDescription> {
	const moved = 'from' in change ? { previous_fullpath: joinPath(targetFolder, change.from) } : {};
	switch (change.change) {
		case 'addFile':
		case 'updateFile':
		case 'moveFile':
			return {
				source_fullpath: joinPath(sourceFolder, change.sourcePath),
				...moved,
				filesize: change.filesize,
				...(change.filehash === '' ? {} : { filehash: change.filehash }),
			};
		case 'deleteFile':
			return { filesize: change.bytes };
		case 'moveFolder':
		case 'deleteFolder':
			return {
				...moved,
				file_count: change.files,
				folder_count: change.folders - 1,
				files_size: change.bytes,
			};
		default:
			return {};
	}
}

/** A change as a person reads it. */
export const describeMirror = (change: MirrorChange, places: MirrorPlaces): MirrorDescription => ({
	...kindOf(change),
	reason: reasonOf(change),
	fullpath: change.path === '' ? shownPath(places.targetFolder) : joinPath(places.targetFolder, change.path),
	...detailsOf(change, places),
	...defined({ mount_id: places.mountId }),
});
