import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { found, SEARCH_WORDS, wordsIn, type NodeSearch, type SearchEntry } from '../support/searchWords';
import { read, ROOT, sourcesIn } from './imports';

/* n8n compares words with names and codex aliases, and shows a node with its trigger by the node's aliases alone. */

// n8n-core brings the package whose search the editor contains.
const ofCore = createRequire(require.resolve('n8n-core'));
const { sublimeSearch } = ofCore('@n8n/utils/dist/search/sublime-search') as { sublimeSearch: NodeSearch };

const nodes: { readonly description: INodeTypeDescription; readonly alias: readonly string[] }[] = [];
beforeAll(async () => {
	for (const file of sourcesIn('nodes').filter((name) => name.endsWith('.node.ts'))) {
		const loaded: Record<string, new () => INodeType> = await import(path.join(ROOT, file));
		const [Node] = Object.values(loaded);
		const { alias }: { alias: string[] } = JSON.parse(read(file.replace(/\.ts$/, '.json')));
		nodes.push({ description: new Node!().description, alias });
	}
});

const entries = (): SearchEntry[] =>
	nodes
		.filter(({ description }) => description.name !== 'fileLibraryTrigger')
		.map(({ description: { name, displayName }, alias }) => ({
			key: name,
			properties: { displayName, codex: { alias } },
		}));

const rows = Object.entries(SEARCH_WORDS).flatMap(([node, all]) => all.map((words) => [words, node] as const));

test.each(rows)('"%s" finds %s first', (words, node) => {
	expect(found(sublimeSearch, words, entries())[0]).toBe(node);
});

/** Phrases as people type them, when they know what they want to do and no name of ours. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
	fileLibrary: wordsIn(
		'link expires, expire, expiring link, approve, approve document, ask for approval, sign, sign off',
		'recycle bin, empty recycle bin, version, old version, who has access, list files, zip folder',
		'download folder, save attachment, find file, password link, read receipt, duplicates',
		'human in the loop',
	),
	fileLibraryUser: wordsIn('my files, star'),
	fileLibraryAdmin: wordsIn('invite user, disable user, storage full, login link, offboarding, active directory'),
	fileLibraryPartner: wordsIn('customer, usage report, trial'),
	fileLibraryActivityTrigger: wordsIn('who downloaded, download alert, insider'),
	fileLibraryPreviewTrigger: wordsIn('show document, video progress, page turned'),
};

test.each(Object.entries(PHRASES).flatMap(([node, all]) => all.map((phrase) => [phrase, node] as const)))(
	'the phrase "%s" finds %s first',
	(phrase, node) => expect(found(sublimeSearch, phrase, entries())[0]).toBe(node),
);

test('every alias finds its node, and none is there twice', () => {
	for (const { description, alias } of nodes) {
		expect(new Set(alias.map((word) => word.toLowerCase())).size).toBe(alias.length);
		if (description.name === 'fileLibraryTrigger') continue;
		for (const word of alias) expect(found(sublimeSearch, word, entries())).toContain(description.name);
	}
});

/** The actions that the list of a node shows, as n8n makes them: by the `action` of each operation. */
const actionsOf = (name: string): SearchEntry[] =>
	nodes
		.filter(({ description }) => description.name === name)
		.flatMap(({ description }) => description.properties.filter((property) => property.name === 'operation'))
		.flatMap(({ options = [] }) => options)
		.flatMap((option) => ('action' in option && option.action ? [option.action] : []))
		.map((action) => ({ key: action, properties: { displayName: action } }));

test.each([
	['recycle', 'fileLibrary', /recycle bin/],
	['upload file', 'fileLibrary', /^Upload a file/],
	['delete folder', 'fileLibrary', /^Delete a folder/],
	['rename', 'fileLibrary', /^Rename a/],
	['share link', 'fileLibrary', /^Share a file/],
	['sync users', 'fileLibraryAdmin', /^Synchronize/],
	['upload file', 'fileLibraryUser', /^Upload a file/],
	['rename', 'fileLibraryUser', /^Rename a file/],
])('"%s" finds an action of %s', (words, node, action) => {
	expect(found(sublimeSearch, words, actionsOf(node))[0]).toMatch(action);
});
