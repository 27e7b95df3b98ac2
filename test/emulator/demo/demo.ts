import type { Library } from '../store/library/library';
import type { World } from '../world/world';
import { addCompany } from './company';
import { demoAuthorization } from './credentials';
import { addDemoLibrary, DEMO_MOUNT_ID } from './demoLibrary';
import { addSampleFiles } from './sampleFiles';

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
