import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/*
 * Who may import what (docs/architecture.md): three layers of a core, and a folder for each feature on them. The role
 * of a file of a feature is in its name. test/structure/layers.test.ts plants a violation of each rule.
 */

const features = readdirSync(path.join(import.meta.dirname, 'src', 'features'));
const inFeatures = (...parts) => parts.map((part) => `./src/features/*/${part}`);

const PURE = ['./src/protocol/**', ...inFeatures('entries.ts', 'plan/**')];
const WORK = ['./src/client/**', ...inFeatures('work/**')];
const N8N = ['./src/n8n/**', ...inFeatures('handler.ts', 'trigger.ts', 'serve/**', 'index.ts')];
const EDITION = ['./src/edition/**'];
const PAGES = ['./src/pages/**'];
const ROOTS = ['./src/*.ts'];
const TOOLS = ['./src/tools/**'];
/** Nodes and credentials, and all source of theirs. */
const SHIPPED = ['./src/!(tools)/**', ...ROOTS, './{nodes,credentials}/**'];
const CORE = ['protocol', 'client', 'edition', 'n8n'].map((layer) => `./src/${layer}/**`);

const zone = (target, from, message, except) => ({ target, from, message, ...(except ? { except } : {}) });

const zones = [
	zone(PURE, [...WORK, ...N8N, ...EDITION, ...PAGES, ...ROOTS, ...TOOLS], 'Pure code imports pure code only.'),
	zone([...WORK, ...EDITION], [...N8N, ...PAGES, ...ROOTS, ...TOOLS], 'What talks to the service knows no n8n.'),
	zone(N8N, [...ROOTS, ...TOOLS, './src/edition/{full,lean}/**'], 'Only roots and nodes import a root.'),
	zone(PAGES, [...WORK, ...N8N, ...EDITION, ...ROOTS, ...TOOLS], 'A page runs in a browser.'),
	zone(CORE, './src/features/**', 'The core knows no feature: src/entries.ts and src/handlers.ts list them.'),
	zone(
		['./nodes/**', './credentials/**'],
		['./src/{client,edition,pages,tools,features}/**'],
		'Nodes and credentials import src/n8n, src/protocol and the roots.',
	),
	zone('./test/emulator/**', './src/**', 'The emulator learns nothing from what it tests.'),
	zone(
		[...SHIPPED, './test/{client,engine,n8n,protocol,pages}/**'],
		TOOLS,
		'Nothing that is shipped imports a tool.',
	),
	zone(SHIPPED, './dev/**', 'Nothing that is shipped imports what starts n8n.'),
	// Others import a feature by its doors; entries of features refer to each other.
	...features.map((feature) =>
		zone(
			features.filter((other) => other !== feature).map((other) => `./src/features/${other}/**`),
			`./src/features/${feature}/**`,
			`Import ${feature} by its index.ts, or that of its plan or work.`,
			['**/index.ts', '**/entries.ts'],
		),
	),
	zone(
		'./{test,dev}/**',
		'./src/features/**',
		'Tests import a feature by its doors: #mirror, #mirror/plan, #mirror/work.',
		['**/index.ts', '**/serve/bundledPage.ts'],
	),
];

/** Refuses every package and module of Node.js but these. */
const packages = (files, allowed, ignores = []) => ({
	files,
	ignores: ['src/tools/**', ...ignores],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{
						regex: `^(?!\\.{1,2}/|#${allowed.map((name) => `|${name}$`).join('')})`,
						message: 'This layer does without.',
					},
				],
			},
		],
	},
});
/** The files of a layer without the "./" of its zone. */
const filesOf = (globs) => globs.map((glob) => glob.slice(2));

/** The one file for each library that is bundled with the package, and the one that makes pages. */
const BUNDLED = {
	'src/edition/full/transport.ts': ['undici', 'form-data', 'node:.*'],
	'src/edition/lean/timers.ts': ['n8n-workflow'],
	'src/features/zip/work/records.ts': ['compress-commons', 'node:crypto'],
	'src/features/preview/serve/bundledPage.ts': ['node:path', 'esbuild'],
};
const apart = Object.keys(BUNDLED);

/** The rules on imports, with what reads them. */
export const layers = [
	{
		files: ['{src,nodes,credentials,test,dev}/**/*.ts'],
		plugins: { 'import-x': importX },
		languageOptions: { parser: tseslint.parser },
		settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })] },
		rules: { 'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }] },
	},
	packages(filesOf([...PURE, ...WORK]), ['node:crypto'], apart),
	packages(filesOf(EDITION), ['node:.*'], apart),
	packages(filesOf(PAGES), []),
	packages(filesOf(N8N), ['n8n-workflow'], apart),
	packages(['src/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'], ['n8n-workflow']),
	packages(['test/emulator/**/*.ts'], ['node:.*', 'ajv', 'ajv-formats', 'busboy', 'yaml']),
	...Object.entries(BUNDLED).map(([file, allowed]) => packages([file], allowed)),
];
