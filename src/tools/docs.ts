import { keepUpToDate } from './derivedFiles';
import { operationsPage } from './operationsPage';
import { reference } from './reference';

/* Writes the reference, docs/operations.json and docs/operations.md. With --check: derivedFiles.ts. */

const entries = reference();
const files = new Map([
	['docs/operations.json', `${JSON.stringify(entries, null, '\t')}\n`],
	['docs/operations.md', operationsPage(entries)],
]);
process.exitCode = keepUpToDate('docs', files) ? 0 : 1;
