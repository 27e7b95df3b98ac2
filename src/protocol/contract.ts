import type { ListAnswer, Numeric } from './wire/json';

/* Made of contract/openapi.yaml by npm run generate. */

/** Where each request goes, and how it is signed, by its operationId. */
export const CONTRACT = {
	signOnEntGrant: {
		route: 'GET /account/autologin/entgrant',
		credential: 'enterprise',
		signed: false,
		dateline: false,
		repeatable: false,
	},
	tokenIssue: { route: 'POST /m-api/oauth2/token2', credential: 'enterprise' },
	userLibraryList: { route: 'GET /m-api/1/account/mount', credential: 'token', dateline: true },
	userLibraryCreate: { route: 'POST /m-api/1/library/create', credential: 'token', dateline: true },
	userFileList: { route: 'GET /m-api/1/file/ls', credential: 'token' },
	userFileDownloadUrl: { route: 'GET /m-api/2/file/open', credential: 'token', shape: { uris: 'list' } },
	userFilePreviewUrl: { route: 'GET /m-api/2/file/preview_url', credential: 'token' },
	userFileInfo: { route: 'GET /m-api/2/file/info', credential: 'token' },
	userFileAttribute: { route: 'GET /m-api/2/file/attribute', credential: 'token', dateline: true },
	userFileCreateFolder: { route: 'POST /m-api/2/file/create_folder', credential: 'token', dateline: true },
	userFileCreateFile: {
		route: 'POST /m-api/2/file/create_file',
		credential: 'token',
		unsigned: ['filehash', 'filesize'],
	},
	userFileUploadServer: { route: 'GET /m-api/1/file/upload_server', credential: 'token' },
	userFileCopy: { route: 'POST /m-api/1/file/copy', credential: 'token', slow: true },
	userFileMove: { route: 'POST /m-api/1/file/move', credential: 'token', slow: true },
	userFileRename: { route: 'POST /m-api/1/file/rename', credential: 'token', slow: true },
	userFileDelete: { route: 'POST /m-api/1/file/del', credential: 'token', slow: true },
	userFavoriteAdd: { route: 'POST /m-api/1/favorites/add_file', credential: 'token', repeatable: true },
	userFavoriteRemove: { route: 'POST /m-api/1/favorites/del_file', credential: 'token', repeatable: true },
	userFavoriteList: { route: 'GET /m-api/1/favorites/get_files', credential: 'token' },
	userFileSearch: { route: 'GET /m-api/2/file/search', credential: 'token' },
	webUploadUser: { route: 'POST /2/web_upload', credential: 'token', signed: false },
	webUploadLibrary: { route: 'POST /2/web_upload', credential: 'org', signed: false, dateline: false },
	uploadInitUser: { route: 'POST /upload_init', credential: 'uploadSession', signed: false, dateline: false },
	uploadInitLibrary: { route: 'POST /upload_init', credential: 'uploadSession', signed: false, dateline: false },
	uploadPart: {
		route: 'PUT /upload_part',
		credential: 'uploadSession',
		signed: false,
		dateline: false,
		repeatable: true,
	},
	uploadQuery: {
		route: 'POST /upload_req',
		credential: 'uploadSession',
		signed: false,
		dateline: false,
		repeatable: true,
	},
	uploadFinish: {
		route: 'POST /upload_finish',
		credential: 'uploadSession',
		signed: false,
		dateline: false,
		repeatable: true,
	},
	uploadAbort: {
		route: 'POST /upload_abort',
		credential: 'uploadSession',
		signed: false,
		dateline: false,
		repeatable: true,
	},
	orgCreate: { route: 'POST /m-open/1/org/create', credential: 'enterprise' },
	orgSet: { route: 'POST /m-open/1/org/set', credential: 'enterprise', repeatable: true },
	orgInfo: { route: 'POST /m-open/1/org/info', credential: 'enterprise' },
	orgSearch: { route: 'POST /m-open/1/org/search', credential: 'enterprise' },
	orgInfoByMember: { route: 'POST /m-open/1/org/info_by_member', credential: 'enterprise' },
	orgSetByMember: { route: 'POST /m-open/1/org/set_by_member', credential: 'enterprise', repeatable: true },
	orgList: { route: 'POST /m-open/1/org/ls', credential: 'enterprise' },
	orgBind: { route: 'POST /m-open/1/org/bind', credential: 'enterprise', repeatable: true },
	orgUnbind: { route: 'POST /m-open/1/org/unbind', credential: 'enterprise', repeatable: true },
	orgGetMembers: { route: 'POST /m-open/1/org/get_members', credential: 'enterprise' },
	orgGetMember: { route: 'POST /m-open/1/org/get_member', credential: 'enterprise', shape: { '': 'map' } },
	orgSetOwner: { route: 'POST /m-open/1/org/set_owner', credential: 'enterprise', slow: true, repeatable: true },
	orgAddMember: { route: 'POST /m-open/1/org/add_member', credential: 'enterprise', slow: true, repeatable: true },
	orgSetMemberRole: {
		route: 'POST /m-open/1/org/set_member_role',
		credential: 'enterprise',
		slow: true,
		repeatable: true,
	},
	orgDelMember: { route: 'POST /m-open/1/org/del_member', credential: 'enterprise', slow: true, repeatable: true },
	orgGetGroups: { route: 'POST /m-open/1/org/get_groups', credential: 'enterprise' },
	orgAddGroup: { route: 'POST /m-open/1/org/add_group', credential: 'enterprise', slow: true, repeatable: true },
	orgDelGroup: { route: 'POST /m-open/1/org/del_group', credential: 'enterprise', slow: true, repeatable: true },
	orgSetGroupRole: {
		route: 'POST /m-open/1/org/set_group_role',
		credential: 'enterprise',
		slow: true,
		repeatable: true,
	},
	orgDestroy: { route: 'POST /m-open/1/org/destroy', credential: 'enterprise', slow: true },
	orgLog: { route: 'POST /m-open/1/org/log', credential: 'enterprise' },
	libraryFileList: { route: 'POST /m-open/1/file/ls', credential: 'org' },
	libraryFileUpdates: { route: 'POST /m-open/1/file/updates', credential: 'org' },
	libraryFileUpdatesCount: { route: 'POST /m-open/1/file/updates_count', credential: 'org' },
	libraryFileDownloadUrl: { route: 'POST /m-open/1/file/download_url', credential: 'org', shape: { urls: 'list' } },
	libraryFilePreviewUrl: { route: 'POST /m-open/1/file/preview_url', credential: 'org' },
	libraryFilePreviewUrlAnnotated: { route: 'POST /m-open/1/file/preview_url', credential: 'org' },
	libraryFileCeditUrl: { route: 'POST /m-open/1/file/cedit_url', credential: 'org' },
	libraryFileInfo: { route: 'POST /m-open/1/file/info', credential: 'org' },
	libraryFileSearch: { route: 'POST /m-open/1/file/search', credential: 'org' },
	libraryFileCreateFolder: { route: 'POST /m-open/1/file/create_folder', credential: 'org' },
	libraryFileCreateFile: {
		route: 'POST /m-open/1/file/create_file',
		credential: 'org',
		unsigned: ['filehash', 'filesize'],
	},
	libraryFileUploadServers: {
		route: 'POST /m-open/1/file/upload_servers',
		credential: 'org',
		shape: { 'm-upload': 'list' },
	},
	libraryFileCopy: { route: 'POST /m-open/1/file/copy', credential: 'org', slow: true },
	libraryFileCopyMany: { route: 'POST /m-open/1/file/mcopy', credential: 'org', slow: true },
	libraryFileMove: { route: 'POST /m-open/1/file/move', credential: 'org', slow: true },
	libraryFileDelete: { route: 'POST /m-open/1/file/del', credential: 'org', slow: true },
	libraryFileDeleteCompletely: { route: 'POST /m-open/1/file/del_completely', credential: 'org', slow: true },
	libraryFileRecycleList: { route: 'POST /m-open/1/file/recycle', credential: 'org' },
	libraryFileRecover: { route: 'POST /m-open/1/file/recover', credential: 'org', slow: true },
	libraryFileHistory: { route: 'POST /m-open/1/file/history', credential: 'org' },
	libraryFileLink: { route: 'POST /m-open/1/file/link', credential: 'org' },
	libraryFileLinkClose: { route: 'POST /m-open/1/file/link_close', credential: 'org', repeatable: true },
	libraryFileLinks: { route: 'POST /m-open/1/file/links', credential: 'org' },
	libraryFileSetPermissionInherit: {
		route: 'POST /m-open/1/file/set_permission_inherit',
		credential: 'org',
		slow: true,
		repeatable: true,
	},
	libraryFileGetAllPermission: {
		route: 'POST /m-open/1/file/get_all_permission',
		credential: 'org',
		shape: { '': 'map', members: 'map', 'members{}': 'list', groups: 'map', 'groups{}': 'list' },
	},
	libraryFileSetPermission: {
		route: 'POST /m-open/1/file/file_permission',
		credential: 'org',
		slow: true,
		repeatable: true,
	},
	libraryFileResetPermission: {
		route: 'POST /m-open/1/file/reset_permission',
		credential: 'org',
		slow: true,
		repeatable: true,
	},
	libraryFileGetPermission: {
		route: 'POST /m-open/1/file/get_permission',
		credential: 'org',
		shape: { '': 'list', members: 'map', 'members{}': 'list' },
	},
	libraryFileAddTag: { route: 'POST /m-open/1/file/add_tag', credential: 'org', repeatable: true },
	libraryFileDeleteTag: { route: 'POST /m-open/1/file/del_tag', credential: 'org', repeatable: true },
	libraryFileSetMetadata: { route: 'POST /m-open/1/file/set_metadata', credential: 'org', repeatable: true },
	libraryFileDeleteMetadata: { route: 'POST /m-open/1/file/del_metadata', credential: 'org', repeatable: true },
	libraryFileStat: { route: 'POST /m-open/1/file/stat', credential: 'org' },
	libraryFileQueueStatus: { route: 'POST /m-open/1/file/queue_status', credential: 'org' },
	permissionSet: { route: 'POST /m-open/2/file/set_permission', credential: 'org', slow: true, repeatable: true },
	permissionSetInherit: {
		route: 'POST /m-open/2/file/set_permission_inherit',
		credential: 'org',
		slow: true,
		repeatable: true,
	},
	permissionBatchSet: {
		route: 'POST /m-open/2/file/batch_set_permission',
		credential: 'org',
		slow: true,
		repeatable: true,
	},
	permissionDelete: { route: 'POST /m-open/2/file/del_permission', credential: 'org', slow: true, repeatable: true },
	permissionGetMember: {
		route: 'POST /m-open/2/file/get_member_permission',
		credential: 'org',
		shape: { '': 'map' },
	},
	permissionGetGroup: { route: 'POST /m-open/2/file/get_group_permission', credential: 'org', shape: { '': 'map' } },
	entAddSyncMember: { route: 'POST /m-open/1/ent/add_sync_member', credential: 'enterprise', repeatable: true },
	entDelSyncMember: {
		route: 'POST /m-open/1/ent/del_sync_member',
		credential: 'enterprise',
		slow: true,
		repeatable: true,
	},
	entAddSyncGroup: { route: 'POST /m-open/1/ent/add_sync_group', credential: 'enterprise', repeatable: true },
	entDelSyncGroup: {
		route: 'POST /m-open/1/ent/del_sync_group',
		credential: 'enterprise',
		slow: true,
		repeatable: true,
	},
	entAddSyncGroupMember: {
		route: 'POST /m-open/1/ent/add_sync_group_member',
		credential: 'enterprise',
		repeatable: true,
	},
	entDelSyncGroupMember: {
		route: 'POST /m-open/1/ent/del_sync_group_member',
		credential: 'enterprise',
		repeatable: true,
	},
	entDelSyncMemberGroup: {
		route: 'POST /m-open/1/ent/del_sync_member_group',
		credential: 'enterprise',
		repeatable: true,
	},
	entGetMemberByOutId: {
		route: 'POST /m-open/1/ent/get_member_by_out_id',
		credential: 'enterprise',
		shape: { '': 'map' },
	},
	entGetGroupByOutId: {
		route: 'POST /m-open/1/ent/get_group_by_out_id',
		credential: 'enterprise',
		shape: { '': 'map' },
	},
	entAddSyncAdmin: { route: 'POST /m-open/1/ent/add_sync_admin', credential: 'enterprise', repeatable: true },
	entAddMember: { route: 'POST /m-open/1/ent/add_member', credential: 'enterprise' },
	entSetMember: { route: 'POST /m-open/1/ent/set_member', credential: 'enterprise', repeatable: true },
	entDelMember: { route: 'POST /m-open/1/ent/del_member', credential: 'enterprise', slow: true, repeatable: true },
	entAddGroup: { route: 'POST /m-open/1/ent/add_group', credential: 'enterprise' },
	entSetGroup: { route: 'POST /m-open/1/ent/set_group', credential: 'enterprise', slow: true, repeatable: true },
	entDelGroup: { route: 'POST /m-open/1/ent/del_group', credential: 'enterprise', slow: true, repeatable: true },
	entAddGroupMember: { route: 'POST /m-open/1/ent/add_group_member', credential: 'enterprise', repeatable: true },
	entDelGroupMember: { route: 'POST /m-open/1/ent/del_group_member', credential: 'enterprise', repeatable: true },
	entDelMemberGroup: { route: 'POST /m-open/1/ent/del_member_group', credential: 'enterprise', repeatable: true },
	entGetMembers: { route: 'POST /m-open/1/ent/get_members', credential: 'enterprise' },
	entGetMember: {
		route: 'POST /m-open/1/ent/get_member',
		credential: 'enterprise',
		shape: { groups: 'list', orgs: 'list', 'orgs[].roles': 'map' },
	},
	entGetGroups: { route: 'POST /m-open/1/ent/get_groups', credential: 'enterprise' },
	entGetGroupMembers: { route: 'POST /m-open/1/ent/get_group_members', credential: 'enterprise' },
	entGetRoles: { route: 'POST /m-open/1/ent/get_roles', credential: 'enterprise' },
	entLog: { route: 'POST /m-open/1/ent/log', credential: 'enterprise' },
	partnerCreateEnt: { route: 'POST /m-api/1/thirdparty/create_ent', credential: 'partner' },
	partnerEntInfo: { route: 'POST /m-api/1/thirdparty/ent_info', credential: 'partner' },
	partnerEntList: { route: 'POST /m-api/1/thirdparty/ent_list', credential: 'partner' },
	partnerOrder: { route: 'POST /m-api/1/thirdparty/order', credential: 'partner' },
	partnerGetClientId: { route: 'POST /m-api/1/thirdparty/get_client_id', credential: 'partner' },
	partnerEntSsoUrl: { route: 'POST /m-api/1/thirdparty/ent_sso_url', credential: 'partner' },
	partnerEntDailyStats: { route: 'POST /m-api/1/thirdparty/ent_daily_stats', credential: 'partner' },
	partnerSetEntSetting: {
		route: 'POST /m-api/1/thirdparty/set_ent_setting',
		credential: 'partner',
		repeatable: true,
	},
} as const;

