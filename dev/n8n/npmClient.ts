import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ownEnvironment, runChild } from '../process/childProcess';
import type { ShowDetail } from '../process/progress';

/** How npm is run, by the Node.js of this program; `env` is added to its environment. */
export interface NpmOptions {
	readonly cwd: string;
	readonly logFile: string;
	readonly timeoutMs: number;
	readonly showDetail?: ShowDetail;
	readonly env?: Readonly<Record<string, string>>;
}

/** Runs npm. Throws the last lines of its output when it fails. */
export async function npm(args: string[], options: NpmOptions): Promise<string> {
	const env = { ...ownEnvironment(), ...options.env };
	env.PATH = [dirname(process.execPath), env.PATH].join(delimiter);
	// Under `npm run`, npm tells where its program is; otherwise it is found in PATH.
	const program = process.env.npm_execpath;
	const [command, first] = program?.endsWith('.js') ? [process.execPath, [program]] : ['npm', []];
	return await runChild(`npm ${args[0]}`, command, [...first, ...args], { ...options, env });
}

const REGISTRY = 'https://registry.npmjs.org';

/** What a lock file says of a package. */
interface Locked {
	readonly version?: string;
	/** Where the package is another one than its folder says. */
	readonly name?: string;
	readonly integrity?: string;
	resolved?: string;
}

/**
 * Copies the manifests of an installation from one folder into another one. Its lock file, which names no host, gets
 * the address of each package: otherwise npm asks the registry for all versions of each, although it knows the one, and
 * although it has the package in its cache, which takes 40 % of the time. npm puts its own registry in the place of
 * this one.
 */
export function copyManifests(from: string, into: string): void {
	copyFileSync(join(from, 'package.json'), join(into, 'package.json'));
	const lock = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as {
		packages: Readonly<Record<string, Locked>>;
	};
	for (const [folder, locked] of Object.entries(lock.packages))
		if (locked.integrity !== undefined) locked.resolved ??= addressOf(folder, locked);
	writeFileSync(join(into, 'package-lock.json'), JSON.stringify(lock));
}

function addressOf(folder: string, { name = folder.split('node_modules/').at(-1) ?? '', version }: Locked): string {
	return `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}
