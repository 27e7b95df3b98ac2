import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './parentProcesses';
import { waitFor } from './waiting';

/**
 * A folder of a cache. Where it is not there yet, `make` fills another one beside it, which is renamed at the end, so
 * that an interruption leaves nothing that counts. Calls `busy` each second while another process makes it, for `ms` at
 * most.
 */
export async function cachedFolder(
	folder: string,
	ms: number,
	busy: () => void,
	make: (partial: string) => Promise<void>,
): Promise<string> {
	if (existsSync(folder)) return folder;
	await withFolderLock(`${folder}.lock`, ms, busy, async () => {
		// Another process may have finished while this one was waiting for the lock.
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		rmSync(partial, { recursive: true, force: true });
		mkdirSync(partial, { recursive: true });
		await make(partial);
		renameSync(partial, folder);
	});
	return folder;
}

/** Runs `task` with the lock. Takes over that of a dead process; waits for a living one, throws after `ms`. */
async function withFolderLock(lock: string, ms: number, busy: () => void, task: () => Promise<void>): Promise<void> {
	mkdirSync(join(lock, '..'), { recursive: true });
	await waitFor(
		ms,
		`the lock ${lock}`,
		async () => {
			if (take(lock)) return true;
			busy();
			discardStale(lock);
			return false;
		},
		1000,
	);
	try {
		await task();
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

function take(lock: string): boolean {
	try {
		mkdirSync(lock);
	} catch {
		return false;
	}
	writeFileSync(join(lock, String(process.pid)), '');
	return true;
}

function discardStale(lock: string): void {
	try {
		const [owner] = readdirSync(lock);
		// The folder is created an instant before its file: a lock without an owner is stale only when it is old.
		if (owner === undefined && Date.now() - statSync(lock).mtimeMs > 10_000) rmdirSync(lock);
		if (owner !== undefined && !isAlive(Number(owner))) rmSync(lock, { recursive: true });
	} catch {
		// Its owner has just released it.
	}
}
