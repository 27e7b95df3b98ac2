/**
 * Entries by the ID they were asked for. What was not found is missing or null (F06); PHP sends an empty map as `[]`
 * (I17, client facts 5.16).
 */
export type ById<E> = Readonly<Record<string, E | null>> | readonly never[];

/**
 * A record as it may really come: the document names its fields, but a field may be missing or of another type. What
 * makes items for people reads this, so that one unexpected field does not lose the rest.
 */
export type Unverified<T> = { readonly [K in keyof T]?: unknown };

/* Permissions on files and folders. */

/** One of the classic folder permissions, e.g. `file_preview` (document, Permission names). */
type PermissionName = string;

/** Permission names by the ID of a member or department. */
type PermissionNames = Readonly<Record<string, PermissionName[]>>;

/** The permissions that are set on a folder itself. */
export type FolderPermissions = { members: PermissionNames; groups: PermissionNames };

/** The permissions of one member as a bare list, or those of all members that have any (G18). */
export type MemberPermissions = PermissionName[] | { members: PermissionNames };

/** What one member or department may do: in words, and by permission names. */
type NamedPermissions = {
	readonly permission_names: readonly string[];
	readonly permissions: readonly PermissionName[];
};

/** Items of Folder Permission: Get; without an ID for the member that was asked about. */
export type PermissionItem = NamedPermissions & { readonly member_id?: number };

/** Items of Folder Permission: Get Direct Permissions. */
export type DirectPermissions = NamedPermissions &
	(
		| { readonly type: 'member'; readonly member_id: number }
		| { readonly type: 'department'; readonly group_id: number }
	);

/** Permission codes, e.g. `ls`, with their status: 1 granted, -1 denied, 0 not set; a missing code is not set (H06). */
export type PermissionStatus = Readonly<Record<string, number>>;

/** Items of Permission: Get Table. The lists are texts with commas where that was asked for. */
export type PermissionTableRow = {
	/** "/" is the root. */
	fullpath: string;
	/** Only an enterprise is told names and roles. */
	name?: string;
	/** The role in the library. */
	role?: string;
	granted_names: readonly string[] | string;
	granted: readonly string[] | string;
	denied: readonly string[] | string;
	source: 'direct' | 'inherited' | 'library_role' | 'department' | 'unknown';
	source_fullpath?: string;
	/** The department through which a member has them. */
	source_department?: string;
	source_group_id?: number | string;
	inherit?: boolean;
	type: 'member' | 'department';
	member_id?: number;
	account?: string;
	out_id?: string;
	group_id?: number;
	group_out_id?: string;
	role_id?: number;
	hash?: string;
	/** What the row said when it was read: by it Apply Table recognizes what was edited. */
	as_read: string;
};
