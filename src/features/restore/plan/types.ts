/* What the service tells of a library since a time. Times are Unix seconds: histories have no finer ones. */

/** A file or folder that was changed since the time, as the updates feed shows it now. */
export interface Row {
	/** Stable ID. */
	readonly hash: string;
	readonly dir: boolean;
	/** Where it is; where it was, if it was deleted. */
	readonly fullpath: string;
	/** SHA1 in lower case; empty for folders. */
	readonly filehash: string;
	readonly created?: number;
	/** When it was last modified, or deleted. */
	readonly modified?: number;
	/** Who did, with all names that the feed shows. */
	readonly who: readonly string[];
	readonly deleted: boolean;
	/** Whether it was deleted when the run began, or made by the service since: no limit counts that it goes again. */
	readonly wasDeleted: boolean;
	/** A change of it has failed in this run, or is made: it is left alone from then on. */
	readonly settled?: true;
}

/** A line of a history. */
export interface Line {
	/** Where it was then. A folder around it that was moved later does not change this. */
	readonly fullpath: string;
	readonly filehash: string;
	readonly filesize?: number;
	readonly seconds: number;
	/** Code of the operation (client facts 5.24). */
	readonly act?: number;
	/** Who did it, with all names that the history shows. */
	readonly who: readonly string[];
}

/** All that is known. Grows while it is read, and follows what is done. */
export interface Facts {
	/** The last second that counts as before. */
	readonly until: number;
	/** Files in the folder when the run began; undefined where nothing was there. */
	files: number | undefined;
	/** What the feed hides. */
	readonly notes: string[];
	/** By ID. */
	readonly rows: Map<string, Row>;
	/** Histories by ID, oldest line first; absent for what was deleted, and for what is of no interest. */
	readonly lines: Map<string, readonly Line[]>;
	/** Paths of the entries of the recycle bin, by ID. */
	readonly bin: Map<string, string>;
	/** Their IDs by path, in lower case. */
	readonly binByPath: Map<string, string[]>;
	/** Histories of folders that were not changed since, by path, oldest line first; undefined where no folder is. */
	readonly folders: Map<string, readonly Line[] | undefined>;
	/** From which second on all folders are known that were changed before the time; absent where it was not needed. */
	olderSince?: number;
}

/** What is to be restored. */
export interface RestoreOrder {
	/** Full path of the folder; '' is the root of the library. */
	readonly folder: string;
	/** Whether changes by those who made this one are meant. */
	isMeant(row: Row): boolean;
	/** Whether an earlier run may have changed something that is meant: these names are its operator's. */
	mayBeOwn(row: Pick<Row, 'who'>): boolean;
	/** Whether a path inside the folder passes the patterns. */
	isNamed(path: string): boolean;
	readonly recyclesNew: boolean;
}

/** A folder by its path at the time of planning; `row` where it was changed since the time. The root is the path ''. */
export interface Folder {
	readonly now: string;
	readonly row?: Row;
}

/** A folder of the time; `missing`: it was deleted, and this was its path; undefined where nobody can tell. */
export type FolderThen = Folder | { readonly missing: string } | undefined;

/** Where something is to be. */
export interface Target {
	readonly folder: NonNullable<FolderThen>;
	readonly name: string;
}

/** One action of a plan. */
export interface RestoreChange {
	readonly action: 'restore_version' | 'recover' | 'move' | 'recycle' | 'keep';
	readonly row: Row;
	readonly reason: string;
	/** Its path at the time, as far as it is known. */
	readonly pathThen?: string;
	readonly version?: Line;
	/** When that version was made. */
	readonly versionAt?: number;
	readonly target?: Target;
	/** Of what is recovered: other entries that were deleted at its path, in any case. */
	readonly sharing?: readonly string[];
	/** Of what is recovered: the folder that it was in is missing, and the service makes another one. */
	readonly makesFolder?: true;
	/** Of what is recycled: the end of the name of a folder in which it goes. */
	readonly putBackAs?: string;
	/** A step in between, of which nobody wants to know: a name is made free. */
	readonly isParking?: true;
	/** What cannot be done, although it should be. */
	readonly isBlocked?: true;
}
