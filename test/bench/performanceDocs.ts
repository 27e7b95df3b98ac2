import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plot } from './plot';
import { asMarkdown } from './report';
import type { Results } from './results';

const DOCS = join(__dirname, '..', '..', 'docs');

/** The tables of docs/performance.md are between these lines. */
const [BEGIN, END] = ['<!-- measured: made by npm run bench -- --write -->', '<!-- end of measured -->'];

/** Writes the results as JSON into the system's temporary folder; returns the path. */
export function writeTemporary(results: Results): string {
	const path = join(tmpdir(), 'n8n-nodes-file-library-bench.json');
	writeFileSync(path, jsonOf(results));
	return path;
}

/** Replaces docs/performance.json, performance.svg and the tables of performance.md. Throws if these have no place. */
export function writeDocuments(results: Results): void {
	const page = join(DOCS, 'performance.md');
	const text = withTables(readFileSync(page, 'utf8'), results);
	writeFileSync(page, text);
	writeFileSync(join(DOCS, 'performance.json'), jsonOf(results));
	writeFileSync(join(DOCS, 'performance.svg'), plot(results.growth));
}

function jsonOf(results: Results): string {
	const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);
	return `${JSON.stringify(results, short, '\t')}\n`;
}

function withTables(document: string, results: Results): string {
	const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`docs/performance.md lacks "${BEGIN}" or "${END}"`);
	const { cores, arch, memoryGB, node } = results.machine;
	const command = `npm run bench${results.level === 'default' ? '' : ` -- --${results.level}`}`;
	const where =
		`One run of \`${command}\` on ${cores} cores (${arch}), ${memoryGB} GB of memory, Node.js ${node.slice(1)}; ` +
		"client, n8n's engine and service share the cores.";
	return `${document.slice(0, from)}${BEGIN}\n\n${where}\n\n${asMarkdown(results)}\n\n${document.slice(to)}`;
}
