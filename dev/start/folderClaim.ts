import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../process/waiting';
import { isRunning, markOf, type ProcessMark } from './processMark';

/** Time between SIGTERM and SIGKILL: long enough for n8n and the emulator to finish writing. */
const GRACE_MS = 4000;

/** Ends what a killed start left running, before another uses the same database; returns what was running. */
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

/** What a start writes into the folder about itself, for another one that finds it there. */
export interface StartRecord extends ProcessMark {
	/** Unique; of two starts, the smaller one came first. */
	readonly id: string;
	/** What it does, e.g. `npm start`. */
	readonly task: string;
	/** The programs that it has started and not stopped. */
	readonly programs: readonly ProgramMark[];
	/** Address of its n8n, once that answers. */
	readonly n8n?: string;
}

/** A program that a start has started. */
export interface ProgramMark extends ProcessMark {
	readonly name: string;
}

/** A record of another start that was found, and whether it owns the folder. */
export interface FoundRecord {
	readonly record: StartRecord;
	readonly isOwner: boolean;
}

const ENDING = '.json';

/** The folder inside `folder` that contains the records. */
const recordsOf = (folder: string): string => join(folder, 'running');
const fileOf = (folder: string, id: string): string => join(recordsOf(folder), `${id}${ENDING}`);
const ownerFileOf = (folder: string, id: string): string => join(recordsOf(folder), `${id}.owner`);

/** Writes a record, or replaces it; a reader sees the old or the new one, never a part. */
export function writeRecord(folder: string, record: StartRecord): void {
	mkdirSync(recordsOf(folder), { recursive: true });
	const file = fileOf(folder, record.id);
	writeFileSync(`${file}.part`, JSON.stringify(record), { mode: 0o600 });
	renameSync(`${file}.part`, file);
}

/** Whether the record of a start is still there: whoever removes the folder removes it too. */
const hasRecord = (folder: string, id: string): boolean => existsSync(fileOf(folder, id));

/** Notes that a start owns the folder. */
const markOwner = (folder: string, id: string): void => writeFileSync(ownerFileOf(folder, id), '');

/** Removes a record; does nothing when there is none. */
function removeRecord(folder: string, id: string): void {
	rmSync(ownerFileOf(folder, id), { force: true });
	rmSync(fileOf(folder, id), { force: true });
}

/** All records in the folder but that of `id`. */
function otherRecords(folder: string, id: string): FoundRecord[] {
	if (!existsSync(recordsOf(folder))) return [];
	return readdirSync(recordsOf(folder))
		.filter((name) => name.endsWith(ENDING) && name !== `${id}${ENDING}`)
		.flatMap((name) => {
			const record = readRecord(join(recordsOf(folder), name));
			return record ? [{ record, isOwner: existsSync(ownerFileOf(folder, record.id)) }] : [];
		});
}

/** Undefined for a record that was removed a moment ago, or that this program did not write. */
function readRecord(file: string): StartRecord | undefined {
	try {
		const record: StartRecord = JSON.parse(readFileSync(file, 'utf8'));
		return typeof record.id === 'string' && typeof record.pid === 'number' ? record : undefined;
	} catch {
		return undefined;
	}
}
