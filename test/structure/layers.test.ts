import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What each layer may import: a folder (ends in /), a scheme (ends in :), or one exact package. */
const layers: Record<string, readonly string[]> = {
	'src/protocol/': ['src/protocol/', 'node:crypto'],
	'src/client/': ['src/client/', 'src/protocol/', 'node:'],
	'src/n8n/': ['src/n8n/', 'src/client/', 'src/protocol/', 'n8n-workflow'],
	'nodes/': ['src/n8n/', 'src/protocol/', 'n8n-workflow'],
	'credentials/': ['src/n8n/', 'src/protocol/', 'n8n-workflow'],
	// The second witness: it must not learn the service from the code it judges.
	'test/emulator/': ['test/emulator/', 'node:', 'ajv', 'ajv-formats', 'busboy', 'yaml'],
};

/** The choice of HTTP libraries stays reversible as long as one file makes it. */
const exceptions: Record<string, readonly string[]> = { 'src/client/http.ts': ['undici', 'form-data'] };

const root = path.join(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const within = (folder: string): string[] =>
	existsSync(path.join(root, folder))
		? readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => /\.[cm]?[jt]s$/.test(name))
				.map((name) => path.posix.join(folder, name))
		: [];

/** Every module a source names: import, import type, export … from, import(), import('…').T, require(). */
function imports(file: string, source: string): string[] {
	return ts
		.preProcessFile(source, true, true)
		.importedFiles.map(({ fileName }) =>
			fileName.startsWith('.') ? path.posix.join(path.posix.dirname(file), fileName) : fileName,
		);
}

const isAllowed = (target: string, allowed: readonly string[]) =>
	allowed.some((entry) => (/[/:]$/.test(entry) ? `${target}/`.startsWith(entry) : target === entry));

function violations(file: string, source: string): string[] {
	const layer = Object.keys(layers).find((folder) => file.startsWith(folder));
	const allowed = layer ? [...layers[layer]!, ...(exceptions[file] ?? [])] : undefined;
	return imports(file, source)
		.filter(
			(target) =>
				(allowed && !isAllowed(target, allowed)) ||
				(isAllowed(target, ['src/tools/']) && !file.startsWith('src/tools/') && !readsReference(file, target)),
		)
		.map((target) => `${file} may not import ${target}`);
}

/** Tests that hold the reference against the contract, the engine and the emulator. */
const readsReference = (file: string, target: string) =>
	/^test\/(contract|engine)\//.test(file) && target === 'src/tools/reference';

function limit(file: string): number {
	if (/^(nodes|credentials)\//.test(file)) return 60;
	return file.startsWith('src/protocol/catalogue/') ? 400 : 200;
}

const tooLong = (file: string, source: string) => source.replace(/\n$/, '').split('\n').length > limit(file);

test.each(Object.keys(layers))('%s imports only what its layer may', (layer) => {
	const files = within(layer);
	expect(files).not.toEqual([]);
	expect(files.flatMap((file) => violations(file, read(file)))).toEqual([]);
});

test('nothing imports src/tools', () => {
	const files = ['src', 'nodes', 'credentials', 'test'].flatMap(within);
	expect(
		files.flatMap((file) => violations(file, read(file))).filter((text) => text.includes('import src/tools')),
	).toEqual([]);
});

test('every file of src has a layer', () => {
	const known = [...Object.keys(layers), 'src/tools/'];
	expect(within('src').filter((file) => !known.some((folder) => file.startsWith(folder)))).toEqual([]);
});

test('files stay short', () => {
	const files = ['src', 'nodes', 'credentials'].flatMap(within);
	expect(files.filter((file) => tooLong(file, read(file)))).toEqual([]);
});

// The check itself can fail: each row is a planted violation.
test.each([
	['src/protocol/sign.ts', "import { readFileSync } from 'node:fs';"],
	['src/protocol/sign.ts', "import type { Call } from '../client/call';"],
	['src/protocol/sign.ts', "export * from '../n8n/run';"],
	['src/client/call.ts', "import { Agent } from 'undici';"],
	['src/client/call.ts', "const form = require('form-data');"],
	['src/client/http.ts', "import axios from 'axios';"],
	['src/n8n/run.ts', "import fs from 'node:fs';"],
	['src/n8n/run.ts', "const later = await import('../tools/docs');"],
	['nodes/A/A.node.ts', "import { call } from '../../src/client/call';"],
	['credentials/A.credentials.ts', "type Http = import('../../src/client/http/http').Http;"],
	['test/emulator/main.ts', "import { sign } from '../../src/protocol/sign';"],
	['test/a.test.ts', "import { docs } from '../../src/tools/docs';"],
])('a planted import in %s is found: %s', (file, source) => {
	expect(violations(file, source)).toHaveLength(1);
});

test('a planted long file is found, and what is allowed passes', () => {
	expect(tooLong('nodes/A/A.node.ts', 'x\n'.repeat(61))).toBe(true);
	expect(tooLong('src/client/call.ts', 'x\n'.repeat(200))).toBe(false);
	expect(
		violations(
			'src/client/http.ts',
			"import { Agent } from 'undici';\nimport { sign } from '../protocol/sign';\nimport net from 'node:net';",
		),
	).toEqual([]);
});
