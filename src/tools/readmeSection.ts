import { resourceTitle } from '../n8n/form/titles';
import { NODES } from './names';
import type { OperationEntry } from './reference';

/* The table of operations in README.md, between two markers. */

const START = '<!-- operations:start -->';
const END = '<!-- operations:end -->';
const NOTE = '<!-- Generated from the catalogue by `npm run docs`; do not edit. -->';

function tableOf(node: string, entries: readonly OperationEntry[]): string[] {
	const names = new Map<string, string[]>();
	for (const { resource, name } of entries.filter((entry) => entry.node === node))
		names.set(resource, [...(names.get(resource) ?? []), name]);
	const rows = [...names].map(([resource, mine]) => `| ${resourceTitle(resource)} | ${mine.join(', ')} |`);
	const { name, purpose } = NODES[node] ?? { name: node, purpose: '' };
	return [`**${name}** – ${purpose}`, '', '| Resource | Operations |', '| --- | --- |', ...rows, ''];
}

/** The README with a fresh table of operations. Throws Error when a marker is missing. */
export function withOperations(readme: string, entries: readonly OperationEntry[]): string {
	const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
	if (start < 0 || end < start) throw new Error(`README.md needs the markers ${START} and ${END}, in this order`);
	const nodes = [...new Set(entries.filter(({ trigger }) => !trigger).map(({ node }) => node))];
	const section = [START, NOTE, '', ...nodes.flatMap((node) => tableOf(node, entries)), ''].join('\n');
	return `${readme.slice(0, start)}${section}${readme.slice(end)}`;
}
