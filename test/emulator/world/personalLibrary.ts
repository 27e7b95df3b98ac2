import { personalName } from '../demo/companyLibraries';
import type { World } from './world';
import type { Member } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import type { Library } from '../store/library/library';

/** The personal library of a member, when it is initialized. */
export function personalLibrary(world: World, enterprise: Enterprise, member: Member): Library | undefined {
	for (const library of world.libraries.values()) {
		if (library.profile.entId === enterprise.id && library.profile.personalOf === member.id) return library;
	}
	return undefined;
}

/** The same, initialized when it was not: by create_personal_org, or when the person first signs on (assumed). */
export function ensurePersonal(world: World, enterprise: Enterprise, member: Member): Library {
	const there = personalLibrary(world, enterprise, member);
	if (there) return there;
	const number = world.nextLibraryNumber();
	return world.addLibrary({
		orgId: 1000 + number,
		mountId: 2000 + number,
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
