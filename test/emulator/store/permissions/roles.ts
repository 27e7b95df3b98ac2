import { badParameter } from '../../http/errors';
import type { PermissionCodes } from '../library/entry';

/** doc: names of the folder permissions. */
export const permissionNames = [
	'file_preview',
	'file_read',
	'file_upload',
	'file_write',
	'file_delete',
	'file_link',
] as const;

/** doc: codes of the advanced permissions. */
export const permissionCodes = [
	'ls',
	'cd',
	'pv',
	'dl',
	'w',
	'ul',
	'mk',
	'ren',
	'rm',
	'ln',
	'h',
	'hr',
	'rmk',
	'rmka',
	't',
	'trm',
	'p',
	'ps',
	'ss',
	'sren',
	'srm',
	'mls',
	'b',
	'br',
	'be',
	'mln',
] as const;

/** A role: what it allows, as names of folder permissions and as codes of advanced permissions. */
interface Role {
	readonly id: number;
	readonly name: string;
	readonly names: readonly string[];
	readonly codes: PermissionCodes;
}

function granted(codes: readonly string[]): PermissionCodes {
	return Object.fromEntries(codes.map((code) => [code, 1]));
}

/** assumed: every enterprise has these three roles, by id; the document lists none. */
export const roles: ReadonlyMap<number, Role> = new Map(
	[
		{ id: 1, name: 'Administrator', names: permissionNames, codes: granted(permissionCodes) },
		{
			id: 2,
			name: 'Editor',
			names: ['file_preview', 'file_read', 'file_upload', 'file_write'],
			codes: granted(['ls', 'cd', 'pv', 'dl', 'w', 'ul', 'mk', 'ren', 'h', 'rmk', 'rmka', 't', 'ss']),
		},
		{ id: 3, name: 'Viewer', names: ['file_preview', 'file_read'], codes: granted(['ls', 'cd', 'pv', 'dl', 'ss']) },
	].map((role) => [role.id, role]),
);

/** The role with this id; throws 40003. */
export function roleById(id: number, parameter: string): Role {
	const role = roles.get(id);
	if (!role) throw badParameter(parameter, `names the unknown role ${id}`);
	return role;
}
