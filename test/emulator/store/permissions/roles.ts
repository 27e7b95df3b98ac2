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
const CODES = 'ls cd pv dl w ul mk ren rm ln h hr rmk rmka t trm p ps ss sren srm mls b br be mln';
export const permissionCodes: readonly string[] = CODES.split(' ');

/** A role: what it allows, as names of folder permissions and as codes of advanced permissions. */
interface Role {
	readonly id: number;
	readonly name: string;
	readonly names: readonly string[];
	readonly codes: PermissionCodes;
}

function role(id: number, name: string, names: readonly string[], codes: string): [id: number, role: Role] {
	return [id, { id, name, names, codes: Object.fromEntries(codes.split(' ').map((code) => [code, 1])) }];
}

/** assumed: every enterprise has these three roles, by id; the document lists none. */
export const roles: ReadonlyMap<number, Role> = new Map([
	role(1, 'Administrator', permissionNames, CODES),
	role(2, 'Editor', permissionNames.slice(0, 4), 'ls cd pv dl w ul mk ren h rmk rmka t ss'),
	role(3, 'Viewer', permissionNames.slice(0, 2), 'ls cd pv dl ss'),
]);

export function roleById(id: number, parameter: string): Role {
	const role = roles.get(id);
	if (!role) throw badParameter(parameter, `names the unknown role ${id}`);
	return role;
}
