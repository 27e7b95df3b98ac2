import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT } from './editions';

/* Files that are made of the contract and of the catalogue, and are part of the project. */

/** Whether nothing is written. */
export const isCheck = process.argv.includes('--check');

/** The text of a file of the project; undefined where there is none. */
export function contents(file: string): string | undefined {
	try {
		return readFileSync(path.join(PROJECT, file), 'utf8');
	} catch {
		return undefined;
	}
}

function write(file: string, text: string | undefined): void {
	if (text === undefined) return rmSync(path.join(PROJECT, file));
	mkdirSync(path.dirname(path.join(PROJECT, file)), { recursive: true });
	writeFileSync(path.join(PROJECT, file), text);
}

/** Writes what is stale of `files`, removes other `existing` ones (--check only looks), and returns their paths. */
export function keepUpToDate(files: ReadonlyMap<string, string>, existing: readonly string[] = []): string[] {
	const all = [...new Set([...files.keys(), ...existing])].sort();
	const stale = all.filter((file) => contents(file) !== files.get(file));
	if (!isCheck) for (const file of stale) write(file, files.get(file));
	return stale;
}
