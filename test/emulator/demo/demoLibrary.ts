import type { Library } from '../store/library/library';
import type { World } from '../world/world';
import { demoAuthorization } from './credentials';

/** mount_id of the demo library. */
export const DEMO_MOUNT_ID = 2001;

/** Adds the library that always exists. Member 1 is Administrator, 2 to 4 are Editors; department 2 may view. */
export function addDemoLibrary(world: World): Library {
	const library = world.addLibrary({
		orgId: 1001,
		mountId: DEMO_MOUNT_ID,
		name: 'Demo Library',
		capacity: world.options.capacity,
		storagePoint: 'default',
		members: new Map([
			[1, 1],
			[2, 2],
			[3, 2],
			[4, 2],
		]),
		groups: new Map([[2, 3]]),
		ownerId: 1,
	});
	world.authorize(demoAuthorization.orgClientId, demoAuthorization.orgClientSecret, library);
	return library;
}
