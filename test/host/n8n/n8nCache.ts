import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	rmdirSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../checks/callers';
import { runChild } from '../process/childProcess';
import { npm } from './npmClient';
import type { Say } from '../process/progress';
import { until } from '../process/progress';

/** An installed n8n and the Node that runs it. */
export interface InstalledN8n {
	readonly version: string;
	readonly folder: string;
	readonly node: string;
	/** n8n's command line program. */
	readonly program: string;
}

const SOURCE = join(__dirname, 'install');
const NODE_MAJOR = 24;
const INSTALL_MS = 15 * 60_000;
const QUIET = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Makes sure that the n8n of `n8n/package.json` is installed in the user's cache folder and returns it.
 * An interrupted installation never counts: it is made beside the final folder and renamed at the end.
 */
export async function installedN8n(say: Say): Promise<InstalledN8n> {
	const folder = cacheFolder();
	if (!existsSync(folder)) await locked(`${folder}.lock`, say, async () => await install(folder, say));
	return describe(folder);
}

function cacheFolder(): string {
	const key = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) key.update(readFileSync(join(SOURCE, file)));
	key.update(`${process.platform} ${process.arch}`);
	const root = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(root, 'n8n-nodes-file-library', `n8n-${n8nVersion()}-${key.digest('hex').slice(0, 12)}`);
}

function n8nVersion(): string {
	return (JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8')) as { dependencies: { n8n: string } })
		.dependencies.n8n;
}

function describe(folder: string): InstalledN8n {
	const modules = join(folder, 'node_modules');
	return { version: n8nVersion(), folder, node: nodeFor(folder), program: join(modules, 'n8n', 'bin', 'n8n') };
}

/** The Node that the lock brings for this platform, else the one that runs this program. */
function nodeFor(folder: string): string {
	const brought = join(nodePackage(folder), 'bin', 'node');
	if (existsSync(brought)) return brought;
	if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
	throw new Error(
		`n8n ${n8nVersion()} needs Node ${NODE_MAJOR} or newer and this is ${process.version}. ` +
			'Use the npm scripts (npm start, npm run test:host): they run on the Node that npm ci installed here.',
	);
}

function nodePackage(folder: string): string {
	return join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
}

async function install(folder: string, say: Say): Promise<void> {
	// Another process may have finished while this one waited for the lock.
	if (existsSync(folder)) return;
	const partial = `${folder}.partial`;
	rmSync(partial, { recursive: true, force: true });
	mkdirSync(partial, { recursive: true });
	for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(SOURCE, file), join(partial, file));
	const log = (name: string) => join(partial, `${name}.log`);
	say('about 2 100 packages, 2.4 GB on disk, 2 to 4 minutes');
	await npm(['install', ...QUIET], { cwd: partial, logFile: log('install'), timeoutMs: INSTALL_MS });
	say('building the database driver, about a minute');
	await buildDriver(partial, log('sqlite3'));
	const node = nodeFor(partial);
	await runChild('loading n8n', node, ['-e', 'require("sqlite3"); require("n8n/package.json")'], {
		cwd: partial,
		logFile: log('load'),
		timeoutMs: 60_000,
	});
	renameSync(partial, folder);
}

/** sqlite3 is the only native module that n8n needs here; the headers of the brought Node spare a download. */
async function buildDriver(folder: string, logFile: string): Promise<void> {
	const headers = nodePackage(folder);
	const brought = existsSync(join(headers, 'include'));
	const nodeFolder = brought ? { nodeFolder: join(headers, 'bin') } : {};
	try {
		await npm(['rebuild', 'sqlite3', ...(brought ? [`--nodedir=${headers}`] : [])], {
			cwd: folder,
			logFile,
			timeoutMs: INSTALL_MS,
			...nodeFolder,
		});
	} catch (cause) {
		throw new Error(
			`n8n's database driver (sqlite3) could not be built on ${process.platform}-${process.arch}. ` +
				'It needs python3, make and a C++ compiler; linux-x64 is the platform this was tried on.\n' +
				(cause as Error).message,
			{ cause },
		);
	}
}

/** Holds a lock folder during `work`, and takes over the lock of a process that no longer runs. */
async function locked(lock: string, say: Say, work: () => Promise<void>): Promise<void> {
	mkdirSync(join(lock, '..'), { recursive: true });
	await until(INSTALL_MS * 2, `Waiting for the other installation (${lock})`, async () => take(lock, say), 1000);
	try {
		await work();
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

function take(lock: string, say: Say): true | undefined {
	try {
		mkdirSync(lock);
		writeFileSync(join(lock, String(process.pid)), '');
		return true;
	} catch {
		say('another process is installing n8n');
		discardStale(lock);
		return undefined;
	}
}

function discardStale(lock: string): void {
	try {
		const [owner] = readdirSync(lock);
		// Between the folder and its owner's file lies an instant; a lock without owner is stale only when it is old.
		if (owner === undefined && Date.now() - statSync(lock).mtimeMs > 10_000) rmdirSync(lock);
		if (owner !== undefined && !isAlive(Number(owner))) rmSync(lock, { recursive: true });
	} catch {
		// Its owner has just let go.
	}
}
