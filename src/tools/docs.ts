import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsPage } from './operationsPage';
import { reference } from './reference';

/*
 * Writes what is derived from the catalogue: docs/operations.json and docs/operations.md. With --check it writes
 * nothing and fails when one of them is stale.
 */

const root = join(__dirname, '..', '..');
const entries = reference();
const contents = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = {
	'docs/operations.json': `${JSON.stringify(entries, null, '\t')}\n`,
	'docs/operations.md': operationsPage(entries),
};

const isCheck = process.argv.includes('--check');
const stale = Object.entries(files).filter(([file, text]) => contents(file) !== text);
for (const [file, text] of stale) {
	if (isCheck) {
		console.error(`${file} is stale: run npm run docs`);
	} else {
		writeFileSync(join(root, file), text);
		console.log(`${file} was written`);
	}
}
if (stale.length === 0) console.log(`docs are up to date: ${entries.length} operations`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