export type SignOnKey = { svckey: string };

export type TokenResponse = {
	access_token: string;
	/** Lifetime in seconds (seconds). */
	expires_in: Numeric;
	refresh_token: string;
};

export type LibraryUser = {
	ent_id: Numeric;
	org_id: Numeric;
	mount_id: Numeric;
	org_name: string;
	org_logo_url: string;
	org_type: Numeric;
	member_count: Numeric;
	owner_member_id: Numeric;
	/** Capacity (bytes). */
	size_org_total: Numeric;
	/** Used (bytes). */
	size_org_use: Numeric;
	storage_point: string;
	storage_ethernet: Numeric;
	/** When it was added (client facts 5.21) (seconds). */
	add_dateline?: Numeric;
};

export type FileEntryUser = {
	hash: string;
	mount_id: Numeric;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size (bytes). */
	filesize: Numeric;
	create_member_id: string | Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_id: string | Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
	thumbnail?: string;
	lock: Numeric;
};

export type DownloadUrlUser = {
	hash: string;
	filehash: string;
	/** Size (bytes). */
	filesize: Numeric;
	lock: Numeric;
	uris: string[];
};

export type FileEntryUserInfo = {
	hash: string;
	mount_id: Numeric;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size (bytes). */
	filesize: Numeric;
	create_member_id: string | Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_id: string | Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
	thumbnail?: string;
	lock: Numeric;
	preview?: string;
	property?: FileProperty | string | null;
};

