import { codes, ServiceFailure } from '../http/errors';
import type { Directory } from '../store/enterprise/directory';
import type { Library } from '../store/library/library';
import { roleIdsIn } from '../store/permissions/folderPermissions';
import type { World } from './world';

/** The libraries of an enterprise, ordered by org_id. */
export function librariesOf(world: World, entId: number): Library[] {
	return [...world.libraries.values()]
		.filter(({ profile }) => profile.entId === entId)
		.sort((a, b) => a.profile.orgId - b.profile.orgId);
}

/** Whether a member is in a library: directly, as its owner or, assumed, through a department. */
export function takesPart(library: Library, memberId: number, directory: Directory): boolean {
	return library.profile.ownerId === memberId || roleIdsIn(library, memberId, directory).length > 0;
}

/** How a request names a library. fact 6.9: a client also uses an id of its own. */
export interface LibraryRef {
	readonly org_id?: number | undefined;
	readonly mount_id?: number | undefined;
	readonly out_id?: string | undefined;
}

/** The enterprise's library with this org_id, mount_id or, if neither is there, out_id; throws 40401. */
export function enterpriseLibrary(
	world: World,
	entId: number,
	{ org_id: orgId, mount_id: mountId, out_id: outId }: LibraryRef,
): Library {
	const found = librariesOf(world, entId).find(({ profile }) => {
		if (orgId !== undefined) return profile.orgId === orgId;
		return mountId !== undefined ? profile.mountId === mountId : profile.outId === outId;
	});
	if (!found)
		throw new ServiceFailure(codes.libraryUnknown, `library ${orgId ?? mountId ?? outId ?? ''} does not exist`);
	return found;
}
