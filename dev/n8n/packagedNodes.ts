import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from '../../src/tools/editions';
import { step } from '../process/progress';
import { npm, type NpmOptions } from './npmClient';

/** The folder of this project. */
export const PROJECT = join(__dirname, '..', '..');

/** The folder in which `npm start` keeps its n8n and the files of its emulator. */
export const LOCAL = process.env.FILE_LIBRARY_LOCAL || join(PROJECT, '.n8n-local');

/** What n8n passes to npm for a community node: runtime dependencies only, no install scripts. */
const AS_N8N_INSTALLS = [
	'--legacy-peer-deps',
	'--ignore-scripts',
	'--omit=dev',
	'--omit=optional',
	'--omit=peer',
	'--no-audit',
	'--no-fund',
	'--loglevel=error',
];

/** The folder of the package in an n8n that it is installed into. */
export const installedPackage = (userFolder: string): string =>
	join(nodesFolder(userFolder), 'node_modules', 'n8n-nodes-file-library');

const nodesFolder = (userFolder: string): string => join(userFolder, '.n8n', 'nodes');
const markFile = (userFolder: string): string => join(nodesFolder(userFolder), 'installed.sha256');

/** Says that the installed package is about to become another one than its tarball: the next start installs it anew. */
export const forgetTarball = (userFolder: string): void => rmSync(markFile(userFolder), { force: true });

/** What each edition is packed by. */
const PACKING: Readonly<Record<Edition, (target: string, options: NpmOptions) => Promise<unknown>>> = {
	full: async (target, options) => await npm(['pack', '--pack-destination', target], options),
	lean: async (target, options) => await npm(['run', 'pack:lean', '--', target], options),
};

/** Builds this project and packs it into the folder `target`, like a release; returns the path of the tarball. */
export async function packProject(target: string, edition: Edition): Promise<string> {
	mkdirSync(target, { recursive: true });
	const options = { cwd: PROJECT, logFile: join(target, 'pack.log'), timeoutMs: 5 * 60_000 };
	await step(`Building and packing this project: the ${edition} edition`, async (showDetail) => {
		await PACKING[edition](target, { ...options, showDetail });
	});
	const [name] = readdirSync(target).filter((file) => file.endsWith('.tgz'));
	if (!name) throw new Error(`No tarball was made in ${target}`);
	return join(target, name);
}

/** Installs the tarball into n8n's user folder as n8n does, unless it is there already; returns whether it did. */
export async function installNodes(tarball: string, userFolder: string): Promise<boolean> {
	const [folder, mark] = [nodesFolder(userFolder), markFile(userFolder)];
	const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex');
	if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return false;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), '{"name":"installed-nodes","private":true,"dependencies":{}}\n');
	const copy = join(folder, 'package.tgz');
	copyFileSync(tarball, copy);
	await npm(['install', copy, ...AS_N8N_INSTALLS], {
		cwd: folder,
		logFile: join(folder, 'install.log'),
		timeoutMs: 3 * 60_000,
	});
	// Written last: after an interruption, the next run installs again.
	writeFileSync(mark, hash);
	return true;
}
