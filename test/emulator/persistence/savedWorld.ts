import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CopyQueue } from '../store/copyQueue';
import { Directory } from '../store/enterprise/directory';
import { Enterprise } from '../store/enterprise/enterprise';
import { listingOrder } from '../store/library/entry';
import { ExternalLinks } from '../store/library/externalLinks';
import { byOperation, Feed } from '../store/library/feed';
import { Library } from '../store/library/library';
import { RecycleBin } from '../store/library/recycleBin';
import { SortedList } from '../store/library/sortedList';
import { Tree } from '../store/library/tree';
import { TokenStore } from '../store/tokens';
import type { World } from '../world/world';
import { fromRows, type Row, toRows, type Vocabulary } from './objectTable';

/** Saving takes at most one part in this many of the time, however large the state is. */
const SHARE = 20;

/** Restores the state in `stateFolder`, saves it soon after each request (`savesState`). Throws for another version. */
export function persist(world: World): { readonly restored: boolean; close(): void } {
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

/** Raise it when a class or field of `store/` changes: an older file is then refused instead of being read half. */
const FORMAT = 7;
const HEADER = JSON.stringify({ emulator: FORMAT });

/** What of a world outlives it. Uploads that have not ended do not; clients begin them again. */
const SAVED = [
	...(['enterprises', 'clients', 'tokens', 'favorites', 'queue', 'libraries'] as const),
	...(['authorizations', 'uploadKeys', 'linkSecret', 'lastLibraryNumber'] as const),
] as const satisfies ReadonlyArray<keyof World>;

function vocabularyOf({ options, schedule }: World): Vocabulary {
	return {
		classes: {
			CopyQueue,
			Directory,
			Enterprise,
			ExternalLinks,
			Feed,
			Library,
			RecycleBin,
			SortedList,
			TokenStore,
			Tree,
		},
		externals: { schedule, clock: options.clock, listingOrder, byOperation },
	};
}

const fileIn = (folder: string): string => join(folder, 'state.jsonl');

/** Writes the state of a world to a file of the folder, which is replaced at once or not at all. */
function saveWorld(world: World, folder: string): void {
	const state = Object.fromEntries(SAVED.map((name) => [name, world[name]]));
	const lines = toRows(state, vocabularyOf(world)).map((row) => JSON.stringify(row));
	const path = fileIn(folder);
	writeFileSync(`${path}.new`, [HEADER, ...lines].join('\n'));
	renameSync(`${path}.new`, path);
}

/** Gives a new world the state saved in the folder; false when there is none. Throws for one of another version. */
function restoreWorld(world: World, folder: string): boolean {
	const path = fileIn(folder);
	if (!existsSync(path)) return false;
	const [header, ...lines] = readFileSync(path, 'utf8').split('\n');
	if (header !== HEADER)
		throw new Error(`${path} was written by another version of the emulator. Delete ${folder} to start afresh.`);
	const rows = lines.map((line): Row => JSON.parse(line));
	Object.assign(world, fromRows(rows, vocabularyOf(world)));
	for (const enterprise of world.enterprises.values()) world.addEnterprise(enterprise);
	world.queue.endAll(world.now());
	return true;
}
