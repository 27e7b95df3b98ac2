import { codes, ServiceFailure } from '../http/errors';
import type { Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { effectivePermissions } from '../store/permissions/folderPermissions';
import type { permissionNames } from '../store/permissions/roles';
import { enterpriseLibrary, takesPart } from '../world/participation';
import type { World } from '../world/world';
import type { UserCaller } from './userCaller';

/** A folder permission. */
export type Permission = (typeof permissionNames)[number];

/** The part of a user's call that decides about access. */
export type Access = Pick<UserCaller, 'enterprise' | 'directory' | 'member'>;

/** A library that the member takes part in. fact, error codes: 40401 unless it exists, 40311 without permission. */
export function libraryFor(
	{ world, enterprise, directory, member }: Access & { world: World },
	mountId: number,
): Library {
	const library = enterpriseLibrary(world, enterprise.id, { mount_id: mountId });
	if (!takesPart(library, member.id, directory))
		throw new ServiceFailure(codes.noLibraryPermission, `no permission for the library ${mountId}`);
	return library;
}

/** Whether the member has a permission for an entry. assumed: owners of a library have all permissions. */
export function may({ directory, member }: Access, permission: Permission, library: Library, entry: Entry): boolean {
	if (library.profile.ownerId === member.id) return true;
	return effectivePermissions(library, entry, member.id, directory).includes(permission);
}

/** fact, error codes: 40310 without permission. assumed: which permission an operation needs. */
export function requirePermission(access: Access, permission: Permission, library: Library, entry: Entry): void {
	if (!may(access, permission, library, entry))
		throw new ServiceFailure(codes.noPermission, `${permission} is not allowed here`);
}
