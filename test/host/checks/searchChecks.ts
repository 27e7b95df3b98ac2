import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { found, SEARCH_WORDS, type NodeSearch, type SearchEntry } from '../../support/searchWords';
import type { InstalledN8n } from '../n8n/n8nCache';
import type { Checks } from './checks';
import type { PreparedN8n } from './preparedN8n';

interface NodeType {
	readonly name: string;
	readonly displayName: string;
	readonly hidden?: boolean;
	readonly group: readonly string[];
	readonly codex?: { readonly alias?: readonly string[] };
}

/** How far down the list somebody looks. */
const SHOWN = 3;

/** Searches among all nodes of this n8n, by the search that its editor contains. */
export async function checkSearch(checks: Checks, { rest, n8n }: PreparedN8n): Promise<void> {
	const entries = entriesOf(await rest.call<NodeType[]>('GET', '/types/nodes.json'));
	await checks.check(`the search words of our nodes find them among ${entries.length} nodes`, async () => {
		const sublimeSearch = searchOf(n8n);
		const missed = Object.entries(SEARCH_WORDS).flatMap(([node, all]) =>
			all.filter((words) => {
				const first = found(sublimeSearch, words, entries).slice(0, SHOWN);
				return !first.some((name) => name.endsWith(`.${node}`));
			}),
		);
		assert.deepEqual(missed, []);
	});
}

/** The file of the search in n8n 2 and in n8n 1. */
const SEARCH_FILES = ['sublime-search', 'sublimeSearch'];

function searchOf({ folder }: InstalledN8n): NodeSearch {
	const files = SEARCH_FILES.map((name) =>
		join(folder, 'node_modules', '@n8n', 'utils', 'dist', 'search', `${name}.cjs`),
	);
	const file = files.find(existsSync);
	if (file === undefined) throw new Error(`None of these files exists: ${files.join(', ')}`);
	return (createRequire(file)(file) as { sublimeSearch: NodeSearch }).sublimeSearch;
}

/** Each node once, as the editor lists it: a trigger with the name of a node is shown with that node. */
function entriesOf(types: readonly NodeType[]): SearchEntry[] {
	const names = new Set(types.map(({ name }) => name));
	const merged = ({ name, group }: NodeType) =>
		group.includes('trigger') && name.endsWith('Trigger') && names.has(name.replace('Trigger', ''));
	const listed = types.filter((type) => !type.hidden && !merged(type));
	const byName = new Map(listed.map((type) => [type.name, type]));
	return [...byName.values()].map(({ name, displayName, codex = {} }) => ({
		key: name,
		properties: { displayName, codex },
	}));
}
