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

/** The enterprise's library with this org_id or mount_id; throws 40401. */
export function enterpriseLibrary(
	world: World,
	entId: number,
	p: { org_id?: number | undefined; mount_id?: number | undefined },
): Library {
	const found = librariesOf(world, entId).find(({ profile }) =>
		p.org_id !== undefined ? profile.orgId === p.org_id : profile.mountId === p.mount_id,
	);
	if (!found)
		throw new ServiceFailure(codes.libraryUnknown, `library ${p.org_id ?? p.mount_id ?? ''} does not exist`);
	return found;
}