export type FileProperty = { tag?: string; op_name?: string; inherit?: Numeric; permission?: unknown };

export type UploadTicket = { state: Numeric; hash: string; fullpath: string; server?: string | string[] };

export type FavoriteEntry = {
	hash: string;
	mount_id: Numeric;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size (bytes). */
	filesize: Numeric;
	create_member_id: string | Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_id: string | Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
};

export type WebUploadResult = {
	hash: string;
	/** Size (bytes). */
	filesize: Numeric;
	fullpath: string;
};

export type LibraryAdminInfo = {
	org_id: Numeric;
	org_name: string;
	org_logo_url: string;
	/** Capacity; -1 unlimited (bytes). */
	size_org_total: Numeric;
	/** Used (bytes). */
	size_org_use: Numeric;
	mount_id: Numeric;
	file_count: Numeric;
	dir_count: Numeric;
	owner_id: Numeric;
};

export type LibraryAdmin = {
	org_id: Numeric;
	org_name: string;
	org_logo_url: string;
	/** Capacity; -1 unlimited (bytes). */
	size_org_total: Numeric;
	/** Used (bytes). */
	size_org_use: Numeric;
	mount_id: Numeric;
	owner_id: Numeric;
};

export type LibraryPersonalInfo = {
	org_id?: Numeric;
	org_name?: string;
	org_logo_url?: string;
	/** Capacity; -1 unlimited (bytes). */
	size_org_total: Numeric;
	/** Used (bytes). */
	size_org_use?: Numeric;
	mount_id?: Numeric;
	file_count?: Numeric;
	dir_count?: Numeric;
};

