import { startEmulator } from '../../emulator';
import type { ServerSetup } from '../types';
import { FILES_IN_FOLDER, folderOf, type LibraryWorld, memberIdOf, memberOf } from '../worlds';
import { reportServer } from './reportServer';

/* The emulator with a library of many folders, and with people. */

async function main(): Promise<void> {
	const { latencyMs = 0, world: size }: ServerSetup = JSON.parse(process.argv[2] ?? '{}');
	const { folders, people } = size as LibraryWorld;
	let requests = 0;
	const log = (): void => {
		requests++;
	};
	const emulator = await startEmulator({ memberLimit: 1_000_000, requestLogSize: 1, latencyMs, log });
	const { url, world, library } = emulator;
	const demo = world.libraries.get(library.mountId);
	if (!demo) throw new Error('the demo library is missing');
	world.authorize('client', 'secret', demo);
	for (let n = 0; n < folders; n++) emulator.seed({ count: FILES_IN_FOLDER, folder: folderOf(n) });
	for (let n = 0; n < people; n++) {
		const { type: _, departmentOutIds: __, ...member } = memberOf(n, 1);
		world.directory.addMember({ ...member, id: memberIdOf(n) });
	}
	reportServer({ url }, () => requests);
}

void main();
