import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedFolder } from '../process/folderLock';
import { copyManifests, npm } from './npmClient';

/* sqlite3, n8n's only native module, is built once for all versions (Node-API), while n8n's packages download. */

const VERSION = '5.1.7';
const MODULE = join('node_modules', 'sqlite3');
const BUILT = join('build', 'Release', 'node_sqlite3.node');
const BUILD_MS = 15 * 60_000;

/** The built driver, a file in this cache folder, where it is built when it is not there yet. */
export async function databaseDriver(cache: string): Promise<string> {
	const name = `sqlite3-${VERSION}-${process.platform}-${process.arch}`;
	const folder = await cachedFolder(join(cache, name), BUILD_MS, () => undefined, build);
	return join(folder, MODULE, BUILT);
}

/** Puts the built driver into an installed n8n. */
export function useDriver(driver: string, folder: string): void {
	const target = join(folder, MODULE, BUILT);
	mkdirSync(dirname(target), { recursive: true });
	copyFileSync(driver, target);
}

async function build(partial: string): Promise<void> {
	copyManifests(join(__dirname, 'install', 'driver'), partial);
	const run = (name: string) => ({ cwd: partial, logFile: join(partial, `${name}.log`), timeoutMs: BUILD_MS });
	await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], run('install'));
	// The headers of the Node.js that npm ci installed save a download. Most of the time is the optimization of a
	// compiler; with the least, a local n8n is as fast.
	const headers = join(dirname(process.execPath), '..', 'node_modules', `node-${process.platform}-${process.arch}`);
	const nodedir = existsSync(join(headers, 'include')) ? [`--nodedir=${headers}`] : [];
	const env = { CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' };
	try {
		await npm(['rebuild', 'sqlite3', ...nodedir], { ...run('build'), env });
	} catch (cause) {
		throw new Error(
			`n8n's database driver (sqlite3) could not be built on ${process.platform}-${process.arch}. ` +
				'It needs python3, make and a C++ compiler; this has been tried on linux-x64 only.\n' +
				(cause as Error).message,
			{ cause },
		);
	}
}
