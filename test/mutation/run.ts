import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npm } from '../../dev/n8n/npmClient';
import { withFolderLock } from '../../dev/process/folderLock';
import { report, step } from '../../dev/process/progress';
import { margin, resultOf, score } from './results';
import { ROOMS, roomsNamed } from './rooms';
import { type StrykerOptions, tryMutants } from './stryker';

/** Contains the package.json and lock file of Stryker's installation. */
const SOURCE = join(__dirname, 'install');
const MANIFESTS = ['package.json', 'package-lock.json'];
const INSTALL_MS = 5 * 60_000;

/**
 * Returns the folder with Stryker of `install/package-lock.json`, which it installs into the user's cache folder when
 * it is not there yet. An interrupted installation never counts: it happens beside the final folder.
 */
async function installedStryker(): Promise<string> {
	const folder = cacheFolder();
	if (existsSync(folder)) return folder;
	await step('Installing Stryker (180 packages, 64 MB)', async (showDetail) => {
		const busy = () => showDetail('another process is installing it');
		await withFolderLock(`${folder}.lock`, INSTALL_MS * 2, busy, async () => await install(folder));
	});
	return folder;
}

function cacheFolder(): string {
	const key = createHash('sha256');
	for (const file of MANIFESTS) key.update(readFileSync(join(SOURCE, file)));
	const root = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(root, 'n8n-nodes-file-library', `stryker-${key.digest('hex').slice(0, 12)}`);
}

async function install(folder: string): Promise<void> {
	// Another process may have finished while this one was waiting for the lock.
	if (existsSync(folder)) return;
	const partial = `${folder}.partial`;
	rmSync(partial, { recursive: true, force: true });
	mkdirSync(partial, { recursive: true });
	for (const file of MANIFESTS) copyFileSync(join(SOURCE, file), join(partial, file));
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	await npm(['ci', ...quiet], { cwd: partial, logFile: join(partial, 'install.log'), timeoutMs: INSTALL_MS });
	renameSync(partial, folder);
}

const USAGE = `npm run mutation -- [options] [room …]

Changes the code of each room in many small ways, one at a time (mutants), and runs the tests that reach the change.
Prints the mutants that no test finds. Without a room it tries all of them, which takes hours; a mutant whose code and
tests are as they were at the last run is not tried again. Ends with code 1 when a room could not be tried.

  --force            try every mutant again
  --share <percent>  try a random share of the mutants, the same ones every time (default: 100)
  --concurrency <n>  number of processes (default: one for each core)
  --list             print the rooms
  --help             show this text`;

async function tryRooms(names: string[], options: StrykerOptions): Promise<void> {
	for (const room of roomsNamed(names)) {
		// A room whose tests fail unchanged says so and leaves the others their turn.
		const failed = (error: unknown) => {
			console.error(error);
			process.exitCode = 1;
		};
		await step(room.name, async (show) => {
			const date = new Date().toISOString().slice(0, 10);
			const result = resultOf(room.name, date, await tryMutants(room, options, show));
			for (const survivor of result.survivors) process.stdout.write(`${survivor}\n`);
			const about = margin(result) > 0 ? ` ± ${margin(result).toFixed(1)}` : '';
			report(`  ${score(result).toFixed(1)}${about} % of the mutants were found`);
		}).catch(failed);
	}
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			force: { type: 'boolean', default: false },
			share: { type: 'string', default: '100' },
			concurrency: { type: 'string', default: String(availableParallelism()) },
			list: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help || values.list) {
		process.stdout.write(`${values.help ? USAGE : ROOMS.map(({ name }) => name).join('\n')}\n`);
		return;
	}
	roomsNamed(positionals);
	const stryker = await installedStryker();
	const { concurrency, force, share } = values;
	const options = { stryker, concurrency: Number(concurrency), force, share: Number(share) / 100 };
	await tryRooms(positionals, options);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
