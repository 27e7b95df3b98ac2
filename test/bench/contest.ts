import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Order } from './contestant';
import { bestOf } from './meter';
import type { Address, Cost, Costs, PlannedRow, Who } from './types';

/** A program in a process of its own, which answers one message for each that it gets. */
class Program {
	private constructor(
		private readonly child: ChildProcess,
		private readonly name: string,
	) {}

	/** Starts a file of this folder and waits until it reports itself. */
	static async start<T>(file: string, argument: object, env = {}): Promise<{ program: Program; first: T }> {
		const child = fork(join(__dirname, `${file}.ts`), [JSON.stringify(argument)], {
			execArgv: ['--import', 'tsx', '--expose-gc'],
			env: { ...process.env, ...env },
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		const program = new Program(child, `${file} ${JSON.stringify(argument)}`);
		return { program, first: await program.said<T>() };
	}

	async ask<T>(question: string): Promise<T> {
		const answer = this.said<T>();
		this.child.send(question);
		return await answer;
	}

	async end(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const ended = new Promise((resolve) => this.child.once('exit', resolve));
		if (this.child.connected) this.child.disconnect();
		await ended;
	}

	private async said<T>(): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			const over = (code: number | null): void => reject(new Error(`${this.name} ended with code ${code}`));
			this.child.once('exit', over);
			this.child.once('message', (message) => {
				this.child.off('exit', over);
				resolve(message as T);
			});
		});
	}
}

/**
 * Runs one benchmark: each contestant in a process of its own, so that the memory of one is not counted for another,
 * and the server in one more. They take turns for several rounds, so that whatever else the machine does affects all
 * alike; every other round backwards, because the memory that one has freed is what the next one gets. Of each the
 * fastest round counts, because noise only ever adds time; of memory the highest value counts.
 * Throws when one of them fails.
 */
export async function runContest(
	{ suite, benchmark, memory, rounds, setup }: PlannedRow,
	contestants: readonly Who[],
): Promise<Costs> {
	const server = await Program.start<Address>(`servers/${setup.program ?? 'light'}`, setup);
	const programs = new Map<Who, Program>();
	try {
		const env = server.first.ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: server.first.ca };
		const starting = contestants.map(async (who) => {
			const order: Order = { suite, benchmark, who, memory, server: server.first };
			const edition = who === 'lean' ? { EDITION: who } : {};
			programs.set(who, (await Program.start('contestant', order, { ...env, ...edition })).program);
		});
		await Promise.all(starting);
		return await inTurns(programs, server.program, rounds);
	} finally {
		for (const program of [...programs.values(), server.program]) await program.end();
	}
}

async function inTurns(programs: ReadonlyMap<Who, Program>, server: Program, rounds: number): Promise<Costs> {
	const best: Partial<Record<Who, Cost>> = {};
	const order = [...programs];
	for (let round = 0; round < rounds; round++)
		for (const [who, program] of round % 2 === 0 ? order : order.toReversed()) {
			const before = await server.ask<number>('requests');
			const cost = await program.ask<Cost>('run');
			const now = { ...cost, requests: (await server.ask<number>('requests')) - before };
			best[who] = bestOf(best[who] ?? now, now);
		}
	return best;
}
