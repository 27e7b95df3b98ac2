import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { NODE_NAMES, nodeForm, SUBTITLES } from '../n8n/nodeForms';
import { PAGE_TEXTS, pageText } from '../n8n/previewPage/pageText';
import { formFile } from './formFile';

/*
 * `npm run build`, apart from what is only copied (gulpfile.js). n8n loads all nodes of all packages when it starts, so
 * what is loaded then is one small file (start.js) and the forms as data (forms/*.json); what nodes do is another file
 * (work.js), which is loaded when one of them first works. With a folder, the files are written there instead of dist.
 */

const root = path.join(__dirname, '..', '..');
const [dist = path.join(root, 'dist')] = process.argv.slice(2);
const { n8n, dependencies }: { n8n: { nodes: string[]; credentials: string[] }; dependencies: object } = JSON.parse(
	readFileSync(path.join(root, 'package.json'), 'utf8'),
);

/** The files of the nodes and credentials, by their paths below dist. */
const entries = [...n8n.nodes, ...n8n.credentials].map((file) => path.posix.relative('dist', file));
const classOf = (file: string): string => path.posix.basename(file).split('.')[0] ?? '';

const OPTIONS: BuildOptions = {
	absWorkingDir: root,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	external: ['n8n-workflow', ...Object.keys(dependencies)],
	legalComments: 'none',
	// As in the modules that the files are made of.
	banner: { js: "'use strict';" },
	logLevel: 'warning',
};

/** Puts shippedParts.ts in the place of parts.ts. */
const shippedParts: Plugin = {
	name: 'shipped parts',
	setup: ({ onResolve }) =>
		onResolve({ filter: /\/parts$/ }, () => ({ path: path.join(root, 'src', 'n8n', 'shippedParts.ts') })),
};

/** Puts the programs and styles of the pages in the place of pageText.ts. */
const pageTexts: Plugin = {
	name: 'page texts',
	setup: ({ onLoad }) =>
		onLoad({ filter: /\/previewPage\/pageText\.ts$/ }, () => {
			const texts = Object.fromEntries(PAGE_TEXTS.map((name) => [name, pageText(name)]));
			return { contents: `export const pageText = (name) => (${JSON.stringify(texts)})[name];` };
		}),
};

function write(name: string, text: string): void {
	const file = path.join(dist, name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
}

/** One line for each file that n8n names: its class out of start.js. */
function writeEntries(): void {
	for (const file of entries) {
		const start = path.posix.relative(path.posix.dirname(file), 'start.js');
		write(file, `module.exports = { ${classOf(file)}: require('${start}').${classOf(file)} };\n`);
	}
}

async function main(): Promise<void> {
	for (const node of NODE_NAMES) write(`forms/${node}.json`, formFile(nodeForm(node)));
	write('forms/subtitles.json', JSON.stringify(SUBTITLES));
	writeEntries();
	const contents = entries.map((file) => `export * from './${file.replace(/\.js$/, '')}';`).join('\n');
	await build({
		...OPTIONS,
		stdin: { contents, resolveDir: root, sourcefile: 'start.ts' },
		outfile: path.join(dist, 'start.js'),
		plugins: [shippedParts],
	});
	await build({
		...OPTIONS,
		entryPoints: ['src/n8n/work.ts'],
		outfile: path.join(dist, 'work.js'),
		plugins: [pageTexts],
	});
}

void main();
