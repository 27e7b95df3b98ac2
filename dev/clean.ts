import { existsSync, renameSync, rmSync } from 'node:fs';
import { LOCAL } from './n8n/packagedNodes';
import { claimFolder } from './start/folderClaim';
import { leftOverLine, runningMessage } from './start/runningMessage';

/* npm run clean: removes what npm start keeps, unless it is running. */

async function clean(folder: string): Promise<number> {
	if (!existsSync(folder)) {
		process.stdout.write(`There is nothing to remove: ${folder} does not exist.\n`);
		return 0;
	}
	const claimed = await claimFolder(folder, 'npm run clean');
	if ('owner' in claimed) {
		process.stderr.write(`${runningMessage(claimed.owner, folder)}\nNothing was removed.\n`);
		return 1;
	}
	if (claimed.ended.length > 0) process.stdout.write(`${leftOverLine(claimed.ended)}\n`);
	// In one step: a start that comes now finds no folder, and not half of one.
	const removed = `${folder}.removed-${process.pid}`;
	renameSync(folder, removed);
	rmSync(removed, { recursive: true, force: true });
	process.stdout.write(`Removed ${folder}: workflows, credentials and the files of the emulator.\n`);
	return 0;
}

clean(LOCAL).then(
	(code) => process.exit(code),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	},
);
