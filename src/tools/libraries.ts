import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
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
/** The folder of a package, and not one inside it. */
const IS_PACKAGE = /node_modules\/(?:@[^/]+\/)?[^/]+$/;

/** The licenses beside a file of a package and above it, those of the package first. Throws where that has none. */
function licensesAbove(folder: string): string[] {
	const own = readdirSync(path.resolve(PROJECT, folder)).filter((file) => /^licen[cs]e/i.test(file));
	if (!IS_PACKAGE.test(folder))
		return [...licensesAbove(path.dirname(folder)), ...own.map((file) => path.join(folder, file))];
	if (own.length === 0) throw new Error(`${folder} has no license`);
	return own.map((file) => path.join(folder, file));
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
