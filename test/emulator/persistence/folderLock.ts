import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that emulators of this process work in. */
const held = new Set<string>();

/** Whether a process with this ID runs: not our own, which knows its folders. */
function isRunning(id: number): boolean {
	if (!Number.isSafeInteger(id) || id <= 0 || id === process.pid) return false;
	try {
		process.kill(id, 0);
		return true;
	} catch (cause) {
		return (cause as NodeJS.ErrnoException).code === 'EPERM';
	}
}

const inUse = (folder: string, by: string, lock: string): Error =>
	new Error(
		`The folder ${folder} is in use by another emulator (${by}). Stop it, or choose another folder. ` +
			`If no emulator is running there, delete ${lock}`,
	);

/** The ID of the process in the lock; NaN where there is none. */
function holderIn(lock: string): number {
	try {
		return Number(readFileSync(lock, 'utf8').trim() || NaN);
	} catch {
		return NaN;
	}
}

/**
 * Reserves an existing folder for one emulator, so that two do not overwrite each other's state; the answer releases
 * it. An emulator that was killed leaves its lock behind, which is replaced. Throws while another one has the folder.
 */
export function lockFolder(folder: string): () => void {
	const path = realpathSync(folder);
	const lock = join(path, 'lock');
	if (held.has(path)) throw inUse(folder, 'of this process', lock);
	const holder = holderIn(lock);
	if (isRunning(holder)) throw inUse(folder, `process ${holder}`, lock);
	rmSync(lock, { force: true });
	try {
		// Of two that start at the same moment, the later one fails here.
		writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' });
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
		throw inUse(folder, 'which has just started', lock);
	}
	held.add(path);
	return () => {
		if (held.delete(path)) rmSync(lock, { force: true });
	};
}
