import path from 'node:path';
import { circlesIn, importGraph, importsOf, read, sourcesIn } from './imports';

/** What each layer may import: a folder (ends in /), a scheme (ends in :), or one exact package. */
const layers: Record<string, readonly string[]> = {
	'src/protocol/': ['src/protocol/', 'node:crypto'],
	// Where the editions of the package differ.
	'src/edition/': ['src/edition/', 'src/protocol/wire/', 'node:'],
	'src/client/': ['src/client/', 'src/edition/', 'src/protocol/', 'node:crypto'],
	// Programs for browsers; their tsconfig.json proves that what they import needs no Node.js.
	'src/pages/': ['src/pages/', 'src/protocol/preview/', 'src/protocol/reading/'],
	'src/n8n/': ['src/n8n/', 'src/edition/ports/', 'src/client/', 'src/protocol/', 'src/pages/', 'n8n-workflow'],
	'nodes/': ['src/n8n/', 'src/protocol/', 'n8n-workflow'],
	'credentials/': ['src/n8n/', 'src/protocol/', 'n8n-workflow'],
	// The independent second implementation: it must not learn the service from the code that it tests.
	'test/emulator/': ['test/emulator/', 'node:', 'ajv', 'ajv-formats', 'busboy', 'yaml'],
};

const exceptions: Record<string, readonly string[]> = {
	// The choice of HTTP libraries stays reversible as long as one file makes it.
	'src/edition/full/transport.ts': ['undici', 'form-data'],
	// n8n's timers, in the place of those of Node.js.
	'src/edition/lean/timers.ts': ['n8n-workflow'],
	// The same for the library that writes the ZIP format.
	'src/client/zip/records.ts': ['compress-commons'],
	// It makes these pages.
	'src/n8n/previewPage/bundledPage.ts': ['node:path', 'esbuild'],
};

/**
 * The floors of each layer, from the ground up; a room imports only rooms below its own floor (docs/architecture.md).
 * `src/n8n` itself is the folder of lazy.ts, which leads to everything.
 */
const floors: Record<string, ReadonlyArray<readonly string[]>> = {
	'src/protocol': [
		['wire'],
		['operation/fields', 'answers', 'text', 'tree', 'plan'],
		['operation/check'],
		['operation'],
		['rows'],
		[
			'signOn',
			'feed',
			'directory',
			'permissionTable',
			'preview',
			'versions',
			'links',
			'recycleBin',
			'mirror',
			'activity',
		],
		['reading'],
		['catalogue'],
	],
	'src/edition': [['ports'], ['full', 'lean'], ['.']],
	'src/client': [
		['async'],
		['http'],
		['service'],
		['paging'],
		['files'],
		['plan'],
		['download', 'feed', 'directory', 'permissionTable', 'tree', 'activity'],
		['upload', 'zip'],
		['versions', 'links', 'recycleBin', 'mirror'],
	],
	'src/n8n': [
		['context'],
		['form'],
		['credentials'],
		['operations', 'polling', 'previewPage'],
		['plan'],
		'directory links listing mirror permissionTable places reading recycleBin signOn transfer versions'
			.split(' ')
			.map((room) => `operations/${room}`),
		['execute', 'lists', 'changeTrigger', 'activityTrigger', 'previewTrigger', 'reading'],
		['.'],
	],
	'test/emulator': [
		['http', 'time'],
		['http/answers', 'faults', 'store/enterprise'],
		['store/library'],
		['store', 'store/permissions'],
		['world'],
		['auth', 'persistence'],
		['links'],
		['families', 'hosts', 'demo'],
		[
			...['enterprise', 'libraryAdmin', 'libraryFile', 'partner', 'permission', 'user'].map(
				(name) => `families/${name}`,
			),
			...['content', 'signOn', 'upload'].map((name) => `hosts/${name}`),
		],
		['server'],
		['.'],
		['cli'],
	],
};

const isAllowed = (target: string, allowed: readonly string[]) =>
	allowed.some((entry) => (/[/:]$/.test(entry) ? `${target}/`.startsWith(entry) : target === entry));

