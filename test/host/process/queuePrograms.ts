import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onPath } from './onPath';
import { runChild } from './childProcess';
import type { ShowDetail } from './progress';

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
	if (process.getuid?.() !== 0 || !onPath('apt-get')) return found;
	try {
		for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server', 'postgresql']]) {
			showDetail(`apt-get ${args.join(' ')}`);
			await aptGet(args, logFolder);
		}
	} catch (error) {
		return `${found}; ${(error as Error).message.split('\n')[0]}`;
	}
	return find();
}

async function aptGet(args: string[], logFolder: string): Promise<void> {
	await runChild('apt-get', 'apt-get', args, {
		cwd: '/',
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		logFile: join(logFolder, 'apt.log'),
		timeoutMs: 300_000,
	});
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
