import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { NODE_NAMES, nodeForm } from '../forms';
import { bundledPage, PAGE_FILES } from '../features/preview/serve/bundledPage';
import { chosen, editionOf, PROJECT as root, projectManifest } from './editions';
import { formFile } from './formFile';
import { IMPORTED, licensesOf, REPLACED, SEPARATE, separateFile, separately } from './libraries';

/*
 * `npm run build`, apart from what is only copied (gulpfile.js). n8n loads all nodes of all packages when it starts, so
 * what is loaded then is one small file (nodes.js) and the forms as data (forms/*.json); what nodes do is another file
 * (runtime.js), which is loaded when one of them first works, and libraries that send requests are files that it loads
 * at the first one. Source maps without the sources name the files and lines of stack traces: n8n reads them. With a
 * folder, the files are written there instead of dist; `--edition` chooses one, and `--sources FILE` writes the list of
 * the source files that it is made of.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: 'string', default: 'full' }, sources: { type: 'string' } },
});
const [dist = path.join(root, 'dist')] = positionals;
const edition = editionOf(values.edition);
const { n8n } = projectManifest() as ReturnType<typeof projectManifest> & {
	readonly n8n: { readonly nodes: string[]; readonly credentials: string[] };
};

/** The files of the nodes and credentials, by their paths below dist. */
const entries = [...n8n.nodes, ...n8n.credentials].map((file) => path.posix.relative('dist', file));
const classOf = (file: string): string => path.posix.basename(file).split('.')[0] ?? '';

const COMMON = {
	absWorkingDir: root,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	legalComments: 'none',
	metafile: true,
	logLevel: 'warning',
} as const satisfies BuildOptions;

const OPTIONS = {
	...COMMON,
	external: ['n8n-workflow'],
	plugins: [chosen(edition), separately],
	alias: Object.fromEntries(
		[...REPLACED].map((name) => [name, path.join(root, 'src/features/zip/work/noStreams.ts')]),
	),
	sourcemap: 'linked',
	sourcesContent: false,
	// As in the modules that the files are made of.
	banner: { js: "'use strict';" },
} as const satisfies BuildOptions;

const SEPARATE_PARTS = Object.entries(SEPARATE)
	.filter(([name]) => IMPORTED[edition].includes(name))
	.map(([name, contents]) => ({
		...COMMON,
		stdin: { contents, resolveDir: root, sourcefile: `${name}.js` },
		outfile: path.join(dist, separateFile(name)),
	}));

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

/** The files of the source in some bundles, and those of the pages, which are bundled apart. */
function sourcesOf(metafiles: readonly Metafile[]): string[] {
	const inputs = new Set(metafiles.flatMap(({ inputs: files }) => Object.keys(files)));
	return [...inputs].filter((file) => /^(src|nodes|credentials)\//.test(file)).sort();
}

async function main(): Promise<void> {
	for (const node of NODE_NAMES) write(`forms/${node}.json`, JSON.stringify(formFile(nodeForm(node))));
	for (const file of PAGE_FILES)
		write(`pages/${file.replace(/\.ts$/, '.js')}.json`, JSON.stringify(bundledPage(file)));
	writeEntries();
	const contents = entries.map((file) => `export * from './${file.replace(/\.js$/, '')}';`).join('\n');
	const nodes = {
		stdin: { contents, resolveDir: root, sourcefile: 'nodes.ts' },
		outfile: path.join(dist, 'nodes.js'),
	};
	const runtime = { entryPoints: ['src/runtime.ts'], outfile: path.join(dist, 'runtime.js') };
	const own = [nodes, runtime].map((part) => ({ ...OPTIONS, ...part }));
	const built = await Promise.all([...own, ...SEPARATE_PARTS].map(async (part) => await build(part)));
	const made = built.map(({ metafile }) => metafile);
	if (values.sources) writeFileSync(values.sources, sourcesOf(made).join('\n'));
	write('licenses.txt', licensesOf(made.flatMap(({ inputs }) => Object.keys(inputs))));
}

void main();
