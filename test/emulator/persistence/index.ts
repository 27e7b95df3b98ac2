import { mkdirSync } from 'node:fs';
import type { World } from '../world/world';
import { restoreWorld, saveWorld } from './savedWorld';
import { Saver } from './saver';

/** Keeps the state of a world in a folder. Nothing is kept without a folder. */
export interface Persistence {
	/** Whether the world continues with the state of an earlier emulator. */
	readonly restored: boolean;
	/** Saves for the last time. */
	close(): void;
}

/** Restores the state in the folder of the option `stateFolder`, and saves it from now on after every request. */
export function persist(world: World): Persistence {
	const { stateFolder: folder, log } = world.options;
	if (folder === null) return { restored: false, close: () => undefined };
	mkdirSync(folder, { recursive: true });
	const saver = new Saver(() => saveWorld(world, folder), log);
	world.afterAnswer = () => saver.soon();
	return { restored: restoreWorld(world, folder), close: () => saver.close() };
}
