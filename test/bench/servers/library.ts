import { FILES_IN_FOLDER, folderOf, type LibraryWorld } from '../worlds';
import { serveEmulator, setupOf } from './serve';

/* The emulator with a library of many folders. */

const { folders } = setupOf().world as LibraryWorld;

void serveEmulator((emulator) => {
	for (let n = 0; n < folders; n++) emulator.seed({ count: FILES_IN_FOLDER, folder: folderOf(n) });
});