function violations(file: string, source: string): string[] {
	const layer = Object.keys(layers).find((folder) => file.startsWith(folder));
	const allowed = layer ? [...layers[layer]!, ...(exceptions[file] ?? [])] : undefined;
	return importsOf(file, source)
		.filter(
			(target) =>
				(allowed && !isAllowed(target, allowed)) ||
				// The host test packs both editions.
				(isAllowed(target, ['src/tools/']) && !/^(?:src\/tools|test\/host|test\/structure)\//.test(file)),
		)
		.map((target) => `${file} may not import ${target}`);
}

/** The floor of a file in its layer; -1 for a room that no floor names. */
function floorOf(layer: string, file: string): number {
	const room = path.posix.relative(layer, path.posix.dirname(file)) || '.';
	return floors[layer]?.findIndex((rooms) => rooms.includes(room)) ?? -1;
}

function climbs(layer: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
	return [...graph].flatMap(([file, targets]) =>
		targets
			.filter((target) => path.posix.dirname(target) !== path.posix.dirname(file))
			.filter((target) => floorOf(layer, target) >= floorOf(layer, file))
			.map((target) => `${file} imports ${target}, which is not below it`),
	);
}

test.each(Object.keys(layers))('%s imports only what its layer may', (layer) => {
	const files = sourcesIn(layer);
	expect(files).not.toEqual([]);
	expect(files.flatMap((file) => violations(file, read(file)))).toEqual([]);
});

test.each(Object.keys(floors))('every room of %s has a floor, and imports only what is below it', (layer) => {
	const files = sourcesIn(layer);
	expect(files.filter((file) => floorOf(layer, file) < 0)).toEqual([]);
	expect(climbs(layer, importGraph(files))).toEqual([]);
});

test.each(['src', 'test'])('no circle of files in %s', (folder) => {
	const files = [folder, 'nodes', 'credentials', 'src'].flatMap(sourcesIn);
	expect(circlesIn(importGraph([...new Set(files)]))).toEqual([]);
});

test('only the host test and those of the structure import src/tools', () => {
	const files = ['src', 'nodes', 'credentials', 'test'].flatMap(sourcesIn);
	expect(
		files.flatMap((file) => violations(file, read(file))).filter((text) => text.includes('import src/tools')),
	).toEqual([]);
});

test('every file of src has a layer', () => {
	const known = [...Object.keys(layers), 'src/tools/'];
	expect(sourcesIn('src').filter((file) => !known.some((folder) => file.startsWith(folder)))).toEqual([]);
});

// The checks themselves can fail: each row is a planted violation.
test.each([
	['src/protocol/wire/sign.ts', "import { readFileSync } from 'node:fs';"],
	['src/protocol/wire/sign.ts', "import type { Call } from '../../client/service/call';"],
	['src/protocol/wire/sign.ts', "export * from '../../n8n/execute/run';"],
	['src/protocol/wire/sign.ts', "export * as './run' from '../../n8n/execute/run';"],
	['src/protocol/wire/sign.ts', "export { run as './run' } from '../../n8n/execute/run';"],
	['src/client/service/call.ts', "import { Agent } from 'undici';"],
	['src/client/service/call.ts', "const form = require('form-data');"],
	['src/client/http/http.ts', "import { Agent } from 'undici';"],
	['src/client/http/http.ts', "import { Readable } from 'node:stream';"],
	['src/edition/full/transport.ts', "import axios from 'axios';"],
	['src/edition/lean/timers.ts', "import { Agent } from 'undici';"],
	['src/n8n/execute/run.ts', "import fs from 'node:fs';"],
	['src/pages/frame.ts', "import { call } from '../client/service/call';"],
	['src/pages/frame.ts', "import { signed } from '../protocol/wire/sign';"],
	['src/n8n/execute/run.ts', "const later = await import('../../tools/docs');"],
	['nodes/A/A.node.ts', "import { call } from '../../src/client/service/call';"],
	['credentials/A.credentials.ts', "type Http = import('../src/client/http/types').Http;"],
	['test/emulator/cli/main.ts', "import { sign } from '../../../src/protocol/wire/sign';"],
	['test/a.test.ts', "import { docs } from '../src/tools/docs';"],
])('a planted import in %s is found: %s', (file, source) => {
	expect(violations(file, source)).toHaveLength(1);
});

test('allowed imports pass', () => {
	const source = ["import { Agent } from 'undici';", "import { sign } from '../../protocol/wire/sign';"];
	const file = 'src/edition/full/transport.ts';
	expect(violations(file, [...source, "import net from 'node:net';"].join('\n'))).toEqual([]);
});

test('a planted circle and a planted climb are found', () => {
	const [http, call] = ['src/client/http/http.ts', 'src/client/service/call.ts'];
	const graph = new Map([
		[http, [call]],
		[call, [http]],
	]);
	expect(circlesIn(graph)).toEqual([[http, call]]);
	expect(climbs('src/client', graph)).toEqual([`${http} imports ${call}, which is not below it`]);
});