export type LibraryMember = {
	member_id: Numeric;
	out_id: string;
	account: string;
	member_name: string;
	member_email: string;
	state: Numeric;
	role_id: Numeric;
};

export type LibraryDepartment = { id: Numeric; name: string; role_id: Numeric };

export type LibraryLogEntry = {
	hash: string;
	dir: Numeric;
	act: LibraryLogAct;
	filehash: string;
	/** Size (bytes). */
	filesize: Numeric;
	fullpath: string;
	member_id: Numeric;
	/** When (seconds). */
	dateline: Numeric;
	act_name: string;
	member_name: string;
	display_name: string;
	member_account: string;
};

export type LibraryLogAct = Numeric;

export type FileEntryLibraryList = {
	hash: string;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size; 0 for folders (bytes). */
	filesize: Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
	property?: FileProperty | string | null;
};

export type UpdatesEntry = {
	hash: string;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size; 0 for folders (bytes). */
	filesize: Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
	cmd?: Numeric;
};

export type FileInfoLibrary = {
	hash: string;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash?: string;
	/** Size; 0 for folders (bytes). */
	filesize: Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
	uri?: string;
	preview?: string;
	thumbnail?: string;
	tag?: string;
	file_count?: Numeric;
	folder_count?: Numeric;
	/** Size of the files inside (attribute=1) (bytes). */
	files_size?: Numeric;
	property?: FileProperty | string | null;
};

