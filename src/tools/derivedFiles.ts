import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT } from './editions';

/* Files that are made of the contract and of the catalogue, and are part of the project. */

/** Whether nothing is written. */
export const isCheck = process.argv.includes('--check');

/** Writes a file of the project where it has another text (--check only looks), and returns it if so. */
export function keepUpToDate(file: string, text: string): string[] {
	const full = path.join(PROJECT, file);
	if (existsSync(full) && readFileSync(full, 'utf8') === text) return [];
	if (!isCheck) writeFileSync(full, text);
	return [file];
}
