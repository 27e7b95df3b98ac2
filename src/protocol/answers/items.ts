/* What items have that no answer of the contract has. */

/**
 * A record as it may really come: the document names its fields, but a field may be missing or of another type. What
 * makes items for people reads this, so that one unexpected field does not lose the rest.
 */
export type Unverified<T> = { readonly [K in keyof T]?: unknown };

/** What one member or department may do: in words, and by permission names, e.g. `file_preview` (document). */
type NamedPermissions = { readonly granted_names: readonly string[]; readonly granted: readonly string[] };

/** Items of Folder Permission: Get; without an ID for the member that was asked about. */
export type PermissionItem = NamedPermissions & { readonly member_id?: number };

/** Items of Folder Permission: Get Direct Permissions. */
export type DirectPermissions = NamedPermissions &
	(
		| { readonly type: 'member'; readonly member_id: number }
		| { readonly type: 'department'; readonly group_id: number }
	);

/** The column that names a member or department. */
export type SubjectCells = {
	member_id?: number | string;
	account?: string;
	out_id?: string;
	group_id?: number | string;
	group_out_id?: string;
};

/** Items of Permission: Get Table. `L` is how lists are written: as texts with commas, or as lists if wanted. */
export type PermissionTableRow<L = string> = {
	/** "/" is the root. */
	fullpath: string;
	/** Only an enterprise is told names and roles. */
	name?: string;
	role?: string;
	granted_names: L;
	source: 'direct' | 'inherited' | 'library_role' | 'department' | 'unknown';
	source_fullpath?: string;
	/** The department through which a member has them. */
	source_department?: string;
	inherit?: boolean;
	type: 'member' | 'department';
	granted: L;
	denied: L;
} & SubjectCells & {
		source_group_id?: number | string;
		role_id?: number;
		hash?: string;
		/** What the row said when it was read: by it Apply Table recognizes what was edited. */
		as_read: string;
	};

/** Items of copies by library authorization: what was asked for, besides what the service answers. */
export type CopiedItem = {
	from_fullpath: string;
	/** Null where the copy was made and cannot be found, as `warning` says; absent while nobody knows. */
	fullpath?: string | null;
	/** The path that was asked for, while the task waits in the queue. */
	requested?: string;
	/** True when the task was waited for. */
	completed?: true;
	/** What became of a name that was taken. */
	skipped?: true;
	renamed?: true;
	replaced?: true;
	warning?: string;
	error?: string;
	queue_id?: string;
	hash?: string | null;
};

/** Items of what is placed by one request: where it is now, as far as that is known, and where it was. */
export type PlacedItem = {
	/** Absent where a name was taken and nothing was done. */
	success?: true;
	fullpath?: string;
	hash?: string;
	/** The path that was asked for. */
	requested: string;
	from_fullpath: string;
	/** What became of a name that was taken. */
	skipped?: true;
	renamed?: true;
	replaced?: true;
	/** The library of a person that it is in, and the one that it was in. */
	mount_id?: number;
	from_mount_id?: number;
};

/** Items of Create of a folder: the new one, or the one that has its name. */
export type CreatedFolder = {
	fullpath?: string;
	success?: true;
	/** The path that was asked for, where the folder has another one or nobody knows. */
	requested?: string;
	renamed?: true;
	skipped?: true;
	hash?: string;
};

/** Items of Restore; `fullpath` and `hash` are null where it was restored and cannot be found, as `warning` says. */
export type RestoredItem = {
	success: true;
	requested: string;
	fullpath: string | null;
	warning?: string;
	hash?: string | null;
};

/** The entry of a change: where it is, who changed it last and when, and how large it is. */
export type ChangedEntry = {
	filename?: string;
	fullpath?: string;
	/** ISO time. */
	modified?: string;
	/** Name; absent where the service does not know it. */
	modified_by?: string;
	type?: 'file' | 'folder';
	/** Bytes; 0 for folders. */
	filesize?: number;
};

/** Items of the File Library Trigger: what happened, to which entry, when and by whom. Signed links are left out. */
export type FeedChangeItem = {
	/**
	 * `incomplete`: more changes in one millisecond than the feed can show, or more files and folders in watched
	 * folders than are remembered; `message` says how many and what to do, `fullpath` the folder with which they came.
	 */
	event: ('created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed' | 'arrived' | 'left') | 'incomplete';
} & ChangedEntry & {
		/** How a file arrived or left, and where it was; absent where the service does not tell. */
		how?: 'created' | 'moved' | 'restored' | 'deleted';
		from_fullpath?: string;
		/** What is special: hidden changes, too much in watched folders, a failed download, a change dated ahead. */
		message?: string;
		hash?: string;
		/** SHA1 of the content; absent for folders. */
		filehash?: string;
	};

/** Items of the File Library Activity Trigger, with the same columns for both logs. */
export type ActivityItem = {
	/** One of the events; `other` for a code that the document does not know, `unreadable` for a log that fails. */
	event: string;
	/** ISO time; the logs have full seconds. */
	date?: string;
	/** Of the member or administrator; absent for visitors of links. */
	member_name?: string;
	fullpath?: string;
	/** Absent where the list of libraries does not have it. */
	org_name?: string;
	type?: 'file' | 'folder';
	/** Bytes. */
	filesize?: number;
	/** What the log says of it; why a log cannot be read. */
	content: string;
	/** In the management log. */
	ip?: string;
	member_id?: number;
	org_id?: number;
	hash?: string;
};

/** How far a viewer is: page numbers, or seconds of playback. */
type Extent = { current: number; total: number };

/** Items of the File Library Preview Trigger. */
export type ViewerEventItem = {
	event: 'page' | 'progress';
	/** Null for a visitor without a signed link. */
	viewer: string | null;
	filename: string;
	/** ISO time by the clock of the viewer. */
	date: string;
	fullpath: string;
	page?: Extent;
	progress?: Extent;
	/** Whether the last page or the end was reached. */
	finished: boolean;
	/** ISO time by the clock of n8n. */
	received_at: string;
	hash: string;
	/** One for each time the page is loaded. */
	load_id: string;
};
