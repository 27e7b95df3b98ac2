import { mkdirSync } from 'node:fs';
import type { World } from '../world/world';
import { lockFolder } from './folderLock';
import { restoreWorld, saveWorld } from './savedWorld';
import { Saver } from './saver';

/** Keeps the state of a world in a folder. Nothing is kept without a folder. */
interface Persistence {
	/** Whether the world continues with the state of an earlier emulator. */
	readonly restored: boolean;
	/** Saves for the last time, and frees the folder. */
	close(): void;
	/** Frees the folder of an emulator that could not start, with nothing saved. */
	abandon(): void;
}

/**
 * Restores the state in the folder of the option `stateFolder`, and saves it from now on after every request, unless
 * the option `savesState` is off. Throws for a folder that another emulator uses, and for a state of another version.
 */
export function persist(world: World): Persistence {
	const { stateFolder: folder, savesState, log } = world.options;
	if (folder === null || !savesState) {
		const restored = folder !== null && restoreWorld(world, folder);
		return { restored, close: () => undefined, abandon: () => undefined };
	}
	mkdirSync(folder, { recursive: true });
	const unlock = lockFolder(folder);
	try {
		const restored = restoreWorld(world, folder);
		const saver = new Saver(() => saveWorld(world, folder), log);
		world.afterAnswer = () => saver.soon();
		return { restored, close: () => (saver.close(), unlock()), abandon: unlock };
	} catch (cause) {
		unlock();
		throw cause;
	}
}
