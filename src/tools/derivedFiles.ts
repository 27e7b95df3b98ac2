import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT } from './editions';

/* Files that are made of the catalogue, and are part of the project. */

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

/**
 * Writes what is stale of `files`, by their paths in the project, and removes what else is among `existing`. Started
 * with --check, it writes nothing and names what `npm run` of the script would write. Returns whether all is well.
 */
export function keepUpToDate(
	script: string,
	files: ReadonlyMap<string, string>,
	existing: readonly string[] = [],
): boolean {
	const isCheck = process.argv.includes('--check');
	const all = [...new Set([...files.keys(), ...existing])].sort();
	const stale = all.filter((file) => contents(file) !== files.get(file));
	for (const file of stale) {
		if (isCheck) console.error(`${file} is stale: run npm run ${script}`);
		else write(file, files.get(file));
	}
	console.log(`${script}: ${files.size} files, ${isCheck ? 'stale' : 'written'}: ${stale.length}`);
	return !isCheck || stale.length === 0;
}
