import type { Json } from '../../http/json';
import type { Member } from '../../store/enterprise/directory';
import type { Enterprise } from '../../store/enterprise/enterprise';
import { librariesOf, takesPart } from '../../world/participation';
import { roleIdsIn } from '../../store/permissions/folderPermissions';
import { roles } from '../../store/permissions/roles';
import type { World } from '../../world/world';

/** doc, show_orgs: the libraries a member takes part in; `roles` is left out when the member is the owner. */
export function memberOrgs(world: World, enterprise: Enterprise, member: Member): Json {
	return librariesOf(world, enterprise.id)
		.filter((library) => takesPart(library, member.id, enterprise.directory))
		.map((library) => {
			const { profile } = library;
			const named = roleIdsIn(library, member.id, enterprise.directory).map(
				(id) => [String(id), roles.get(id)?.name ?? ''] as const,
			);
			return {
				id: profile.orgId,
				name: profile.name,
				type: profile.personalOf ? 20 : 0,
				owner: enterprise.directory.members.get(profile.ownerId)?.name ?? '',
				owner_id: profile.ownerId,
				member_count: profile.members.size,
				size_total: profile.capacity,
				size_used: library.size,
				mount_id: profile.mountId,
				...(profile.ownerId === member.id ? {} : { roles: Object.fromEntries(named) }),
			};
		});
}
