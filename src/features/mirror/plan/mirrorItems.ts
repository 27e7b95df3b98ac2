import type { ChangeItem } from '../../../protocol/plan/items';
import { defined } from '../../../protocol/wire/json';
import { joinPath, shownPath } from '../../../protocol/wire/paths';
import { counted } from '../../../protocol/wire/quoted';
import type { ConflictReason, KeepFile, MirrorChange } from './types';

/* Mirror as a person reads it. */

/** What is said about one change. */
type MirrorDescription = {
	readonly action: 'create' | 'add' | 'update' | 'move' | 'delete' | 'keep';
	readonly type: 'file' | 'folder';
	readonly reason: string;
	/** In the library of the target: where it is after the change, or what is deleted. */
	readonly fullpath: string;
	/** Of files that are added, updated or moved: where the source has the content. */
	readonly source_fullpath?: string;
	/** Of moves: where it was in the target. */
	readonly previous_fullpath?: string;
	/** With an Archive Folder, of what is replaced or deleted: where it is moved. */
	readonly archive_fullpath?: string;
	/** Bytes of the file, or of all files in a folder that is moved or deleted. */
	readonly filesize?: number;
	readonly filehash?: string;
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
	/** Where the run puts what it replaces or deletes; the recycle bin when absent. */
	readonly archiveFolder?: string | undefined;
	/** The library of the target, where it is one of a person. */
	readonly mountId?: number | undefined;
}

const CONFLICTS: Readonly<Record<ConflictReason, string>> = {
	deleteExtraOff: 'it stays, because Delete Extra is off',
	excluded: 'it stays, because the filters exclude it or something in it',
};

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
	if ('conflict' in change) return `the target has a ${other} of this name; ${CONFLICTS[change.conflict]}`;
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

/** What only some changes have. */
function detailsOf(change: MirrorChange, { sourceFolder, targetFolder }: MirrorPlaces): Partial<MirrorDescription> {
	const moved = 'from' in change ? { previous_fullpath: joinPath(targetFolder, change.from) } : {};
	if ('filehash' in change) {
		const { path, filesize, filehash } = change;
		const source_fullpath = joinPath(sourceFolder, path);
		return { source_fullpath, ...moved, ...defined({ filesize }), ...(filehash === '' ? {} : { filehash }) };
	}
	return 'files' in change ? { ...moved, filesize: change.bytes } : {};
}

/** Where the run puts what is replaced or deleted. */
const archivedAs = ({ action, path }: MirrorChange, { archiveFolder }: MirrorPlaces): string | undefined =>
	archiveFolder !== undefined && (action === 'update' || action === 'delete')
		? joinPath(archiveFolder, path)
		: undefined;

/** A change as a person reads it. */
export const describeMirror = (change: MirrorChange, places: MirrorPlaces): MirrorDescription => ({
	action: change.action,
	type: change.type,
	reason: reasonOf(change),
	fullpath: change.path === '' ? shownPath(places.targetFolder) : joinPath(places.targetFolder, change.path),
	...detailsOf(change, places),
	...defined({ archive_fullpath: archivedAs(change, places), mount_id: places.mountId }),
});
