import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npmClient';
import type { Say } from '../process/progress';

/** The project's folder. */
export const PROJECT = join(__dirname, '..', '..', '..');

/** Builds and packs this project into `target`, as a release is packed, and returns the tarball's path. */
export async function packProject(target: string, say: Say): Promise<string> {
	mkdirSync(target, { recursive: true });
	await npm(['pack', '--pack-destination', target], {
		cwd: PROJECT,
		logFile: join(target, 'pack.log'),
		timeoutMs: 5 * 60_000,
		say,
	});
	const [name] = readdirSync(target).filter((file) => file.endsWith('.tgz'));
	if (!name) throw new Error(`npm pack made no tarball in ${target}`);
	return join(target, name);
}

/**
 * Installs the tarball into n8n's user folder the way n8n installs a community node: runtime dependencies only, no
 * install scripts. Does nothing when the same tarball is there already; returns whether it installed.
 */
export async function installNodes(tarball: string, userFolder: string): Promise<boolean> {
	const folder = join(userFolder, '.n8n', 'nodes');
	const mark = join(folder, 'installed.sha256');
	const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex');
	if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return false;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), '{"name":"installed-nodes","private":true,"dependencies":{}}\n');
	const kept = join(folder, 'package.tgz');
	copyFileSync(tarball, kept);
	const args = [
		'install',
		kept,
		'--legacy-peer-deps',
		'--ignore-scripts',
		'--omit=dev',
		'--omit=optional',
		'--omit=peer',
	];
	await npm([...args, '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: folder,
		logFile: join(folder, 'install.log'),
		timeoutMs: 3 * 60_000,
	});
	// Last, so that an interrupted installation is made again.
	writeFileSync(mark, hash);
	return true;
}