export type FileInfoLibraryBasic = {
	hash: string;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size; 0 for folders (bytes). */
	filesize: Numeric;
};

export type CopyResult = { hash?: string; fullpath?: string; queue_id?: string | Numeric };

export type FileEntryLibrary = {
	hash: string;
	dir: Numeric;
	fullpath: string;
	filename: string;
	filehash: string;
	/** Size; 0 for folders (bytes). */
	filesize: Numeric;
	create_member_name: string | null;
	/** Creation time (seconds). */
	create_dateline: Numeric;
	last_member_name: string | null;
	/** Last modification time (seconds). */
	last_dateline: Numeric;
};

export type HistoryEntry = {
	hid: string;
	act: Numeric;
	act_name: string;
	dir: Numeric;
	hash: string;
	fullpath: string;
	filehash: string;
	/** Size (bytes). */
	filesize: Numeric;
	member_id: Numeric;
	member_name: string | null;
	/** When (seconds). */
	dateline: Numeric;
	property: unknown;
};

export type ExternalLinkEntry = {
	filename: string;
	/** Size (bytes). */
	filesize: Numeric;
	link: string;
	/** Expiry; -1 is permanent (seconds). */
	deadline: Numeric;
	password: Numeric | boolean;
	code?: string;
	fullpath?: string;
	auth?: string;
	permission?: string;
};

