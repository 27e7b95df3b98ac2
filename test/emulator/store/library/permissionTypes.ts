/** doc: permissions set on one folder, by member id and by department id; an empty list denies everything. */
export interface FolderPermissions {
	readonly members: Map<number, readonly string[]>;
	readonly groups: Map<number, readonly string[]>;
}

/** doc: advanced permission codes; 1 grants, -1 denies, 0 sets nothing. */
export type PermissionCodes = Readonly<Record<string, number>>;

/** doc: a role, or with role id 0 single codes. */
export interface AdvancedSetting {
	readonly roleId: number;
	readonly codes: PermissionCodes;
}

/** doc: advanced permissions set on one file or folder, by member id and by department id. */
export interface AdvancedPermissions {
	readonly members: Map<number, AdvancedSetting>;
	readonly groups: Map<number, AdvancedSetting>;
}
