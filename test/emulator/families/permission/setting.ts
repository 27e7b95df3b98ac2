import { badParameter } from '../../http/errors';
import { isObject } from '../../http/json';
import {
	entryPath,
	filled,
	flag,
	int,
	jsonObject,
	type Kind,
	list,
	optional,
	path,
	required,
} from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import type { PermissionSetting } from '../../store/library/entry';
import { permissionCodes, roles } from '../../store/permissions/roles';
import {
	deletePermissions,
	dropPermissions,
	groupCodes,
	memberCodes,
	setInherit,
	setPermissions,
	type Subjects,
} from '../../store/permissions/settings';
import { libraryOperation } from '../operation';
import { memberRef, oneMember, referredMember } from '../references';

/* The JSON objects that advanced permission operations take. */

/** Lists of ids by their names in the object, not looked up yet. */
type Ids = Record<string, unknown>;

const GROUP_LISTS = ['group_ids', 'group_out_ids'];
const MEMBER_LISTS = ['member_ids', 'accounts', 'out_ids'];

function items<T extends string | number>(value: unknown, name: string, type: 'string' | 'number'): T[] {
	const hasType = (each: unknown): each is T => typeof each === type;
	if (!Array.isArray(value) || !value.every(hasType)) throw badParameter(name, `is not an array of ${type}s`);
	return value;
}

/** assumed (H02): at most one list of departments and one of members, at least one in all. */
function checkLists(ids: Ids, parameter: string): void {
	const known = [...GROUP_LISTS, ...MEMBER_LISTS];
	const unknown = Object.keys(ids).find((name) => !known.includes(name) && name !== 'permission');
	if (unknown) throw badParameter(parameter, `has the unknown member '${unknown}'`);
	for (const alternatives of [GROUP_LISTS, MEMBER_LISTS]) {
		const [first, second] = alternatives.filter((name) => name in ids);
		if (second) throw badParameter(parameter, `has both '${first}' and '${second}'`);
	}
	if (!known.some((name) => name in ids))
		throw badParameter(parameter, `contains no ids; send one of ${known.join(', ')}`);
}

/** doc: group_ids or group_out_ids; one of member_ids, accounts, out_ids. assumed: unknown ids are 40406 and 40407. */
function subjectsOf(directory: Directory, ids: Ids, parameter: string): Subjects {
	checkLists(ids, parameter);
	const listed = <T extends string | number>(name: string, type: 'string' | 'number'): T[] =>
		items<T>(ids[name] ?? [], `${parameter}.${name}`, type);
	const groups = [
		...listed<number>('group_ids', 'number').map((id) => directory.groupById(id)),
		...listed<string>('group_out_ids', 'string').map((id) => directory.groupByOutId(id)),
	];
	const members = [
		...listed<number>('member_ids', 'number').map((id) => directory.memberById(id)),
		...listed<string>('accounts', 'string').map((account) => directory.memberByAccount(account)),
		...listed<string>('out_ids', 'string').map((id) => directory.memberByOutId(id)),
	];
	return { groups: groups.map(({ id }) => id), members: members.map(({ id }) => id) };
}

function readSetting(value: Record<string, unknown>, parameter: string): PermissionSetting {
	const roleId = value.role_id ?? 0;
	if (typeof roleId !== 'number' || !Number.isInteger(roleId))
		throw badParameter(parameter, 'needs an integer role_id');
	if (roleId !== 0 && !roles.has(roleId)) throw badParameter(parameter, `names the unknown role ${roleId}`);
	const codes: Record<string, number> = {};
	for (const [code, status] of Object.entries(value)) {
		if (code === 'role_id') continue;
		if (!permissionCodes.includes(code)) throw badParameter(parameter, `has the unknown code '${code}'`);
		if (status !== 1 && status !== 0 && status !== -1)
			throw badParameter(parameter, `sets '${code}' to a value other than 1, 0, -1`);
		codes[code] = status;
	}
	return { roleId, codes };
}

/** The `permissions` object: the subjects, and the permission to set. */
const permissionsObject: Kind<{ ids: Ids; setting: PermissionSetting }> = (raw, name) => {
	const ids = jsonObject(raw, name);
	if (!isObject(ids.permission)) throw badParameter(name, "has no object 'permission'");
	return { ids, setting: readSetting(ids.permission, name) };
};

/** The `ids` object: subjects only. */
const subjectsObject: Kind<Ids> = (raw, name) => {
	const ids = jsonObject(raw, name);
	if ('permission' in ids) throw badParameter(name, "must not contain 'permission'");
	return ids;
};

/** assumed (H08): exactly one of the three is required. assumed (H06): all codes are present, as 1, 0 or -1. */
export const getMemberPermission = libraryOperation('/m-open/2/file/get_member_permission', {
	params: { fullpath: required(path), ...memberRef },
	exactlyOne: oneMember,
	handle: ({ library, p }) => {
		const { directory } = library;
		const entry = library.tree.get(p.fullpath);
		return memberCodes(library, entry, referredMember(directory, p).id, directory);
	},
});

export const getGroupPermission = libraryOperation('/m-open/2/file/get_group_permission', {
	params: { fullpath: required(path), group_id: optional(int(0)), group_out_id: optional(filled) },
	exactlyOne: [['group_id', 'group_out_id']],
	handle: ({ library, p }) => {
		const { directory } = library;
		const group =
			p.group_out_id !== undefined
				? directory.groupByOutId(p.group_out_id)
				: directory.groupById(p.group_id ?? 0);
		return groupCodes(library, library.tree.get(p.fullpath), group.id);
	},
});

export const setPermission = libraryOperation('/m-open/2/file/set_permission', {
	params: { fullpath: required(path), permissions: required(permissionsObject) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		setPermissions(entry, subjectsOf(library.directory, p.permissions.ids, 'permissions'), p.permissions.setting);
		library.touch(entry);
		return {};
	},
});

export const setPermissionInherit = libraryOperation('/m-open/2/file/set_permission_inherit', {
	params: { fullpath: required(path), inherit: required(flag), keep: required(flag) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		setInherit(entry, p.inherit, p.keep);
		library.touch(entry);
		return {};
	},
});

export const batchSetPermission = libraryOperation('/m-open/2/file/batch_set_permission', {
	params: {
		fullpaths: required(list('|', entryPath)),
		type: required(flag),
		permissions: required(permissionsObject),
		inherit: optional(flag),
	},
	handle: ({ library, p }) => {
		const entries = p.fullpaths.map((each) => library.tree.get(each));
		const subjects = subjectsOf(library.directory, p.permissions.ids, 'permissions');
		for (const entry of entries) {
			// doc: type 1 sets and clears what was set before, 0 adds.
			if (p.type) dropPermissions(entry);
			// assumed (H04): without inherit it is unchanged. assumed: inherit 0 keeps no inherited settings.
			if (p.inherit !== undefined) setInherit(entry, p.inherit, p.inherit);
			setPermissions(entry, subjects, p.permissions.setting);
			library.touch(entry);
		}
		return {};
	},
});

export const delPermission = libraryOperation('/m-open/2/file/del_permission', {
	params: { fullpath: required(path), ids: required(subjectsObject) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		deletePermissions(entry, subjectsOf(library.directory, p.ids, 'ids'));
		library.touch(entry);
		return {};
	},
});
