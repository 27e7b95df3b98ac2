import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, startChild } from '../../../dev/process/childProcess';
import { freePort, listens } from '../../../dev/process/freePort';
import type { QueuePrograms } from './programs';
import { waitFor } from '../../../dev/process/waiting';

/** Starts Redis and Postgres with empty data in `folder` and returns the settings of n8n for them. */
export async function startQueueServices(
	{ redis, postgres }: QueuePrograms,
	folder: string,
	logFolder: string,
): Promise<Record<string, string>> {
	const [redisPort, postgresPort] = [await freePort(), await freePort()];
	const redisArgs = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	startChild('redis', redis, redisArgs, { cwd: folder, logFile: join(logFolder, 'redis.log') });
	await startPostgres(postgres, postgresPort, join(folder, 'postgres'), logFolder);
	await Promise.all([listening(redisPort, 'Redis'), listening(postgresPort, 'Postgres')]);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: 'none',
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
	};
}

async function startPostgres(programs: string, port: number, data: string, logFolder: string): Promise<void> {
	mkdirSync(data, { recursive: true });
	chmodSync(data, 0o700);
	const owner = postgresOwner();
	if (owner) chownSync(data, owner.uid, owner.gid);
	const as = { cwd: '/', ...owner };
	const initArgs = ['-D', data, '-U', 'n8n', '--auth=trust', '-E', 'UTF8', '--no-sync'];
	await runChild('initdb', join(programs, 'initdb'), initArgs, {
		...as,
		logFile: join(logFolder, 'initdb.log'),
		timeoutMs: 120_000,
	});
	const args = ['-D', data, '-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
	startChild('postgres', join(programs, 'postgres'), args, { ...as, logFile: join(logFolder, 'postgres.log') });
}

/** Postgres refuses to run as root; Debian's package creates a user for it. */
function postgresOwner(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, postgresUser()], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** Falls back to `nobody` where Postgres was installed without Debian's user. */
function postgresUser(): string {
	return spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody';
}

const listening = async (port: number, name: string): Promise<boolean> =>
	await waitFor(60_000, `${name} to listen`, async () => await listens(port));
