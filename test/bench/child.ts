import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ServerSetup } from './server';

/** A program of this folder in a process of its own; its first message is awaited. */
async function start<T>(name: string, argument: unknown): Promise<{ child: ChildProcess; first: T }> {
	const child = fork(join(__dirname, `${name}.ts`), [JSON.stringify(argument)], { execArgv: ['--import', 'tsx', '--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const first = await new Promise<T>((resolve, reject) => {
		child.once('message', (message) => resolve(message as T));
		child.once('exit', (code) => reject(new Error(`${name} ${JSON.stringify(argument)} ended with code ${code}`)));
	});
	return { child, first };
}

const ended = async (child: ChildProcess): Promise<void> => {
	if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
};

/** Runs `work` against a server of its own process. */
export async function withServer<T>(setup: ServerSetup, work: (url: string) => Promise<T>): Promise<T> {
	const { child, first } = await start<{ url: string }>('server', setup);
	try {
		return await work(first.url);
	} finally {
		child.disconnect();
		await ended(child);
	}
}

/** Runs one measurement in a process of its own, so that memory of one is not counted for another. Throws when it fails. */
export async function measured<T>(task: unknown): Promise<T> {
	const { child, first } = await start<T>('measure', task);
	child.disconnect();
	await ended(child);
	return first;
}
