import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { found, type NodeSearch, SEARCH_WORDS, type SearchEntry } from '../../support/searchWords';
import { isN8n1, type InstalledN8n } from '../../../dev/n8n/n8nCache';
import { type DemoCredential, demoCredentials } from '../../../dev/n8n/demoCredentials';
import { PROJECT } from '../../../dev/n8n/packagedNodes';
import { SAMPLES, workflowFiles } from '../../../dev/workflows/sampleWorkflows';
import type { Checks } from './checks';
import type { PreparedN8n } from '../../../dev/n8n/preparedN8n';
import { checkSample } from './samples/firstFileChecks';

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
async function checkSearch(checks: Checks, { rest, n8n }: PreparedN8n): Promise<void> {
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

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
}

/** The name that n8n gives to the class in a file of the package's manifest: it starts with a small letter. */
function typeName(file: string): string {
	const name = file.split('/').at(-1)?.split('.')[0] ?? '';
	return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Checks the installed package over n8n's REST interface and executes the sample workflow. */
export async function checkServer(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checkTypes(checks, prepared);
	await checkSampleTypes(checks, prepared);
	await checkSearch(checks, prepared);
	for (const credential of demoCredentials(prepared.emulator.url))
		await checkCredential(checks, prepared, credential);
	await checkSample(checks, prepared);
}

async function checkTypes(checks: Checks, { rest }: PreparedN8n): Promise<void> {
	const manifest: Manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
	await checks.check(`n8n lists the package's ${manifest.n8n.nodes.length} node types`, async () => {
		const loaded = new Set(await rest.typeNames('nodes'));
		const names = manifest.n8n.nodes.map((file) => `${manifest.name}.${typeName(file)}`);
		assert.deepEqual(
			names.filter((name) => !loaded.has(name)),
			[],
		);
	});
	await checks.check(`n8n lists the package's ${manifest.n8n.credentials.length} credential types`, async () => {
		const loaded = new Set(await rest.typeNames('credentials'));
		assert.deepEqual(
			manifest.n8n.credentials.map(typeName).filter((name) => !loaded.has(name)),
			[],
		);
	});
}

interface SampleFile {
	nodes: ReadonlyArray<{ type: string; typeVersion: number }>;
}

/** What n8n 1 does not have (docs/compatibility.md). */
const NEWER = ['n8n-nodes-base.emailSendHitlTool', '@n8n/n8n-nodes-langchain.mcpTrigger'];

/** An older n8n shows a node that it does not have, or not in this version, as a question mark. */
async function checkSampleTypes(checks: Checks, { rest, n8n }: PreparedN8n): Promise<void> {
	await checks.check('n8n has every node of the samples, in its version', async () => {
		const versions = await rest.typeVersions();
		const missing = workflowFiles().flatMap((file) => {
			const { nodes }: SampleFile = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8'));
			return nodes
				.filter(({ type, typeVersion }) => !versions.get(type)?.includes(typeVersion))
				.filter(({ type }) => !(isN8n1(n8n) && NEWER.includes(type)))
				.map(({ type, typeVersion }) => `${file}: ${type} ${typeVersion}`);
		});
		assert.deepEqual(missing, []);
	});
}

/** Runs the credential's own test, with its secret and with a wrong one. */
async function checkCredential(
	checks: Checks,
	{ rest, credentials }: PreparedN8n,
	{ name, type, data }: DemoCredential,
): Promise<void> {
	const secretField = Object.keys(data).find((field) => /secret$/i.test(field)) ?? '';
	const test = async (change: object) =>
		await rest.testCredential({ id: credentials[type], name, type, data: { ...data, ...change } });
	await checks.check(
		`${type}: the credential test passes, and explains what is wrong with a wrong secret`,
		async () => {
			const passed = await test({});
			assert.equal(passed.status, 'OK', passed.message);
			const { status, message } = await test({ [secretField]: 'not-the-secret' });
			assert.equal(status, 'Error');
			assert.match(message, /secret|sign|authori/i);
			assert.doesNotMatch(message, /not-the-secret/);
		},
	);
}
