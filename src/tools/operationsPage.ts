import { resourceTitle } from '../n8n/form/titles';
import { NODES } from './names';
import type { ParameterRow } from './parameterRows';
import type { OperationEntry } from './reference';

/* docs/operations.md: the reference for people. */

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');

/** The parameter of one row; a locator has one for each mode. */
const sentAs = ({ wire, mode }: ParameterRow): string =>
	wire === '' ? '' : mode ? `${mode}: \`${wire}\`` : `\`${wire}\``;

function parameterLines(rows: readonly ParameterRow[]): string[] {
	const byPath = new Map<string, [ParameterRow, ...ParameterRow[]]>();
	for (const row of rows) {
		const group = byPath.get(row.path);
		if (group) group.push(row);
		else byPath.set(row.path, [row]);
	}
	return [...byPath.values()].map((group) => {
		const [{ label, required, help }] = group;
		const wires = [...new Set(group.map(sentAs))].join(', ');
		return `| ${cell(label)}${required ? ' *' : ''} | ${cell(wires)} | ${cell(help)} |`;
	});
}

function section({ resource, name, summary, requests, parameters }: OperationEntry): string {
	const table = ['', '| Field | Sent as | Meaning |', '| --- | --- | --- |', ...parameterLines(parameters)];
	return [
		`### ${resourceTitle(resource)}: ${name}`,
		'',
		`${summary}.`,
		'',
		`Requests: ${requests.map(({ method, path }) => `\`${method} ${path}\``).join(', ')}`,
		...(parameters.length ? table : []),
		'',
	].join('\n');
}

const HEAD = [
	'# Operations',
	'',
	'Generated from the catalogue by `npm run docs`; do not edit. ' +
		'`operations.json` in this folder is the same for programs.',
	'',
	'A star marks a required field. "Sent as" names the parameter of the service interface.',
	'',
];

function chapter(node: string, entries: readonly OperationEntry[]): string[] {
	const mine = entries.filter((entry) => entry.node === node);
	const resources = [...new Set(mine.map(({ resource }) => resource))];
	const namesIn = (resource: string): string =>
		mine
			.filter((entry) => entry.resource === resource)
			.map(({ name }) => name)
			.join(', ');
	const overview = resources.map((resource) => `- **${resourceTitle(resource)}**: ${namesIn(resource)}`);
	return [`## ${NODES[node]?.name ?? node}`, '', ...overview, '', ...mine.map(section)];
}

/** The text of docs/operations.md. */
export function operationsPage(entries: readonly OperationEntry[]): string {
	const nodes = [...new Set(entries.map(({ node }) => node))];
	return `${[...HEAD, ...nodes.flatMap((node) => chapter(node, entries))].join('\n').trimEnd()}\n`;
}
