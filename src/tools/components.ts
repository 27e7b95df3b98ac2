import type { Metafile, Plugin } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT } from './editions';

/* Libraries that become part of the package: n8n's review allows no dependencies, and installs only the tarball. */

/** What compress-commons asks for and its records do not need: streams and checksums, ours or those of Node.js. */
export const REPLACED: ReadonlySet<string> = new Set([
	'readable-stream',
	'crc32-stream',
	'crc-32',
	'stream',
	'util',
	'zlib',
]);

/**
 * Libraries in files of their own, which are loaded at the first request, and what is in them. Of undici only what
 * `src/edition/full/transport.ts` uses: all of it is twice as large. A proxy agent opens tunnels by `connect`, which
 * undici adds to its dispatchers outside of these files.
 */
export const SEPARATE: Readonly<Record<string, string>> = {
	undici: `import Dispatcher from 'undici/lib/dispatcher/dispatcher';
		import connect from 'undici/lib/api/api-connect';
		Dispatcher.prototype.connect = connect;
		export { default as Agent } from 'undici/lib/dispatcher/agent';
		export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent';
		export { default as buildConnector } from 'undici/lib/core/connect';`,
	'form-data': `module.exports = require('form-data');`,
};

/** The path of such a file in `dist`. */
export const separateFile = (name: string): string => `libraries/${name}.js`;

/** Those of them that files of the build load. */
export const separateIn = ({ outputs }: Metafile): string[] => {
	const loaded = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path: file }) => file));
	return Object.keys(SEPARATE).filter((name) => loaded.includes(`./${separateFile(name)}`));
};

/** Has `runtime.js` load them from there. */
export const separately: Plugin = {
	name: 'libraries',
	setup: (build) =>
		build.onResolve({ filter: new RegExp(`^(?:${Object.keys(SEPARATE).join('|')})$`) }, ({ path: name }) => ({
			path: `./${separateFile(name)}`,
			external: true,
		})),
};

/** undici contains the parser llhttp, compiled and without its license. */
const LLHTTP = { made: 'undici/lib/llhttp/', license: path.join(__dirname, 'licenses', 'llhttp.txt') };

const MODULES = 'node_modules/';
const nameOf = (file: string): string => file.slice(file.lastIndexOf(MODULES) + MODULES.length);
/** The folder of the package that a file is of; undefined for a file of this project. */
const packageFolder = (file: string): string | undefined =>
	/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/** The licenses in a folder of a package and above it, those of the package first. Throws where that has none. */
function licensesAbove(folder: string): string[] {
	const files = readdirSync(path.resolve(PROJECT, folder)).filter((file) => /^licen[cs]e/i.test(file));
	const own = files.map((file) => path.join(folder, file));
	if (folder !== packageFolder(folder)) return [...licensesAbove(path.dirname(folder)), ...own];
	if (own.length === 0) throw new Error(`${folder} has no license`);
	return own;
}

/** The licenses of the packages that some of these files, relative to the project, are of. */
export function licensesOf(files: readonly string[]): string {
	const foreign = files.filter((file) => file.includes(MODULES));
	const found = new Map(
		foreign.flatMap((file) => licensesAbove(path.dirname(file))).map((file) => [path.dirname(nameOf(file)), file]),
	);
	if (foreign.some((file) => nameOf(file).startsWith(LLHTTP.made))) found.set('llhttp, in undici', LLHTTP.license);
	const texts = [...found]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, file]) => `${name}\n\n${readFileSync(path.resolve(PROJECT, file), 'utf8').trim()}\n`);
	return texts.join('\n----\n\n');
}

/* What the package consists of, as CycloneDX 1.6: of the files that the build put into it, and package-lock.json. */

/** The files of a build, with what each imports. */
export type Inputs = Metafile['inputs'];
/** package-lock.json, as far as it is read here. */
export interface Lock {
	readonly packages: Readonly<
		Record<string, { readonly version?: string; readonly integrity?: string; readonly license?: string }>
	>;
}
/** package.json, as far as it is read here. */
export type ProductManifest = Readonly<Record<'name' | 'version' | 'description' | 'license' | 'homepage', string>> & {
	readonly repository: { readonly url: string };
};

/** The package of this project, as package-lock.json names it. */
const OURS = '';
/** The package that a file is of, as package-lock.json names it. */
const packageOf = (file: string): string => packageFolder(file)?.replace(/^.*?(?=node_modules\/)/, '') ?? OURS;

/** Each package that files of the build are of, with those that these files import. */
function requirementsIn(inputs: Inputs): Map<string, Set<string>> {
	const found = new Map<string, Set<string>>();
	for (const [file, { imports }] of Object.entries(inputs)) {
		const name = packageOf(file);
		const others = imports.map(({ path }) => packageOf(path)).filter((other) => other !== name && other !== OURS);
		found.set(name, new Set([...(found.get(name) ?? []), ...others]));
	}
	return found;
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Throws where the lock does not know the package, or says too little of it. */
function componentOf(folder: string, { packages }: Lock) {
	const name = nameOf(folder);
	const { version, integrity = '', license } = packages[folder] ?? {};
	const checksum = /^sha512-(.+)$/.exec(integrity)?.[1];
	if (!version || !checksum || !license) throw new Error(`package-lock.json has no checksum or licence of ${name}`);
	const purl = purlOf(name, version);
	return {
		type: 'library',
		'bom-ref': purl,
		name,
		version,
		scope: 'required',
		hashes: [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }],
		licenses: [{ license: { id: license } }],
		purl,
	};
}

/** The list: the package itself, and all packages with a file in it. Throws what `componentOf` throws. */
export function bomOf(manifest: ProductManifest, lock: Lock, inputs: Inputs, made?: Date) {
	const { name, version, description, license, homepage, repository } = manifest;
	const requirements = requirementsIn(inputs);
	const components = new Map(
		[...requirements.keys()].filter((each) => each !== OURS).map((each) => [each, componentOf(each, lock)]),
	);
	const dependsOn = (folder: string): string[] =>
		[...(requirements.get(folder) ?? [])].flatMap((other) => components.get(other)?.purl ?? []).sort();
	const self = { type: 'library', 'bom-ref': purlOf(name, version), purl: purlOf(name, version) };
	const sorted = [...components].sort(([, a], [, b]) => (a.purl < b.purl ? -1 : 1));
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: {
			...(made ? { timestamp: made.toISOString() } : {}),
			lifecycles: [{ phase: 'build' }],
			component: {
				...self,
				name,
				version,
				description,
				licenses: [{ license: { id: license } }],
				externalReferences: [
					{ type: 'website', url: homepage },
					{ type: 'vcs', url: repository.url },
				],
			},
		},
		components: sorted.map(([, component]) => component),
		dependencies: [
			{ ref: self.purl, dependsOn: dependsOn(OURS) },
			...sorted.map(([folder, { purl }]) => ({ ref: purl, dependsOn: dependsOn(folder) })),
		],
	};
}
