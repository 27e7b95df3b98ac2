import { randomBytes } from 'node:crypto';
import { pause } from '../process/waiting';
import { isRunning, markOf } from './processMark';
import {
	type FoundRecord,
	hasRecord,
	markOwner,
	otherRecords,
	type ProgramMark,
	removeRecord,
	type StartRecord,
	writeRecord,
} from './startRecord';

/** Time between SIGTERM and SIGKILL: long enough for n8n and the emulator to finish writing. */
const GRACE_MS = 4000;

/**
 * Ends the programs that a killed start left running, each with what it started itself; returns those that were
 * running. They must be gone before another start uses the same database.
 */
async function endPrograms(programs: readonly ProgramMark[]): Promise<ProgramMark[]> {
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

/** The folder belongs to this process. */
export interface FolderClaim {
	/** Notes which programs run, so that the next start can end them if this one is killed. */
	notePrograms(programs: readonly ProgramMark[]): void;
	/** Notes where n8n answers, for the message of a second start. */
	noteAddress(n8n: string): void;
	release(): void;
}

/** What came of the attempt to claim a folder: the claim, or the start that has it. */
type ClaimResult =
	{ readonly claim: FolderClaim; readonly ended: readonly ProgramMark[] } | { readonly owner: StartRecord };

/** How long another start that came later may take to withdraw. */
const PAUSE_MS = 50;

/**
 * Claims the folder for this process. At most one living process has it at a time: each writes a record of its own
 * before it looks for others; whoever sees an owner, or an earlier one, withdraws, and the earliest waits until the
 * others have. A process that was killed leaves a record that counts no more; the programs that it left running are
 * ended, and returned as `ended`.
 */
export async function claimFolder(folder: string, task: string): Promise<ClaimResult> {
	const me = newRecord(task);
	for (;;) {
		if (!hasRecord(folder, me.id)) writeRecord(folder, me);
		const others = otherRecords(folder, me.id);
		const living = others.filter(({ record }) => isRunning(record));
		const ahead = living.find(({ isOwner }) => isOwner) ?? living.find(({ record }) => record.id < me.id);
		if (ahead) {
			removeRecord(folder, me.id);
			return { owner: ahead.record };
		}
		if (living.length === 0 && own(folder, me.id)) {
			const ended = await endDead(folder, others);
			return { claim: claimOf(folder, me), ended };
		}
		await pause(PAUSE_MS);
	}
}

const newRecord = (task: string): StartRecord => ({
	...markOf(process.pid),
	id: `${String(Date.now()).padStart(15, '0')}-${randomBytes(6).toString('hex')}`,
	task,
	programs: [],
});

/** Whether this start owns the folder now; false when the folder was removed while it looked. */
function own(folder: string, id: string): boolean {
	try {
		markOwner(folder, id);
	} catch {
		return false;
	}
	return hasRecord(folder, id);
}

async function endDead(folder: string, dead: readonly FoundRecord[]): Promise<ProgramMark[]> {
	const ended: ProgramMark[] = [];
	for (const { record } of dead) {
		ended.push(...(await endPrograms(record.programs)));
		removeRecord(folder, record.id);
	}
	return ended;
}

function claimOf(folder: string, first: StartRecord): FolderClaim {
	let record = first;
	let released = false;
	const note = (news: Partial<StartRecord>): void => {
		record = { ...record, ...news };
		if (!released) writeRecord(folder, record);
	};
	return {
		notePrograms: (programs) => note({ programs }),
		noteAddress: (n8n) => note({ n8n }),
		release: () => {
			released = true;
			removeRecord(folder, record.id);
		},
	};
}
