import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../host/n8n/npmClient';
import { withFolderLock } from '../host/process/folderLock';
import { step } from '../host/process/progress';

/** Contains the package.json and lock file of Stryker's installation. */
const SOURCE = join(__dirname, 'install');
const MANIFESTS = ['package.json', 'package-lock.json'];
const INSTALL_MS = 5 * 60_000;

/**
 * Returns the folder with Stryker of `install/package-lock.json`, which it installs into the user's cache folder when
 * it is not there yet. An interrupted installation never counts: it happens beside the final folder.
 */
export async function installedStryker(): Promise<string> {
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
