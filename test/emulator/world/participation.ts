import { codes, ServiceFailure } from '../http/errors';
import type { World } from './world';
import type { Directory } from '../store/enterprise/directory';
import type { Library } from '../store/library/library';
import { roleIdsIn } from '../store/permissions/folderPermissions';

/** The libraries of an enterprise by org_id. */
export function librariesOf(world: World, entId: number): Library[] {
	return [...world.libraries.values()]
		.filter(({ profile }) => profile.entId === entId)
		.sort((a, b) => a.profile.orgId - b.profile.orgId);
}

/** True when the member is in the library: by itself, as its owner, or through a department (assumed). */
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
