import { ManualClock, startEmulator } from '../../emulator';
import { putContent } from '../../emulator/demo/sampleFiles';
import { moveEntry } from '../../emulator/store/library/write';
import type { ServerSetup } from '../types';
import { CULPRIT, hitFile, type RestoreWorld, TIME_MS } from '../worlds';
import { reportServer } from './reportServer';

/* The emulator with a folder that somebody encrypted, and with many other changes. */

async function main(): Promise<void> {
	const { latencyMs = 0, world }: ServerSetup = JSON.parse(process.argv[2] ?? '{}');
	let requests = 0;
	const log = (): void => {
		requests++;
	};
	const clock = new ManualClock(TIME_MS);
	const options = { clock, clockWindowSeconds: 1e10, requestLogSize: 1, latencyMs, log };
	const emulator = await startEmulator(options);
	const library = emulator.libraries.get(emulator.library.mountId);
	if (!library) throw new Error('no library');
	const { files, changes } = world as RestoreWorld;
	const put = (path: string, content: string, name: string): void =>
		putContent(emulator.world, library, path, content, { id: 900, name });
	for (let n = 0; n < files; n++) put(hitFile(n), `report ${n}`, 'Lee');
	for (let n = 0; n < changes - files; n++) {
		clock.advance(n === 0 ? 5000 : 10);
		put(`Work/${Math.floor(n / 100)}/${n}.txt`, 'work', 'Lee');
	}
	for (let n = 0; n < files; n++) {
		clock.advance(10);
		put(hitFile(n), `encrypted ${n}`, CULPRIT);
		moveEntry(library, library.tree.get(hitFile(n)), `${hitFile(n)}.locked`, { id: 900, name: CULPRIT });
	}
	clock.advance(5000);
	reportServer({ url: emulator.url }, () => requests);
}

void main();
