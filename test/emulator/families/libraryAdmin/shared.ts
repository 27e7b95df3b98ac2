import { codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import type { Kind } from '../../http/parameters';
import { int, list, optional } from '../../http/parameters';
import { storagePoints } from '../../store/enterprise/enterprise';
import type { Library } from '../../store/library/library';
import { enterpriseLibrary } from '../../world/participation';
import { roleById } from '../../store/permissions/roles';
import type { World } from '../../world/world';
import type { EnterpriseCaller } from '../../auth/clientCaller';
import { operationFor } from '../operation';

/** Makes an operation of the library administration. */
export const operation = operationFor<EnterpriseCaller>();

/** doc: org_id or mount_id. */
export const libraryRef = { org_id: optional(int(0)), mount_id: optional(int(0)) };
export const oneLibrary = [['org_id', 'mount_id']] as const;

/** doc: ids separated by commas. */
export const ids = list(',', int(1));

/** A role that exists; throws 40003. */
export const role: Kind<number> = (raw, name) => roleById(int(0)(raw, name), name).id;

/** fact 6.4: 0 lets the members of a department keep their own role. */
export const groupRole: Kind<number> = (raw, name) => (raw === '0' ? 0 : role(raw, name));

/** fact table: 40051 for a storage point that does not exist. */
export const storagePoint: Kind<string> = (raw) => {
	if (!storagePoints.some((known) => known === raw))
		throw new ServiceFailure(codes.noStoragePoint, `storage point '${raw}' does not exist`);
	return raw;
};

/** The library a call means; throws 40401, for libraries of other enterprises too. */
export function referred(
	world: World,
	caller: Pick<EnterpriseCaller, 'enterprise'>,
	p: { org_id?: number | undefined; mount_id?: number | undefined },
): Library {
	return enterpriseLibrary(world, caller.enterprise.id, p);
}

/** assumed: the owner is not removed and keeps the role until set_owner names another (40310). */
export function refuseOwner(library: Library, memberIds: readonly number[]): void {
	const { ownerId } = library.profile;
	if (ownerId && memberIds.includes(ownerId))
		throw new ServiceFailure(codes.noPermission, `member ${ownerId} owns the library`);
}

/** doc: library of search and list. */
export function libraryEntry(library: Library): Record<string, Json> {
	const { profile } = library;
	return {
		org_id: profile.orgId,
		org_name: profile.name,
		org_logo_url: profile.logoUrl,
		size_org_total: profile.capacity,
		size_org_use: library.size,
		mount_id: profile.mountId,
		owner_id: profile.ownerId,
	};
}

/** doc: information adds the counts of what is not deleted. */
export function libraryInfo(library: Library): Record<string, Json> {
	const { files = 0, folders = 0 } = library.tree.root.children ?? {};
	return { ...libraryEntry(library), file_count: files, dir_count: folders };
}
