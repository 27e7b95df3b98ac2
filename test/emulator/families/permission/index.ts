import { badParameter } from '../../http/errors';
import { isObject } from '../../http/json';
import type { Kind } from '../../http/parameters';
import { entryPath, filled, flag, int, jsonObject, list, optional, path, required } from '../../http/parameters';
import type { AdvancedSetting, Subjects } from '../../store/permissions/advancedPermissions';
import {
	deleteAdvanced,
	groupCodes,
	memberCodes,
	readSetting,
	setAdvanced,
	setInherit,
} from '../../store/permissions/advancedPermissions';
import type { Directory } from '../../store/enterprise/directory';
import { authorizeLibrary, libraryCommon } from '../../auth/libraryCaller';
import { family, operation } from '../operation';

type Ids = Record<string, unknown>;

const GROUP_LISTS = ['group_ids', 'group_out_ids'];
const MEMBER_LISTS = ['member_ids', 'accounts', 'out_ids'];

function items<T extends string | number>(value: unknown, name: string, type: 'string' | 'number'): T[] {
	const right = (each: unknown): each is T => typeof each === type;
	if (!Array.isArray(value) || !value.every(right)) throw badParameter(name, `is not an array of ${type}s`);
	return value;
}

/**
 * doc: either group_ids or group_out_ids, and one of member_ids, accounts, out_ids.
 * ambiguity H02: at most one of each set, at least one in all; unknown ids are 40406 and 40407 (assumed).
 */
function subjectsOf(directory: Directory, ids: Ids, parameter: string): Subjects {
	const known = [...GROUP_LISTS, ...MEMBER_LISTS];
	const strange = Object.keys(ids).find((name) => !known.includes(name) && name !== 'permission');
	if (strange) throw badParameter(parameter, `has the unknown member '${strange}'`);
	for (const set of [GROUP_LISTS, MEMBER_LISTS]) {
		const given = set.filter((name) => name in ids);
		if (given.length > 1) throw badParameter(parameter, `has both '${given[0]}' and '${given[1]}'`);
	}
	if (!known.some((name) => name in ids))
		throw badParameter(parameter, `names nobody; give one of ${known.join(', ')}`);
	const groups = [
		...items<number>(ids.group_ids ?? [], `${parameter}.group_ids`, 'number').map((id) => directory.groupById(id)),
		...items<string>(ids.group_out_ids ?? [], `${parameter}.group_out_ids`, 'string').map((id) =>
			directory.groupByOutId(id),
		),
	];
	const members = [
		...items<number>(ids.member_ids ?? [], `${parameter}.member_ids`, 'number').map((id) =>
			directory.memberById(id),
		),
		...items<string>(ids.accounts ?? [], `${parameter}.accounts`, 'string').map((account) =>
			directory.memberByAccount(account),
		),
		...items<string>(ids.out_ids ?? [], `${parameter}.out_ids`, 'string').map((id) => directory.memberByOutId(id)),
	];
	return { groups: groups.map(({ id }) => id), members: members.map(({ id }) => id) };
}

/** The permissions object: subjects and what they are given. */
const permissionsObject: Kind<{ ids: Ids; setting: AdvancedSetting }> = (raw, name) => {
	const ids = jsonObject(raw, name);
	if (!isObject(ids.permission)) throw badParameter(name, "has no object 'permission'");
	return { ids, setting: readSetting(ids.permission) };
};

const subjectsObject: Kind<Ids> = (raw, name) => {
	const ids = jsonObject(raw, name);
	if ('permission' in ids) throw badParameter(name, "must not have 'permission'");
	return ids;
};

const setPermission = operation({
	params: { fullpath: required(path), permissions: required(permissionsObject) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		setAdvanced(entry, subjectsOf(library.directory, p.permissions.ids, 'permissions'), p.permissions.setting);
		library.touch(entry);
		return {};
	},
});

const setPermissionInherit = operation({
	params: { fullpath: required(path), inherit: required(flag), keep: required(flag) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		setInherit(entry, p.inherit, p.keep);
		library.touch(entry);
		return {};
	},
});

const batchSetPermission = operation({
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
			// doc: type 1 sets and clears what was there, 0 adds.
			if (p.type && entry.details) entry.details.advanced = undefined;
			// ambiguity H04: without inherit it stays as it is. assumed: ending it here keeps nothing of the parents.
			if (p.inherit !== undefined) setInherit(entry, p.inherit, p.inherit);
			setAdvanced(entry, subjects, p.permissions.setting);
			library.touch(entry);
		}
		return {};
	},
});

const delPermission = operation({
	params: { fullpath: required(path), ids: required(subjectsObject) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		deleteAdvanced(entry, subjectsOf(library.directory, p.ids, 'ids'));
		library.touch(entry);
		return {};
	},
});

const getMemberPermission = operation({
	params: {
		fullpath: required(path),
		member_id: optional(int(0)),
		out_id: optional(filled),
		account: optional(filled),
	},
	exactlyOne: [['member_id', 'out_id', 'account']],
	handle: ({ library, p }) => {
		const { directory } = library;
		const entry = library.tree.get(p.fullpath);
		if (p.out_id !== undefined) return memberCodes(library, entry, directory.memberByOutId(p.out_id).id, directory);
		if (p.account !== undefined)
			return memberCodes(library, entry, directory.memberByAccount(p.account).id, directory);
		return memberCodes(library, entry, directory.memberById(p.member_id ?? 0).id, directory);
	},
});

const getGroupPermission = operation({
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

/** doc: advanced permissions. */
export const permission = family({
	prefix: '/m-open/2/file',
	authorize: authorizeLibrary,
	common: libraryCommon,
	operations: {
		set_permission: setPermission,
		set_permission_inherit: setPermissionInherit,
		batch_set_permission: batchSetPermission,
		del_permission: delPermission,
		get_member_permission: getMemberPermission,
		get_group_permission: getGroupPermission,
	},
});
