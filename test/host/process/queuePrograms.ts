import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onPath } from './onPath';
import { installPackages } from './debianPackages';
import type { ShowDetail } from '../../../dev/process/progress';

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
