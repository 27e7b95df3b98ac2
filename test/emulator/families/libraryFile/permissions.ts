import { badParameter } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, filled, flag, int, jsonObject, list, optional, path, required } from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import { detailsOf } from '../../store/library/entry';
import { effectivePermissions, permissionsOf, resetPermissions } from '../../store/permissions/folderPermissions';
import { permissionNames } from '../../store/permissions/roles';
import { operation } from '../operation';
import { operator } from './shared';

export const setPermissionInherit = operation({
	params: { fullpath: required(path), inherit: required(flag) },
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		detailsOf(folder).inherit = p.inherit;
		library.touch(folder); // doc: permission changes update the operation time
		return {};
	},
});

/** An object of ids as JSON keys. */
function byId(settings: ReadonlyMap<number, readonly string[]>): Record<string, Json> {
	return Object.fromEntries([...settings].map(([id, names]) => [String(id), names]));
}

export const getAllPermission = operation({
	params: { fullpath: required(path) },
	handle: ({ library, p }) => {
		// doc: only what is set on this folder itself. fact 5.16: empty maps are {}.
		const own = library.tree.getFolder(p.fullpath, 'fullpath').details?.permissions;
		return { members: byId(own?.members ?? new Map()), groups: byId(own?.groups ?? new Map()) };
	},
});

function names(value: unknown): string[] {
	const known = Array.isArray(value) ? permissionNames.filter((name) => value.includes(name)) : [];
	if (!Array.isArray(value) || known.length !== new Set(value).size)
		throw badParameter('permissions', `lists something else than ${permissionNames.join(', ')}`);
	return known;
}

/** The id a key of `permissions` stands for; fact 6.6: with is_out the keys are external ids. */
function idOf(directory: Directory, key: string, isGroup: boolean, isOut: boolean): number {
	if (isOut) return (isGroup ? directory.groupByOutId(key) : directory.memberByOutId(key)).id;
	const id = int(1)(key, 'permissions');
	return (isGroup ? directory.groupById(id) : directory.memberById(id)).id;
}

export const filePermission = operation({
	params: {
		fullpath: required(path),
		permissions: required(jsonObject),
		is_group: defaulted(flag, false),
		is_out: defaulted(flag, false),
		...operator, // fact 6.6: clients send these
	},
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		const settings = Object.entries(p.permissions).map(
			([key, value]) => [idOf(library.directory, key, p.is_group, p.is_out), names(value)] as const,
		);
		const own = permissionsOf(folder);
		// assumed: ids that are not named keep what they have.
		for (const [id, allowed] of settings) (p.is_group ? own.groups : own.members).set(id, allowed);
		library.touch(folder);
		return {};
	},
});

export const resetPermission = operation({
	params: {
		fullpath: required(path),
		members: optional(list(',', int(1))),
		groups: optional(list(',', int(1))),
		clear: defaulted(flag, false),
	},
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		// ambiguity G19: assumed that one of them must be there.
		if (!p.members && !p.groups) throw badParameter('members', 'is missing; give members or groups');
		resetPermissions(
			folder,
			{ members: p.members ?? [], groups: p.groups ?? [], clear: p.clear },
			library.directory,
		);
		library.touch(folder);
		return {};
	},
});

export const getPermission = operation({
	params: {
		fullpath: required(path),
		member_id: optional(int(0)),
		out_id: optional(filled),
		account: optional(filled),
	},
	atMostOne: [['member_id', 'out_id', 'account']],
	handle: ({ library, p }) => {
		const { directory } = library;
		const entry = library.tree.get(p.fullpath);
		if (p.member_id !== undefined)
			return effectivePermissions(library, entry, directory.memberById(p.member_id).id, directory);
		if (p.out_id !== undefined)
			return effectivePermissions(library, entry, directory.memberByOutId(p.out_id).id, directory);
		if (p.account !== undefined)
			return effectivePermissions(library, entry, directory.memberByAccount(p.account).id, directory);
		const all = [...directory.members.keys()].map(
			(id) => [id, effectivePermissions(library, entry, id, directory)] as const,
		);
		return { members: byId(new Map(all.filter(([, allowed]) => allowed.length > 0))) };
	},
});
