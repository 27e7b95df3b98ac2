import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { NODE_NAMES, nodeForm } from '../forms';
import { bundledPage, PAGE_FILES } from '../features/preview/serve/bundledPage';
import { chosen, editionOf, PROJECT as root, readJson } from './editions';
import { formFile } from './formFile';
import {
	bomOf,
	type Lock,
	type ProductManifest,
	licensesOf,
	REPLACED,
	SEPARATE,
	separateFile,
	separateIn,
	separately,
} from './components';
import { reference } from './reference';
import { withOutputFields } from './schemas/schemaFile';
import { schemaFolder } from './schemas/schemaFolder';

/*
 * `npm run build`, apart from what is only copied (gulpfile.js). n8n loads all nodes of all packages when it starts, so
 * what is loaded then is one small file (nodes.js) and the forms as data (forms/*.json); what nodes do is another file
 * (runtime.js), which is loaded when one of them first works, and libraries that send requests are files that it loads
 * at the first one. Source maps without the sources name the files and lines of stack traces: n8n reads them. With a
 * folder, the files are written there instead of dist; `--edition` chooses one, and `--sources FILE` writes the list of
 * the source files that it is made of. Without a folder, the reference for programs is written too,
 * build/operations.json. `--quick` leaves out the output schemas, which take longest, and the reference, which has
 * them.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: 'string', default: 'full' }, sources: { type: 'string' }, quick: { type: 'boolean' } },
});
const [dist = path.join(root, 'dist')] = positionals;
const edition = editionOf(values.edition);
const manifest = readJson('package.json') as ProductManifest & {
	readonly n8n: { readonly nodes: string[]; readonly credentials: string[] };
};

/** The files of the nodes and credentials, by their paths below dist. */
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => path.posix.relative('dist', file));
const classOf = (file: string): string => path.posix.basename(file).split('.')[0] ?? '';

const COMMON = {
	absWorkingDir: root,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	legalComments: 'none',
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

const separatePart = (name: string) => ({
	...COMMON,
	stdin: { contents: SEPARATE[name] ?? '', resolveDir: root, sourcefile: `${name}.js` },
	outfile: path.join(dist, separateFile(name)),
});

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

/** What the files of the package are made of. */
async function bundle(): Promise<Metafile['inputs']> {
	const contents = entries.map((file) => `export * from './${file.replace(/\.js$/, '')}';`).join('\n');
	const nodes = {
		stdin: { contents, resolveDir: root, sourcefile: 'nodes.ts' },
		outfile: path.join(dist, 'nodes.js'),
	};
	const runtime = { entryPoints: ['src/runtime.ts'], outfile: path.join(dist, 'runtime.js') };
	const made = async (part: BuildOptions): Promise<Metafile> => (await build({ ...part, metafile: true })).metafile;
	const own = await Promise.all([nodes, runtime].map(async (part) => await made({ ...OPTIONS, ...part })));
	const separate = own.flatMap(separateIn).map(async (name) => await made(separatePart(name)));
	return Object.assign({}, ...[...own, ...(await Promise.all(separate))].map(({ inputs }) => inputs));
}

/** The list of components says a time only where one is given, so that equal sources make equal packages. */
function bom(inputs: Metafile['inputs']): string {
	const { SOURCE_DATE_EPOCH: epoch = '' } = process.env;
	const made = /^\d+$/.test(epoch) ? new Date(Number(epoch) * 1000) : undefined;
	return `${JSON.stringify(bomOf(manifest, readJson('package-lock.json') as Lock, inputs, made), undefined, '\t')}\n`;
}

/** What n8n shows of an operation before its first run, beside the node; and the reference, no part of the package. */
async function writeSchemas(): Promise<void> {
	const schemas = await schemaFolder();
	cpSync(schemas, path.join(dist, 'nodes'), { recursive: true });
	if (positionals.length > 0) return;
	mkdirSync(path.join(root, 'build'), { recursive: true });
	const operations = JSON.stringify(withOutputFields(reference(), schemas), null, '\t');
	writeFileSync(path.join(root, 'build', 'operations.json'), `${operations}\n`);
}

async function main(): Promise<void> {
	for (const node of NODE_NAMES) write(`forms/${node}.json`, JSON.stringify(formFile(nodeForm(node))));
	for (const file of PAGE_FILES)
		write(`pages/${file.replace(/\.ts$/, '.js')}.json`, JSON.stringify(bundledPage(file)));
	writeEntries();
	const inputs = await bundle();
	const files = Object.keys(inputs);
	const sources = files.filter((file) => /^(src|nodes|credentials)\//.test(file)).sort();
	if (values.sources) writeFileSync(values.sources, sources.join('\n'));
	write('licenses.txt', licensesOf(files));
	write('sbom.cdx.json', bom(inputs));
	if (!values.quick) await writeSchemas();
}

void main();
