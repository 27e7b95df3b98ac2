import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { runChild } from '../process/childProcess';
import { withFolderLock } from '../process/folderLock';
import { type ShowDetail, step } from '../process/progress';
import { npm } from './npmClient';
import type { N8nVersion } from './n8nVersions';

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

/** What is to be installed: a version, and the Node.js that runs it where it is not the one that comes with it. */
interface Wanted {
	readonly n8n: N8nVersion;
	readonly node: string | undefined;
}

/**
 * Returns this n8n, which it installs into the user's cache folder when it is not there yet. With `node`, that Node.js
 * runs it, in an installation of its own, because its database driver is built for it.
 */
export async function findN8n(n8n: N8nVersion, node?: string): Promise<InstalledN8n> {
	const by = node === undefined ? '' : ` for Node.js ${versionOf(node)}`;
	return await step(
		`Looking for n8n ${n8n.version}${by} in the cache, installing it if it is missing`,
		async (showDetail) => await installedN8n({ n8n, node }, showDetail),
	);
}

const versionOf = (node: string): string => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

/** An interrupted installation never counts: it happens beside the final folder, which it is renamed to at the end. */
async function installedN8n(wanted: Wanted, showDetail: ShowDetail): Promise<InstalledN8n> {
	const folder = cacheFolder(wanted);
	if (!existsSync(folder)) {
		const busy = () => showDetail('another process is installing n8n');
		const free = async () => await install(wanted, folder, showDetail);
		await withFolderLock(`${folder}.lock`, INSTALL_MS * 2, busy, free);
	}
	return describe(wanted, folder);
}

function describe({ n8n: { version, settings }, node }: Wanted, folder: string): InstalledN8n {
	const program = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, folder, node: node ?? nodeFor(folder), program, settings };
}

/** This n8n, if it is in the user's cache folder already. */
export function cachedN8n(n8n: N8nVersion): InstalledN8n | undefined {
	const wanted = { n8n, node: undefined };
	const folder = cacheFolder(wanted);
	return existsSync(folder) ? describe(wanted, folder) : undefined;
}

const manifestsOf = ({ version }: N8nVersion): string[] => MANIFESTS.map((file) => join(SOURCE, version, file));

function cacheFolder({ n8n, node }: Wanted): string {
	const key = createHash('sha256');
	for (const file of manifestsOf(n8n)) key.update(readFileSync(file));
	key.update(`${process.platform} ${process.arch}`);
	if (node !== undefined) key.update(versionOf(node));
	const root = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(root, 'n8n-nodes-file-library', `n8n-${n8n.version}-${key.digest('hex').slice(0, 12)}`);
}

/** The Node.js that was installed with n8n on this platform; otherwise the one that runs this program. */
function nodeFor(folder: string): string {
	const bundled = join(nodePackage(folder), 'bin', 'node');
	if (existsSync(bundled)) return bundled;
	if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
	throw new Error(
		`n8n needs Node.js ${NODE_MAJOR} or later here; this is ${process.version}. ` +
			'Use the npm scripts (npm start, npm run test:host): they run on the Node.js that npm ci installed here.',
	);
}

function nodePackage(folder: string): string {
	return join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
}

async function install({ n8n, node }: Wanted, folder: string, showDetail: ShowDetail): Promise<void> {
	// Another process may have finished while this one was waiting for the lock.
	if (existsSync(folder)) return;
	const partial = `${folder}.partial`;
	rmSync(partial, { recursive: true, force: true });
	mkdirSync(partial, { recursive: true });
	for (const file of manifestsOf(n8n)) copyFileSync(file, join(partial, basename(file)));
	const log = (name: string) => join(partial, `${name}.log`);
	showDetail(n8n.size);
	await npm(['install', ...QUIET], { cwd: partial, logFile: log('install'), timeoutMs: INSTALL_MS });
	showDetail('building the database driver, about a minute');
	await buildDriver(partial, node, log('sqlite3'));
	await runChild('loading n8n', node ?? nodeFor(partial), ['-e', 'require("sqlite3"); require("n8n/package.json")'], {
		cwd: partial,
		logFile: log('load'),
		timeoutMs: 60_000,
	});
	renameSync(partial, folder);
}

/** sqlite3 is the only native module that n8n needs here; the headers of the bundled Node.js save a download. */
async function buildDriver(folder: string, node: string | undefined, logFile: string): Promise<void> {
	const headers = nodePackage(folder);
	const bundled = node === undefined && existsSync(join(headers, 'include'));
	const nodeFolder = bundled ? { nodeFolder: join(headers, 'bin') } : {};
	// npm runs the build with the bundled Node.js all the same; the target is what it builds for.
	const target = node === undefined ? [] : [`--target=${versionOf(node)}`];
	try {
		await npm(['rebuild', 'sqlite3', ...(bundled ? [`--nodedir=${headers}`] : []), ...target], {
			cwd: folder,
			logFile,
			timeoutMs: INSTALL_MS,
			...nodeFolder,
		});
	} catch (cause) {
		throw new Error(
			`n8n's database driver (sqlite3) could not be built on ${process.platform}-${process.arch}. ` +
				'It needs python3, make and a C++ compiler; this has been tried on linux-x64 only.\n' +
				(cause as Error).message,
			{ cause },
		);
	}
}
