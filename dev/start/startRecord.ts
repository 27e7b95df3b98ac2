import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessMark } from './processMark';

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
export const hasRecord = (folder: string, id: string): boolean => existsSync(fileOf(folder, id));

/** Notes that a start owns the folder. */
export const markOwner = (folder: string, id: string): void => writeFileSync(ownerFileOf(folder, id), '');

/** Removes a record; does nothing when there is none. */
export function removeRecord(folder: string, id: string): void {
	rmSync(ownerFileOf(folder, id), { force: true });
	rmSync(fileOf(folder, id), { force: true });
}

/** All records in the folder but that of `id`. */
export function otherRecords(folder: string, id: string): FoundRecord[] {
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
