import { ManualClock } from '../../emulator';
import { putContent } from '../../emulator/demo/sampleFiles';
import { moveEntry } from '../../emulator/store/library/write';
import { CULPRIT, hitFile, type RestoreWorld, TIME_MS } from '../worlds';
import { serveEmulator, setupOf } from './serve';

/* The emulator with a folder that somebody encrypted, and with many other changes. */

const { files, changes } = setupOf().world as RestoreWorld;
const clock = new ManualClock(TIME_MS);

void serveEmulator(
	({ world }, library) => {
		const put = (path: string, content: string, name: string): void =>
			putContent(world, library, path, content, { id: 900, name });
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
	},
	{ clock, clockWindowSeconds: 1e10 },
);
