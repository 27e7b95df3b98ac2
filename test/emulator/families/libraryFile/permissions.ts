import { badParameter } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, flag, int, jsonObject, list, optional, path, required } from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import { detailsOf } from '../../store/library/entry';
import { permissionNames } from '../../store/permissions/roles';
import { allowedNames, ownNames, permissionsOf, resetPermissions } from '../../store/permissions/settings';
import { libraryOperation } from '../operation';
import { memberRef, namesMember, oneMember, referredMember } from '../references';

/* doc: permission changes update the operation time. */

export const setPermissionInherit = libraryOperation('/m-open/1/file/set_permission_inherit', {
	params: { fullpath: required(path), inherit: required(flag) },
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		detailsOf(folder).inherit = p.inherit;
		library.touch(folder);
		return {};
	},
});

/** Permissions by id. fact 5.16: an empty map is {}. */
function byId(settings: ReadonlyMap<number, readonly string[]>): Record<string, Json> {
	return Object.fromEntries([...settings].map(([id, names]) => [String(id), names]));
}

/** doc: only what is set on this folder itself. */
export const getAllPermission = libraryOperation('/m-open/1/file/get_all_permission', {
	params: { fullpath: required(path) },
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		return { members: byId(ownNames(folder, 'members')), groups: byId(ownNames(folder, 'groups')) };
	},
});

function namesIn(value: unknown): string[] {
	const known = Array.isArray(value) ? permissionNames.filter((name) => value.includes(name)) : [];
	if (!Array.isArray(value) || known.length !== new Set(value).size)
		throw badParameter('permissions', `contains something other than ${permissionNames.join(', ')}`);
	return known;
}

function idOf(directory: Directory, key: string, isGroup: boolean): number {
	const id = int(1)(key, 'permissions');
	return (isGroup ? directory.groupById(id) : directory.memberById(id)).id;
}

export const filePermission = libraryOperation('/m-open/1/file/file_permission', {
	params: { fullpath: required(path), permissions: required(jsonObject), is_group: defaulted(flag, false) },
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		const settings = Object.entries(p.permissions).map(
			([key, value]) => [idOf(library.directory, key, p.is_group), namesIn(value)] as const,
		);
		const own = permissionsOf(folder);
		// assumed: ids that are not named keep their permissions.
		for (const [id, names] of settings) own[p.is_group ? 'groups' : 'members'].set(id, { names });
		library.touch(folder);
		return {};
	},
});

export const resetPermission = libraryOperation('/m-open/1/file/reset_permission', {
	params: {
		fullpath: required(path),
		members: optional(list(',', int(1))),
		groups: optional(list(',', int(1))),
		clear: defaulted(flag, false),
	},
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		// assumed (G19): one of them is required.
		if (!p.members && !p.groups) throw badParameter('members', 'is missing; send members or groups');
		const subjects = { members: p.members ?? [], groups: p.groups ?? [] };
		resetPermissions(folder, subjects, p.clear, library.directory);
		library.touch(folder);
		return {};
	},
});

/** doc: an array of names for one member, or an object with all members who have permissions. */
export const getPermission = libraryOperation('/m-open/1/file/get_permission', {
	params: { fullpath: required(path), ...memberRef },
	atMostOne: oneMember,
	handle: ({ library, p }) => {
		const { directory } = library;
		const entry = library.tree.get(p.fullpath);
		const allowed = (memberId: number): string[] => allowedNames(library, entry, memberId, directory);
		if (namesMember(p)) return allowed(referredMember(directory, p).id);
		const all = [...directory.members.keys()].map((id) => [id, allowed(id)] as const);
		return { members: byId(new Map(all.filter(([, names]) => names.length > 0))) };
	},
});
