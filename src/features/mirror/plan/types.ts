import type { ListedEntry } from '../../../protocol/tree/listedEntry';

/* What the planner of Mirror reads and writes. Paths are relative to the mirrored folders: no slashes around. */

/**
 * The content of a file that is to be at `path`, where the source has it: without a size it cannot be stored, and
 * without a SHA1 it has to be streamed.
 */
export type Content = Pick<ListedEntry, 'path' | 'filesize' | 'filehash'>;

/** What is taken away with a folder or a file. */
export interface Amount {
	/** Files in it; 1 for a file. */
	readonly files: number;
	/** Folders in it, itself included; 0 for a file. */
	readonly folders: number;
	readonly bytes: number;
}

/**
 * `path` is a folder that does not exist in the target; its parent does, or is created in an earlier stage. '' is the
 * target folder itself, which is created with the folders above it that are missing.
 */
interface CreateFolder {
	readonly action: 'create';
	readonly type: 'folder';
	readonly path: string;
}

/** A file that the target does not have, or has with another content. */
interface StoreFile extends Content {
	readonly action: 'add' | 'update';
	readonly type: 'file';
	/** The file that goes, where only the one that was read may be replaced. */
	readonly replaces?: ListedEntry;
}

/**
 * A file of the target that stays: somebody edited it, or may have, after the one of the source, or nobody knows
 * whether it differs.
 */
export interface KeepFile extends Content {
	readonly action: 'keep';
	readonly type: 'file';
	readonly because: 'targetNewer' | 'timesUnknown' | 'contentUnknown';
}

/**
 * A file of the target that is extra, and has the content of one that is missing there, or a name that differs from it
 * in case only. Nothing else is at `path`.
 */
interface MoveFile extends Content {
	readonly action: 'move';
	readonly type: 'file';
	readonly from: string;
}

/**
 * An extra folder of the target that equals one that is missing there, with all that is in it, or whose name differs
 * from it in case only.
 */
interface MoveFolder extends Amount {
	readonly action: 'move';
	readonly type: 'folder';
	readonly from: string;
	readonly path: string;
}

/** Goes to the recycle bin; by token it is not known where (C15). */
export interface DeleteEntry extends Amount {
	readonly action: 'delete';
	/** `folder`: the topmost extra one with everything in it, of which all is extra. */
	readonly type: 'file' | 'folder';
	readonly path: string;
	/** The source does not have it, or has a folder where this is a file or the reverse. */
	readonly reason: 'notInSource' | 'otherKind';
	/** What goes away with it as it was read, itself first; paths as those of changes. */
	readonly contents: readonly ListedEntry[];
}

/**
 * Source and target have a file and a folder of one name, and nothing is done about it or below it, because deleting
 * extra entries is off, or the filter excludes what the target has there, or something below it: what would be made if
 * the target had nothing there.
 */
export type Conflict = { readonly path: string; readonly conflict: 'deleteExtraOff' | 'excluded' } & (
	{ readonly action: 'create'; readonly type: 'folder' } | { readonly action: 'add'; readonly type: 'file' }
);

/** One change, and one request (a file whose content the service does not know is uploaded). */
export type MirrorChange = CreateFolder | StoreFile | MoveFile | MoveFolder | DeleteEntry | Conflict | KeepFile;

/** What can be carried out: conflicts and what is kept are only reported. */
export type MirrorAction = Exclude<MirrorChange, Conflict | KeepFile>;

/** How a move is made with one request: to any path, or keeping either its name or its folder (by token). */
export type MoveReach = 'anyPath' | 'folderOrName';

/** What is compared, and how. */
export interface MirrorInput {
	/**
	 * Everything in the source folder (with a depth limit: everything down to it), in any order. Entries that the
	 * filter excludes belong to it: the target's entry of the same path is not extra then.
	 */
	readonly source: readonly ListedEntry[];
	/**
	 * Everything in the target folder, in any order; empty where it does not exist. With a depth limit and
	 * `deleteExtra`, one level more than it, so that what is too deep keeps the folder that it is in.
	 */
	readonly target: readonly ListedEntry[];
	/** Whether there is a target folder; if not, creating it is the first change. */
	readonly targetExists: boolean;
	/** The filter, depth included, without the archive and what is in it. */
	readonly wants: (entry: ListedEntry) => boolean;
	/** Entries of the target that are neither deleted nor moved: the folders around the archive. Default: none. */
	readonly mustStay?: (entry: ListedEntry) => boolean;
	/** Whether to delete, or move into the archive, what only the target has. */
	readonly deleteExtra: boolean;
	/** Whether a file that is newer in the target stays. Default: it is replaced. */
	readonly keepsNewer?: boolean;
	/** Whether names that differ only in case are one name to the service. Default: it tells them apart. */
	readonly ignoresCase?: boolean;
	readonly moves: MoveReach;
}

/** What a plan leaves out, and what it is measured by. */
export interface MirrorCounts {
	/** Files that are the same on both sides already. */
	readonly unchanged: number;
	/** Of those: files whose SHA1 the service does not show on one of the sides; only their size was compared. */
	readonly sizeOnly: number;
	/** Files of the source that are not wanted, whatever the reason. */
	readonly excluded: number;
	/** Files and empty folders of the target that the filter does not exclude: what the limits are shares of. */
	readonly existing: number;
	/** Of those: what is deleted. */
	readonly deleted: number;
}

/** The changes that make the target equal to the source. */
export interface MirrorPlan {
	/**
	 * To be made one stage after the other; inside a stage in any order, or at the same time. First names that differ
	 * in case only are made equal, a stage for each level. Then what is of the other kind is deleted. Then folders are
	 * created, the target folder first, a stage for each level. Then files and folders are moved, added and updated. At
	 * last what is left and extra is deleted. No stage is empty.
	 */
	readonly stages: ReadonlyArray<readonly MirrorAction[]>;
	readonly conflicts: readonly Conflict[];
	readonly kept: readonly KeepFile[];
	readonly counts: MirrorCounts;
}