export type PermissionResponse = { members: PermissionMap; groups: PermissionMap };

export type PermissionMap = Readonly<Record<string, PermissionName[]>>;

export type PermissionName = string;

export type PermissionResponseMembers = { members: PermissionMap };

export type LibraryStatistics = {
	org_id: Numeric;
	org_name: string;
	mount_id: Numeric;
	/** Capacity (bytes). */
	capacity: Numeric;
	/** Used (bytes). */
	size: Numeric;
	/** Used by the recycle bin (bytes). */
	size_recycle: Numeric;
	count_file: Numeric;
	storage_point: string;
};

export type QueueItem = {
	status: Numeric;
	fullpath: string;
	/** Added (seconds). */
	add_dateline: Numeric;
	/** Started (seconds). */
	start_dateline: Numeric;
	/** Finished (seconds). */
	finish_dateline: Numeric;
};

export type PermissionValues = Readonly<Record<string, Numeric>>;

export type EnterpriseMemberBrief = {
	member_id: Numeric;
	account: string;
	member_name: string;
	member_email: string;
	member_phone: string;
	member_title: string;
	state: Numeric;
	/** Expiry of a temporary account; absent when there is none (seconds). */
	expire?: Numeric;
};

export type EnterpriseDepartmentByOutId = { group_id: Numeric; name: string; out_id: string; parent_id: Numeric };

export type EnterpriseMember = {
	member_id: Numeric;
	out_id: string;
	account: string;
	member_name: string;
	member_email: string;
	member_phone: string;
	member_title: string;
	state: Numeric;
	/** Expiry of a temporary account; absent when there is none (seconds). */
	expire?: Numeric;
};

export type EnterpriseMemberDetail = {
	member_id: Numeric;
	out_id: string;
	account: string;
	member_name: string;
	member_email: string;
	member_phone: string;
	member_title: string;
	state: Numeric;
	/** Expiry of a temporary account; absent when there is none (seconds). */
	expire?: Numeric;
	groups?: Array<{ id: Numeric; name: string; group_code: string; out_id: string }>;
	orgs?: Array<{
		id: Numeric;
		name: string;
		type: Numeric;
		owner: string;
		owner_id: Numeric;
		member_count: Numeric;
		/** Capacity; -1 unlimited (bytes). */
		size_total: Numeric;
		/** Used (bytes). */
		size_used: Numeric;
		mount_id: Numeric;
		roles?: Readonly<Record<string, string>>;
	}>;
};

