import type { PermissionCodes } from '../library/permissionTypes';
import { permissionNames } from './roles';

/*
 * assumed: classic and advanced permissions are two views of the same settings, because the document describes both as
 * the permissions of a folder. A setting of one kind replaces that of the other for the same member or department.
 */

/** assumed: the codes that each name stands for; the first one tells whether the name is shown. */
const codesByName: Readonly<Record<(typeof permissionNames)[number], readonly [string, ...string[]]>> = {
	file_preview: ['pv', 'ls', 'cd', 'ss'],
	file_read: ['dl'],
	file_upload: ['ul', 'mk'],
	file_write: ['w', 'ren'],
	file_delete: ['rm'],
	file_link: ['ln'],
};

/** The names that codes show. */
export const namesOf = (codes: PermissionCodes): string[] =>
	permissionNames.filter((name) => codes[codesByName[name][0]] === 1);

/** A setting by names as codes: what it does not name is denied. */
export const codesByNames = (names: readonly string[]): PermissionCodes =>
	Object.fromEntries(
		permissionNames.flatMap((name) => codesByName[name].map((code) => [code, names.includes(name) ? 1 : -1])),
	);
