import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild } from '../../../dev/process/childProcess';
import type { ShowDetail } from '../../../dev/process/progress';

/** The path of a program, as a shell of an administrator finds it; undefined where it is missing. */
export const onPath = (program: string): string | undefined =>
	[...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
		.map((folder) => join(folder, program))
		.find((path) => existsSync(path));

/** Installs packages of Debian where root may, and does nothing elsewhere. Throws the words of a failed apt-get. */
export async function installPackages(names: string[], showDetail: ShowDetail, logFolder: string): Promise<void> {
	if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { cwd: '/', env, logFile: `${logFolder}/apt.log`, timeoutMs: 300_000 };
	for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
		showDetail(`apt-get ${args.join(' ')}`);
		await runChild('apt-get', 'apt-get', args, options);
	}
}

/** The programs that n8n's queue mode needs. */
export interface QueuePrograms {
	readonly redis: string;
	/** The folder of initdb and postgres. */
	readonly postgres: string;
}

/** Finds Redis and Postgres, after installing Debian's packages where root may; otherwise returns what is missing. */
export async function queuePrograms(showDetail: ShowDetail, logFolder: string): Promise<QueuePrograms | string> {
	const found = find();
	if (typeof found !== 'string') return found;
	try {
		await installPackages(['redis-server', 'postgresql'], showDetail, logFolder);
	} catch (error) {
		return `${found}; ${(error as Error).message.split('\n')[0]}`;
	}
	return find();
}

function find(): QueuePrograms | string {
	const redis = onPath('redis-server');
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
	const postgres = [...versions, ...pathFolders()].find(
		(folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
	);
	if (redis && postgres) return { redis, postgres };
	const missing = [...(redis ? [] : ['redis-server']), ...(postgres ? [] : ['postgres'])];
	return `not installed on this machine: ${missing.join(', ')}`;
}

const pathFolders = (): string[] => (process.env.PATH ?? '').split(delimiter);
