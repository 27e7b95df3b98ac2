import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { NODE_NAMES, nodeForm } from '../n8n/form/nodeForms';
import { bundledPage, PAGE_FILES } from '../n8n/previewPage/bundledPage';
import { formFile } from './formFile';

/*
 * `npm run build`, apart from what is only copied (gulpfile.js). n8n loads all nodes of all packages when it starts, so
 * what is loaded then is one small file (nodes.js) and the forms as data (forms/*.json); what nodes do is another file
 * (runtime.js), which is loaded when one of them first works. Source maps without the sources name the files and lines
 * of stack traces: n8n reads them. With a folder, the files are written there instead of dist.
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
	sourcemap: 'linked',
	sourcesContent: false,
	// As in the modules that the files are made of.
	banner: { js: "'use strict';" },
	logLevel: 'warning',
};

function write(name: string, text: string): void {
	const file = path.join(dist, name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
}

function writeEntries(): void {
	for (const file of entries) {
		const nodes = path.posix.relative(path.posix.dirname(file), 'nodes.js');
		write(file, `module.exports = { ${classOf(file)}: require('${nodes}').${classOf(file)} };\n`);
	}
}

async function main(): Promise<void> {
	for (const node of NODE_NAMES) write(`forms/${node}.json`, formFile(nodeForm(node)));
	for (const file of PAGE_FILES) write(`pages/${file.replace(/\.ts$/, '.js')}`, bundledPage(file));
	writeEntries();
	const contents = entries.map((file) => `export * from './${file.replace(/\.js$/, '')}';`).join('\n');
	const nodes = {
		stdin: { contents, resolveDir: root, sourcefile: 'nodes.ts' },
		outfile: path.join(dist, 'nodes.js'),
	};
	const runtime = { entryPoints: ['src/n8n/runtime.ts'], outfile: path.join(dist, 'runtime.js') };
	await Promise.all([nodes, runtime].map(async (part) => await build({ ...OPTIONS, ...part })));
}

void main();
