import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import * as regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { layers } from './eslint.layers.mjs';

const community = n8nCommunityNodesPlugin.configs.recommended;
/** The source of everything in the tarball, and the developer tools (src/tools). */
const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'src/**/*.ts'];
/** The only files that import what the build puts into the package. */
const BUNDLED_IN = ['src/features/zip/work/records.ts', 'src/edition/full/transport.ts'];
/** The nodes as they are in the repository, and with their derived forms written out (src/tools/lintForms.ts). */
const nodes = ['nodes/**/*.ts', 'generated/**/*.ts'];

export default defineConfig(
	globalIgnores(['dist', 'build', 'generated', 'coverage', '.cache']),
	layers,
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
		plugins: { 'import-x': importX, 'n8n-nodes-base': n8nNodesBase },
		settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })] },
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			// n8n's rules forbid to import a module of Node.js even for its types; import('…') is no import to them.
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
			// Comments and strings, which prettier cannot break. A long line hides a long function.
			'max-len': ['error', { code: 120, tabWidth: 4 }],
			'max-lines': ['error', 300],
			// It would only pack several fields into one line.
			'no-restricted-syntax': ['error', 'ObjectExpression > SpreadElement > ObjectExpression'],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
		},
	},
	{
		// A describe() of a test is a list, not a function.
		files: ['**/*.ts'],
		ignores: ['**/*.test.ts'],
		rules: { 'max-lines-per-function': ['error', { max: 60, IIFEs: true }] },
	},
	{
		// Data, one entry below another.
		files: ['src/protocol/catalogue/**/*.ts', 'src/features/*/entries.ts'],
		rules: { 'max-lines': ['error', 400] },
	},
	{
		// What n8n's linter reads is written in place.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'max-lines': ['error', 75] },
	},
	{
		// Written by a program.
		files: ['generated/**/*.ts', 'src/protocol/contract.ts'],
		rules: { 'max-len': 'off', 'max-lines': 'off', 'max-lines-per-function': 'off' },
	},
	{
		// The few rules that need types and are worth their time: lost promises, incomplete switches.
		files: ['**/*.ts'],
		ignores: ['generated/**'],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/only-throw-error': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
		},
	},
	{
		files: shipped,
		// The second one stays here: the build puts what it makes in its place.
		ignores: ['src/tools/**', 'src/features/preview/serve/bundledPage.ts'],
		rules: {
			'no-console': 'error',
			'import-x/no-extraneous-dependencies': ['error', { devDependencies: BUNDLED_IN, peerDependencies: true }],
		},
	},
	{
		// A regular expression takes a time in proportion to its text, whatever a service or a visitor sends.
		files: shipped,
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		// All source of the edition that n8n can verify, and not only its nodes and credentials.
		files: ['src/**/*.ts'],
		ignores: ['src/tools/**', 'src/edition/full/**', 'src/features/preview/serve/bundledPage.ts'],
		extends: [community],
	},
	{
		files: ['package.json'],
		extends: [community],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		extends: [community],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Wants a camel-case word for n8n's own docs; the community rule wants a URL. (Off in n8n's own lint too.)
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: nodes,
		extends: [community],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Want the string 'main', which the community rule node-connection-type-literal forbids. (Off in n8n's own
			// lint too.)
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// Wants a choice made in advance; an order has to be chosen by somebody.
			'n8n-nodes-base/node-param-default-wrong-for-options': 'off',
		},
	},
	{
		// Operations that only other programs need come last; test/n8n/form/menus.test.ts has the order of all.
		files: ['generated/**/*.ts'],
		rules: { 'n8n-nodes-base/node-param-options-type-unsorted-items': 'off' },
	},
);
