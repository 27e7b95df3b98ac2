import type { Enterprise } from '../store/enterprise/enterprise';
import type { Member } from '../store/enterprise/people';
import type { Library } from '../store/library/library';
import type { World } from './world';

/** assumed: the name of a member's personal library. */
export function personalName(account: string): string {
	return `Personal files of ${account}`;
}

/** The personal library of a member, if it is initialized. */
export function personalLibrary(world: World, enterprise: Enterprise, member: Member): Library | undefined {
	for (const library of world.libraries.values()) {
		if (library.profile.entId === enterprise.id && library.profile.personalOf === member.id) return library;
	}
	return undefined;
}

/**
 * The personal library of a member, initialized if necessary.
 * assumed: create_personal_org and the first sign-on initialize it; the member is owner and Administrator.
 */
export function ensurePersonal(world: World, enterprise: Enterprise, member: Member): Library {
	const existing = personalLibrary(world, enterprise, member);
	if (existing) return existing;
	return world.addLibrary({
		...world.nextLibraryIds(),
		name: personalName(member.account),
		capacity: member.personalCapacity,
		storagePoint: 'default',
		members: new Map([[member.id, 1]]),
		groups: new Map(),
		ownerId: member.id,
		personalOf: member.id,
		entId: enterprise.id,
	});
}
