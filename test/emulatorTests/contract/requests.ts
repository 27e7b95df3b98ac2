import { md5, sha1, type Fields } from '../signing';

/* One valid request for every operation, by operationId; they are sent in this order. */

const company = { mount_id: 2101 };

/** Members, departments and the management log. */
const enterprise: ReadonlyArray<readonly [string, Fields]> = [
	['entGetMembers', {}],
	['entGetMember', { member_id: 101, show_groups: 1, show_orgs: 1 }],
	['entGetGroups', {}],
	['entGetGroupMembers', { group_path: 'Sales', show_child: 1, size: 5 }],
	['entGetRoles', {}],
	['entAddSyncGroup', { out_id: 'x-1', name: 'X', parent_out_id: 'd-sales', orderby: 3 }],
	[
		'entAddSyncMember',
		{
			out_id: 'x-m',
			member_name: 'X',
			account: 'x@example.com',
			expire: 1900000000,
			group_out_ids: 'x-1',
			leader_account: '',
		},
	],
	['entAddSyncGroupMember', { members: 'x-m,e-0001', group_out_id: 'x-1' }],
	['entDelSyncGroupMember', { members: 'x-m' }],
	['entDelSyncMemberGroup', { members: 'x-m' }],
	['entAddSyncAdmin', { out_id: 'x-m', type: 0 }],
	['entGetMemberByOutId', { out_ids: 'x-m,nobody' }],
	['entGetGroupByOutId', { out_ids: 'x-1' }],
	['entDelSyncGroup', { groups: 'x-1' }],
	['entDelSyncMember', { members: 'x-m' }],
	['entAddGroup', { group_name: 'Y', parent_group_path: 'Sales', state: 1 }],
	['entSetGroup', { group_path: 'Sales/Y', parent_group_path: '' }],
	[
		'entAddMember',
		{ account: 'y@example.com', password: 'initial', member_name: 'Y', group_path: 'Y', create_personal_org: 1 },
	],
	['entSetMember', { account: 'y@example.com', state: 0 }],
	['entAddGroupMember', { group_path: '', members: 'y@example.com' }],
	['entDelGroupMember', { group_path: 'Y', members: 'y@example.com' }],
	['entDelMemberGroup', { members: 'y@example.com' }],
	['entDelGroup', { groups: 'Y' }],
	['entDelMember', { members: 'y@example.com' }],
	['entLog', { size: 5, orderby: 'asc', type: 2 }],
];

/** Libraries and who takes part in them. */
const libraryAdmin: ReadonlyArray<readonly [string, Fields]> = [
	['orgSet', { org_id: 1101, org_capacity: '' }],
	['orgInfo', { mount_id: 2101 }],
	['orgSearch', { prefix: 'S' }],
	['orgInfoByMember', { member_id: 101 }],
	['orgInfoByMember', { account: 'member01' }],
	['orgSetByMember', { out_id: 'u-01', capacity: -1 }],
	['orgList', { type: 1, member_id: 101 }],
	['orgGetMembers', { org_id: 1101 }],
	['orgGetMember', { org_id: 1101, ids: 'e-0001,nobody', type: 'out_id' }],
	['orgAddMember', { org_id: 1101, member_ids: '1,2', role_id: 2 }],
	['orgSetMemberRole', { org_id: 1101, member_ids: '1', role_id: 3 }],
	['orgDelMember', { org_id: 1101, member_ids: '1,2' }],
	['orgSetOwner', { org_id: 1112, member_id: 101, role_id: '' }],
	['orgGetGroups', { org_id: 1101 }],
	['orgAddGroup', { org_id: 1112, group_id: 1, role_id: 3 }],
	['orgSetGroupRole', { org_id: 1112, group_id: 1, role_id: 0 }],
	['orgDelGroup', { org_id: 1112, group_id: 1 }],
];

/** A member's libraries and files. */
const user: ReadonlyArray<readonly [string, Fields]> = [
	['userLibraryList', {}],
	['userLibraryCreate', { name: 'Mine', ent_id: 3001 }],
	['userFileList', company],
	['userFileDownloadUrl', { ...company, fullpath: 'Read me.txt' }],
	['userFilePreviewUrl', { ...company, fullpath: 'Read me.txt', watermark: 1 }],
	['userFileInfo', { ...company, fullpath: '2026/Plan.txt' }],
	['userFileAttribute', { ...company, fullpath: '' }],
	['userFileCreateFolder', { ...company, fullpath: 'New' }],
	['userFileCreateFile', { ...company, fullpath: 'a.txt', filehash: sha1('a'), filesize: 1 }],
	['userFileUploadServer', { ...company, fullpath: 'a.txt' }],
	['userFileCopy', { ...company, fullpath: 'Read me.txt', target_fullpath: '', target_mount_id: 2201 }],
	['userFileMove', { ...company, fullpath: '2026/Plan.txt', target_fullpath: 'New' }],
	['userFileRename', { ...company, fullpath: 'New/Plan.txt', newname: 'Plan 2.txt' }],
	['userFavoriteAdd', { ...company, fullpath: 'New', fav_id: -1 }],
	['userFavoriteList', { fav_id: -1 }],
	['userFavoriteRemove', { ...company, fullpath: 'New', fav_id: -1 }],
	['userFileSearch', { keyword: 'plan', mount_id: 0, ext: '["txt"]', scope: '["filename"]' }],
	['userFileDelete', { ...company, fullpath: 'New' }],
];

/** A partner's enterprises. */
const partner: ReadonlyArray<readonly [string, Fields]> = [
	['partnerCreateEnt', { out_id: 'new', ent_name: 'New', account: 'admin@new.example.com', __setting_theme: 'dark' }],
	['partnerEntInfo', { out_id: 'new' }],
	['partnerEntList', { order: 'desc' }],
	['partnerOrder', { out_id: 'new', type: 'subscribe', member_count: 5, space: 10, month: 12 }],
	['partnerGetClientId', { out_id: 'new', title: 'n8n' }],
	['partnerEntSsoUrl', { out_id: 'new' }],
	[
		'partnerEntDailyStats',
		{
			out_id: 'customer-002',
			type: 'flow',
			start_date: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10),
		},
	],
	['partnerSetEntSetting', { out_id: 'new', max_link_flow: -1 }],
];

/** All requests, in the order in which they succeed. */
export const requests: ReadonlyArray<readonly [string, Fields]> = [
	['tokenIssue', { grant_type: 'password', username: 'zhang.wei@example.com', password: md5('demo-password') }],
	...enterprise,
	...libraryAdmin,
	...user,
	['orgLog', { org_id: 1101, act: '1,4' }],
	...partner,
];
