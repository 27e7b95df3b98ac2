import { codes, ServiceFailure } from '../http/errors';
import type { Directory, Member } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import type { Library, LibraryOrder } from '../store/library/library';
import { roleIdsIn } from '../store/permissions/settings';
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

export type LibraryRef = { readonly [id in 'org_id' | 'mount_id']?: number | undefined };

/** The enterprise's library with this org_id or mount_id; throws 40401. */
export function enterpriseLibrary(
	world: World,
	entId: number,
	{ org_id: orgId, mount_id: mountId }: LibraryRef,
): Library {
	const found = librariesOf(world, entId).find(({ profile }) =>
		orgId !== undefined ? profile.orgId === orgId : profile.mountId === mountId,
	);
	if (!found) throw new ServiceFailure(codes.libraryUnknown, `library ${orgId ?? mountId ?? ''} does not exist`);
	return found;
}

/** With departments and tokens. assumed: libraries the member owned have no owner then; the personal one is removed. */
export function removeMember(world: World, enterprise: Enterprise, member: Member): void {
	const { directory } = enterprise;
	directory.members.delete(member.id);
	directory.topLevel.delete(member.id);
	for (const group of directory.groups.values()) group.memberIds.delete(member.id);
	for (const other of directory.members.values()) if (other.leaderId === member.id) other.leaderId = 0;
	for (const library of librariesOf(world, enterprise.id)) {
		library.profile.members.delete(member.id);
		if (library.profile.ownerId === member.id) library.profile.ownerId = 0;
		if (library.profile.personalOf === member.id) world.removeLibrary(library);
	}
	world.tokens.revoke(enterprise, member.id);
}

/** The personal library of a member, if it is initialized. */
export function personalLibrary(world: World, enterprise: Enterprise, member: Member): Library | undefined {
	for (const library of world.libraries.values()) {
		if (library.profile.entId === enterprise.id && library.profile.personalOf === member.id) return library;
	}
	return undefined;
}

/** Ids of a new library, where it does not get the next ones. */
type LibraryIds = Pick<LibraryOrder, 'orgId' | 'mountId'>;

/** assumed: create_personal_org or the first sign-on initializes it; the member is owner and Administrator. */
export function ensurePersonal(world: World, enterprise: Enterprise, member: Member, ids: LibraryIds = {}): Library {
	const existing = personalLibrary(world, enterprise, member);
	if (existing) return existing;
	return world.addLibrary({
		...ids,
		// assumed: the name of a personal library.
		name: `Personal files of ${member.account}`,
		capacity: member.personalCapacity,
		members: new Map([[member.id, 1]]),
		ownerId: member.id,
		personalOf: member.id,
		entId: enterprise.id,
	});
}