export type EnterpriseDepartment = { id: Numeric; name: string; out_id: string; parent_id: Numeric };

export type Role = { id: Numeric; name: string };

export type ManagementLogEntry = {
	type: ManagementLogType;
	admin: string;
	content: string;
	ip: string;
	/** When (seconds). */
	dateline: Numeric;
};

export type ManagementLogType = Numeric;

export type EnterprisePartnerView = {
	id: Numeric;
	name: string;
	trial: Numeric;
	/** End time (seconds). */
	end_dateline: Numeric;
	member_limit: Numeric;
	member_count: Numeric;
	/** Space (bytes). */
	space: Numeric;
	/** Used (bytes). */
	size: Numeric;
};

export type EnterprisePartnerListEntry = {
	id: Numeric;
	name: string;
	out_id: string;
	trial: Numeric;
	/** End time (seconds). */
	end_dateline: Numeric;
	member_limit: Numeric;
	member_count: Numeric;
	/** Space (bytes). */
	space: Numeric;
	/** Used (bytes). */
	size: Numeric;
	account?: string;
};

export type DailyStatEntry = {
	date: string;
	/** Regular downloads (bytes). */
	download: Numeric;
	/** Downloads by external link (bytes). */
	link: Numeric;
	/** Previews (bytes). */
	preview: Numeric;
};

