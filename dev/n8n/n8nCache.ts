import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../process/childProcess';
import { cachedFolder } from '../process/folderLock';
import { type ShowDetail, step } from '../process/progress';
import { databaseDriver, useDriver } from './databaseDriver';
import { showPackages } from './installProgress';
import type { N8nVersion } from './n8nVersions';
import { copyManifests, npm } from './npmClient';

/** An installed n8n and the Node.js that runs it. */
export interface InstalledN8n {
	readonly version: string;
	readonly folder: string;
	readonly node: string;
	/** n8n's command line program. */
	readonly program: string;
	/** Variables of its environment. */
	readonly settings: Readonly<Record<string, string>>;
}

/** Whether it is an n8n 1, some of whose interfaces are others than those of n8n 2. */
export const isN8n1 = ({ version }: InstalledN8n): boolean => version.startsWith('1.');

/** Contains a folder for each version, with the package.json and lock file of its installation. */
const SOURCE = join(__dirname, 'install');
const MANIFESTS = ['package.json', 'package-lock.json'];
const NODE_MAJOR = 24;
const INSTALL_MS = 15 * 60_000;
const QUIET = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];

/** This n8n, installed into the user's cache folder if need be. Throws where `node`, which runs it, is too old. */
export async function findN8n(n8n: N8nVersion, node = ownNode()): Promise<InstalledN8n> {
	return await step(
		`Looking for n8n ${n8n.version} in the cache, installing it if it is missing`,
		async (showDetail) => {
			const busy = () => showDetail('another process is installing n8n');
			const make = async (partial: string) => await install(n8n, partial, showDetail);
			return describe(n8n, node, await cachedFolder(cacheFolder(n8n), INSTALL_MS * 2, busy, make));
		},
	);
}

function describe({ version, settings }: N8nVersion, node: string, folder: string): InstalledN8n {
	return { version, folder, node, program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), settings };
}

/** This n8n, if it is in the user's cache folder already. */
export function cachedN8n(n8n: N8nVersion): InstalledN8n | undefined {
	const folder = cacheFolder(n8n);
	return existsSync(folder) ? describe(n8n, ownNode(), folder) : undefined;
}

function cacheFolder(n8n: N8nVersion): string {
	const key = createHash('sha256');
	for (const file of MANIFESTS) key.update(readFileSync(join(SOURCE, n8n.version, file)));
	key.update(`${process.platform} ${process.arch}`);
	return join(cacheRoot(), `n8n-${n8n.version}-${key.digest('hex').slice(0, 12)}`);
}

/** What this project keeps in the user's cache folder is in this one. */
export const cacheRoot = (): string =>
	join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-file-library');

function ownNode(): string {
	if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
	throw new Error(
		`n8n needs Node.js ${NODE_MAJOR} or later here; this is ${process.version}. ` +
			'Use the npm scripts (npm start, npm run test:host): they run on the Node.js that npm ci installed here.',
	);
}

/** The database driver takes a minute of one core, the packages take the network and the other core. */
async function install(n8n: N8nVersion, partial: string, showDetail: ShowDetail): Promise<void> {
	copyManifests(join(SOURCE, n8n.version), partial);
	const run = { cwd: partial, logFile: join(partial, 'install.log'), timeoutMs: INSTALL_MS };
	const building = databaseDriver(cacheRoot());
	building.catch(() => undefined); // thrown below
	await showPackages(partial, showDetail, npm(['install', ...QUIET], run));
	showDetail('the packages are there; building the database driver, less than a minute');
	useDriver(await building, partial);
	const test = ['-e', 'require("sqlite3"); require("n8n/package.json")'];
	await runChild('loading n8n', ownNode(), test, {
		cwd: partial,
		logFile: join(partial, 'load.log'),
		timeoutMs: 60_000,
	});
}
