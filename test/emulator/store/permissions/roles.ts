import { badParameter } from '../../http/errors';

/** doc: names of the library file permissions. */
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

/** doc: 1 grant, -1 deny, 0 no specific setting. */
export type Codes = Readonly<Record<string, number>>;

/** A role: what it allows in both vocabularies. */
export interface Role {
	readonly id: number;
	readonly name: string;
	readonly names: readonly string[];
	readonly codes: Codes;
}

function granted(codes: readonly string[]): Codes {
	return Object.fromEntries(codes.map((code) => [code, 1]));
}

/** assumed: the document lists no roles; these three stand for what an enterprise has. */
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
