import type { Library } from '../store/library/library';
import type { World } from '../world/world';
import { addCompany } from './company';
import { addDemoLibrary } from './demoLibrary';
import { addSampleFiles } from './sampleFiles';

/** Fills a new world: enterprise, partner and libraries always, sample files if wanted. Returns the demo library. */
export function fillWorld(world: World): Library {
	addCompany(world);
	const library = addDemoLibrary(world);
	if (world.options.seedDemo) addSampleFiles(world, library);
	return library;
}
