import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { runChild, startChild } from './childProcess';
import { freePort } from './freePort';
import type { Say } from './progress';
import { until } from './progress';

/** Programs that queue mode needs beside n8n. */
export interface QueuePrograms {
	readonly redis: string;
	/** Folder of initdb and postgres. */
	readonly postgres: string;
}

const isRoot = process.getuid?.() === 0;

/** Finds Redis and Postgres, installing Debian's packages where this may be done; answers why not otherwise. */
export async function queuePrograms(say: Say, logFolder: string): Promise<QueuePrograms | string> {
	const found = find();
	if (typeof found !== 'string') return found;
	if (!isRoot || !onPath('apt-get')) return found;
	const apt = async (...args: string[]) => {
		say(`apt-get ${args.join(' ')}`);
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		await runChild('apt-get', 'apt-get', args, {
			cwd: '/',
			env,
			logFile: join(logFolder, 'apt.log'),
			timeoutMs: 180_000,
		});
	};
	try {
		await apt('update');
		await apt('install', '-y', '--no-install-recommends', 'redis-server', 'postgresql');
	} catch (error) {
		return `${found}; ${(error as Error).message.split('\n')[0]}`;
	}
	return find();
}

/** Starts Redis and Postgres with empty data in `folder` and answers n8n's settings for them. */
export async function startQueueServices(
	{ redis, postgres }: QueuePrograms,
	folder: string,
	logFolder: string,
): Promise<Record<string, string>> {
	const [redisPort, postgresPort] = [await freePort(), await freePort()];
	startChild(
		'redis',
		redis,
		['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		{
			cwd: folder,
			logFile: join(logFolder, 'redis.log'),
		},
	);
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
	await runChild(
		'initdb',
		join(programs, 'initdb'),
		['-D', data, '-U', 'n8n', '--auth=trust', '-E', 'UTF8', '--no-sync'],
		{
			...as,
			logFile: join(logFolder, 'initdb.log'),
			timeoutMs: 60_000,
		},
	);
	const args = ['-D', data, '-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
	startChild('postgres', join(programs, 'postgres'), args, { ...as, logFile: join(logFolder, 'postgres.log') });
}

/** Postgres refuses to run as root; Debian's package brings a user for it. */
function postgresOwner(): { uid: number; gid: number } | undefined {
	if (!isRoot) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, postgresUser()], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** `nobody` stands in where Postgres came without Debian's user. */
function postgresUser(): string {
	return spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody';
}

function find(): QueuePrograms | string {
	const redis = onPath('redis-server');
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
	const folders = [...versions, ...(process.env.PATH ?? '').split(delimiter)];
	const postgres = folders.find(
		(folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
	);
	if (redis && postgres) return { redis, postgres };
	const missing = [...(redis ? [] : ['redis-server']), ...(postgres ? [] : ['postgres'])];
	return `not on this machine: ${missing.join(', ')}`;
}

function onPath(program: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, program))
		.find((path) => existsSync(path));
}

async function listening(port: number, name: string): Promise<void> {
	await until(30_000, `${name} did not come up`, async () => {
		return await new Promise<true | undefined>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() && true));
			socket.once('error', () => resolve(undefined));
		});
	});
}
