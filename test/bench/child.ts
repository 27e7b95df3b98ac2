import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Reading } from './meter';
import type { Task } from './measure';
import type { ServerSetup } from './server';

/** Readings by the name of what was compared: `node`, `limit`, `helper`. */
export type Readings = Readonly<Partial<Record<'node' | 'limit' | 'helper', Reading>>>;

/** A program of this folder in a process of its own; its first message is awaited. */
async function start<T>(name: string, argument: unknown): Promise<{ child: ChildProcess; first: T }> {
	const child = fork(join(__dirname, `${name}.ts`), [JSON.stringify(argument)], {
		execArgv: ['--import', 'tsx', '--expose-gc'],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const first = await new Promise<T>((resolve, reject) => {
		child.once('message', (message) => resolve(message as T));
		child.once('exit', (code) => reject(new Error(`${name} ${JSON.stringify(argument)} ended with code ${code}`)));
	});
	return { child, first };
}

const ended = async (child: ChildProcess): Promise<void> => {
	if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
};

/**
 * Runs one measurement in a process of its own, so that the memory of one is not counted for another, against a server in a
 * process of its own. Throws when either fails.
 */
export async function measured(task: Task, setup: ServerSetup): Promise<Readings> {
	const server = await start<{ url: string }>('server', setup);
	try {
		const { child, first } = await start<Readings>('measure', { task, url: server.first.url });
		await ended(child);
		return first;
	} finally {
		server.child.disconnect();
		await ended(server.child);
	}
}
