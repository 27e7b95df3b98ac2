import { mkdirSync } from 'node:fs';
import type { World } from '../world/world';
import { restoreWorld, saveWorld } from './savedWorld';

/** Saving takes at most one part in this many of the time, however large the state is. */
const SHARE = 20;

/** The state of a world in a folder. */
interface Persistence {
	/** Whether the world continues with the state of an earlier emulator. */
	readonly restored: boolean;
	/** Saves for the last time. */
	close(): void;
}

/**
 * Restores the state in the folder of the option `stateFolder`, and saves it from now on soon after every request,
 * unless the option `savesState` is off. Throws for a state of another version. A folder is for one emulator at a time.
 */
export function persist(world: World): Persistence {
	const { stateFolder: folder, savesState, log } = world.options;
	if (folder === null) return { restored: false, close: () => undefined };
	mkdirSync(folder, { recursive: true });
	const restored = restoreWorld(world, folder);
	if (!savesState) return { restored, close: () => undefined };
	let timer: NodeJS.Timeout | undefined;
	let earliest = 0;
	const save = (): void => {
		clearTimeout(timer);
		timer = undefined;
		const startedAt = performance.now();
		try {
			saveWorld(world, folder);
		} catch (cause) {
			log(`the state could not be saved: ${cause instanceof Error ? cause.message : String(cause)}`);
		}
		earliest = performance.now() + SHARE * (performance.now() - startedAt);
	};
	world.afterAnswer = () => void (timer ??= setTimeout(save, Math.max(0, earliest - performance.now())).unref());
	const close = (): void => {
		world.afterAnswer = () => undefined;
		save();
	};
	return { restored, close };
}
