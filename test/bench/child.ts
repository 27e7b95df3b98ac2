import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Benchmark } from './measure';
import type { Cost } from './meter';
import type { ServerSetup } from './server';

/** What was compared, by name: our node, the limit of the machine, n8n's own helper. */
export type Costs = Readonly<Partial<Record<'node' | 'limit' | 'helper', Cost>>>;

/** Starts a program of this folder in a process of its own and waits for its first message. */
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
 * Runs one benchmark in a process of its own, so that no other benchmark's memory is counted, against a server in
 * another process. Throws when either fails.
 */
export async function runBenchmark(benchmark: Benchmark, setup: ServerSetup): Promise<Costs> {
	const server = await start<{ url: string }>('server', setup);
	try {
		const { child, first } = await start<Costs>('measure', { benchmark, url: server.first.url });
		await ended(child);
		return first;
	} finally {
		server.child.disconnect();
		await ended(server.child);
	}
}
