import type { Enterprise } from '../store/enterprise/enterprise';
import type { Member } from '../store/enterprise/people';
import { librariesOf } from './participation';
import type { World } from './world';

/**
 * Removes a member from the enterprise with all departments, library memberships and tokens.
 * assumed: libraries the member owned have no owner afterwards; the personal library is removed.
 */
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
