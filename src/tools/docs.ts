import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reference, type OperationEntry, type ParameterRow } from './reference';

/* Writes docs/operations.json and docs/operations.md from the catalogue; with --check it fails when they are stale. */

const NODES: Readonly<Record<string, string>> = {
	fileLibrary: 'File Library',
	fileLibraryUser: 'File Library User',
	fileLibraryAdmin: 'File Library Admin',
	fileLibraryPartner: 'File Library Partner',
	fileLibraryTrigger: 'File Library Trigger',
	fileLibraryPreviewTrigger: 'File Library Preview Trigger',
};
const title = (name: string): string => name.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());
const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');

function parameterLines(rows: readonly ParameterRow[]): string[] {
	const byPath = new Map<string, ParameterRow[]>();
	for (const row of rows) byPath.set(row.path, [...(byPath.get(row.path) ?? []), row]);
	return [...byPath.values()].map((group) => {
		const [first] = group as [ParameterRow, ...ParameterRow[]];
		const wires = [
			...new Set(
				group.map(({ wire, mode }) => (wire === '' ? '' : mode ? `${mode}: \`${wire}\`` : `\`${wire}\``)),
			),
		].join(', ');
		return `| ${cell(first.label)}${first.required ? ' *' : ''} | ${cell(wires)} | ${cell(first.help)} |`;
	});
}

function section(entry: OperationEntry): string {
	const requests = entry.requests.map(({ method, path }) => `\`${method} ${path}\``).join(', ');
	const table = entry.parameters.length
		? ['', '| Field | Sent as | Meaning |', '| --- | --- | --- |', ...parameterLines(entry.parameters)]
		: [];
	return [
		`### ${title(entry.resource)}: ${entry.name}`,
		'',
		`${entry.summary}.`,
		'',
		`Requests: ${requests}`,
		...table,
		'',
	].join('\n');
}

function markdown(entries: readonly OperationEntry[]): string {
	const nodes = [...new Set(entries.map(({ node }) => node))];
	const head = [
		'# Operations',
		'',
		'Made from the catalogue by `npm run docs`; do not edit. `operations.json` beside this file is the same for programs.',
		'',
		'A star marks a field that must be given. "Sent as" names the parameter of the service interface.',
		'',
	];
	const overview = nodes.flatMap((node) => {
		const mine = entries.filter((entry) => entry.node === node);
		const resources = [...new Set(mine.map(({ resource }) => resource))];
		return [
			`## ${NODES[node] ?? node}`,
			'',
			...resources.map(
				(resource) =>
					`- **${title(resource)}**: ${mine
						.filter((entry) => entry.resource === resource)
						.map(({ name }) => name)
						.join(', ')}`,
			),
			'',
			...mine.map(section),
		];
	});
	return `${[...head, ...overview].join('\n').trimEnd()}\n`;
}

const folder = join(__dirname, '..', '..', 'docs');
const entries = reference();
const files = { 'operations.json': `${JSON.stringify(entries, null, '\t')}\n`, 'operations.md': markdown(entries) };
let stale = 0;
for (const [name, text] of Object.entries(files)) {
	if (!process.argv.includes('--check')) {
		writeFileSync(join(folder, name), text);
		console.log(`docs/${name}: ${entries.length} operations`);
	} else if (readFileSync(join(folder, name), 'utf8') !== text) {
		console.error(`docs/${name} is stale: run npm run docs`);
		stale++;
	}
}
if (process.argv.includes('--check') && stale === 0) console.log(`docs are fresh: ${entries.length} operations`);
process.exitCode = stale ? 1 : 0;
