import { type Library } from '../store/library/library';
import { type World } from '../world/world';
import { addCompany } from './company';
import { demoAuthorization } from './credentials';
import { addSampleFiles } from './sampleFiles';

/** mount_id of the demo library. */
const DEMO_MOUNT_ID = 2001;

/** Adds the library that always exists. Member 1 is Administrator, 2 to 4 are Editors; department 2 may view. */
function addDemoLibrary(world: World): Library {
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

/** The demo library of a restored world, which is added again with its authorization if it was removed. */
export function demoLibraryOf(world: World): Library {
	const { orgClientId, orgClientSecret } = demoAuthorization;
	const known = world.authorizations.get(orgClientId)?.library;
	if (known) return known;
	const library = world.libraries.get(DEMO_MOUNT_ID);
	return library ? world.authorize(orgClientId, orgClientSecret, library).library : addDemoLibrary(world);
}

/** Fills a new world: enterprise, partner and libraries always, sample files if wanted. Returns the demo library. */
export function fillWorld(world: World): Library {
	addCompany(world);
	const library = addDemoLibrary(world);
	if (world.options.seedDemo) addSampleFiles(world, library);
	return library;
}
