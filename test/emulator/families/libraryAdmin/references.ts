import { codes, ServiceFailure } from '../../http/errors';
import { int, type Kind, list, optional } from '../../http/parameters';
import type { Enterprise } from '../../store/enterprise/enterprise';
import type { Library } from '../../store/library/library';
import { roleById } from '../../store/permissions/roles';
import { enterpriseLibrary, type LibraryRef } from '../../world/participation';
import type { World } from '../../world/world';

/* How requests name libraries, roles and members. */

/** doc: a library by org_id or mount_id. */
export const libraryRef = { org_id: optional(int(0)), mount_id: optional(int(0)) };
export const oneLibrary = [['org_id', 'mount_id']] as const;

/** doc: ids separated by commas. */
export const ids = list(',', int(1));

/** An existing role; throws 40003. */
export const role: Kind<number> = (raw, name) => roleById(int(0)(raw, name), name).id;

/** fact 6.4: with 0 the members of a department keep their own role. */
export const groupRole: Kind<number> = (raw, name) => (raw === '0' ? 0 : role(raw, name));

/** The part of a call that finds a library. */
interface LibraryCall {
	readonly world: World;
	readonly enterprise: Enterprise;
	readonly p: LibraryRef;
}

/** The library that a request names; throws 40401, for libraries of other enterprises too. */
export function referredLibrary({ world, enterprise, p }: LibraryCall): Library {
	return enterpriseLibrary(world, enterprise.id, p);
}

/** The library of an authorization. assumed: 40103 when it is unknown or belongs to another enterprise. */
export function authorizedLibrary(world: World, enterprise: Enterprise, orgClientId: string): Library {
	const found = world.authorizations.get(orgClientId);
	if (found?.library.profile.entId !== enterprise.id)
		throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`);
	return found.library;
}

/** assumed: the owner cannot be removed and keeps the role until set_owner names another one (40310). */
export function refuseOwner(library: Library, memberIds: readonly number[]): void {
	const { ownerId } = library.profile;
	if (ownerId && memberIds.includes(ownerId))
		throw new ServiceFailure(codes.noPermission, `member ${ownerId} owns the library`);
}