/** What each operation answers with status 200; those that are missing here answer nothing that is shown. */
export interface Answers {
	signOnEntGrant: SignOnKey;
	tokenIssue: TokenResponse;
	userLibraryList: ListAnswer<LibraryUser>;
	userLibraryCreate: { org_id: Numeric; mount_id: Numeric; storage_point: string };
	userFileList: ListAnswer<FileEntryUser>;
	userFileDownloadUrl: DownloadUrlUser;
	userFilePreviewUrl: { url: string };
	userFileInfo: FileEntryUserInfo;
	userFileAttribute: { file_count: Numeric; folder_count: Numeric };
	userFileCreateFile: UploadTicket;
	userFileUploadServer: { server: string };
	userFavoriteList: ListAnswer<FavoriteEntry>;
	userFileSearch: ListAnswer<FileEntryUser>;
	webUploadUser: WebUploadResult;
	webUploadLibrary: WebUploadResult;
	uploadInitUser: { session: string };
	uploadInitLibrary: { session: string };
	uploadQuery: Numeric;
	orgCreate: { org_id: Numeric; mount_id: Numeric };
	orgInfo: { info: LibraryAdminInfo };
	orgSearch: ListAnswer<LibraryAdmin>;
	orgInfoByMember: { info: LibraryPersonalInfo };
	orgList: ListAnswer<LibraryAdmin>;
	orgBind: { org_client_id: string; org_client_secret: string };
	orgGetMembers: ListAnswer<LibraryMember>;
	orgGetMember: Readonly<Record<string, LibraryMember | null>>;
	orgGetGroups: ListAnswer<LibraryDepartment>;
	orgLog: ListAnswer<LibraryLogEntry>;
	libraryFileList: ListAnswer<FileEntryLibraryList>;
	libraryFileUpdates: ListAnswer<UpdatesEntry>;
	libraryFileUpdatesCount: { count: Numeric };
	libraryFileDownloadUrl: { urls: string[] };
	libraryFilePreviewUrl: { url: string; thumbnail?: string };
	libraryFilePreviewUrlAnnotated: { url: string; thumbnail?: string };
	libraryFileCeditUrl: { url: string };
	libraryFileInfo: FileInfoLibrary | FileInfoLibraryBasic;
	libraryFileSearch: ListAnswer<FileEntryLibraryList>;
	libraryFileCreateFolder: { hash: string; fullpath: string };
	libraryFileCreateFile: UploadTicket;
	libraryFileUploadServers: { 'm-upload': string[]; key: string };
	libraryFileCopy: CopyResult;
	libraryFileCopyMany: CopyResult[];
	libraryFileRecycleList: ListAnswer<FileEntryLibrary>;
	libraryFileHistory: ListAnswer<HistoryEntry>;
	libraryFileLink: { link: string; code: string };
	libraryFileLinks: ListAnswer<ExternalLinkEntry>;
	libraryFileGetAllPermission: PermissionResponse;
	libraryFileGetPermission: PermissionName[] | PermissionResponseMembers;
	libraryFileStat: LibraryStatistics;
	libraryFileQueueStatus: QueueItem;
	permissionGetMember: PermissionValues;
	permissionGetGroup: PermissionValues;
	entAddSyncMember: { member_id: Numeric; state: Numeric };
	entGetMemberByOutId: Readonly<Record<string, EnterpriseMemberBrief | null>>;
	entGetGroupByOutId: Readonly<Record<string, EnterpriseDepartmentByOutId | null>>;
	entAddMember: { member_id: Numeric; state: Numeric };
	entSetMember: { member_id: Numeric; state: Numeric };
	entAddGroup: { group_id: Numeric };
	entGetMembers: ListAnswer<EnterpriseMember>;
	entGetMember: EnterpriseMemberDetail;
	entGetGroups: ListAnswer<EnterpriseDepartment>;
	entGetGroupMembers: ListAnswer<EnterpriseMember>;
	entGetRoles: ListAnswer<Role>;
	entLog: ListAnswer<ManagementLogEntry>;
	partnerCreateEnt: {
		id: Numeric;
		/** End of the trial (seconds). */
		end_dateline: Numeric;
		account?: string;
		password?: string;
	};
	partnerEntInfo: EnterprisePartnerView;
	partnerEntList: ListAnswer<EnterprisePartnerListEntry>;
	partnerGetClientId: { client_id: string; client_secret: string };
	partnerEntSsoUrl: { url: string };
	partnerEntDailyStats: ListAnswer<DailyStatEntry>;
}

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The operations of which the document shows no answer but the status. */
export const CONFIRMED = namesIn(`
	userFileCreateFolder userFileCopy userFileMove userFileRename userFileDelete userFavoriteAdd userFavoriteRemove
	orgSet orgSetByMember orgUnbind orgSetOwner orgAddMember orgSetMemberRole orgDelMember orgAddGroup orgDelGroup
	orgSetGroupRole orgDestroy libraryFileMove libraryFileDelete libraryFileDeleteCompletely libraryFileRecover
	libraryFileLinkClose libraryFileSetPermissionInherit libraryFileSetPermission libraryFileResetPermission
	libraryFileAddTag libraryFileDeleteTag libraryFileSetMetadata libraryFileDeleteMetadata permissionSet
	permissionSetInherit permissionBatchSet permissionDelete entDelSyncMember entAddSyncGroup entDelSyncGroup
	entAddSyncGroupMember entDelSyncGroupMember entDelSyncMemberGroup entAddSyncAdmin entDelMember entSetGroup
	entDelGroup entAddGroupMember entDelGroupMember entDelMemberGroup partnerOrder partnerSetEntSetting
`);
/** The names of the fields of answers that are numbers. */
export const NUMBERS = namesIn(`
	act add_dateline capacity cmd count count_file create_dateline dateline deadline dir dir_count download end_dateline
	ent_id expire expires_in file_count files_size filesize finish_dateline folder_count group_id id inherit
	last_dateline link lock member_count member_id member_limit mount_id org_id org_type owner_id owner_member_id
	parent_id preview role_id size size_org_total size_org_use size_recycle size_total size_used space start_dateline
	state status storage_ethernet trial type
`);
/** The names of the fields of answers that are texts, even where they look like numbers. */
export const TEXTS = namesIn(`
	access_token account act_name admin client_id client_secret code content create_member_id create_member_name date
	display_name filehash filename fullpath group_code hash hid ip key last_member_id last_member_name member_account
	member_email member_name member_phone member_title name op_name org_client_id org_client_secret org_logo_url
	org_name out_id owner queue_id refresh_token server session storage_point svckey tag thumbnail uri url
`);
