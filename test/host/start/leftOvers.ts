import { pause } from '../process/waiting';
import { isRunning } from './processMark';
import type { ProgramMark } from './startRecord';

/** Time between SIGTERM and SIGKILL: long enough for n8n and the emulator to finish writing. */
const GRACE_MS = 4000;

/**
 * Ends the programs that a killed start left running, each with what it started itself; returns those that were
 * running. They must be gone before another start uses the same database.
 */
export async function endPrograms(programs: readonly ProgramMark[]): Promise<ProgramMark[]> {
	const left = programs.filter(isRunning);
	for (const program of left) signalGroup(program, 'SIGTERM');
	const deadline = Date.now() + GRACE_MS;
	while (left.some(isRunning) && Date.now() < deadline) await pause(50);
	// Whatever a program left behind is still in its group.
	for (const program of left) signalGroup(program, 'SIGKILL');
	while (left.some(isRunning)) await pause(50);
	return left;
}

function signalGroup({ pid }: ProgramMark, name: NodeJS.Signals): void {
	try {
		process.kill(-pid, name);
	} catch {
		// The group has already ended.
	}
}
