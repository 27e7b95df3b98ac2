import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Batch, Played } from './worker';

/** A batch that takes longer does not end, in ms: the slowest takes seconds, and on a crowded machine a minute. */
const BATCH_MS = 600_000;

/** A process of the fuzzer, started again after one that had to be ended. */
export class Worker {
	private child: ChildProcess | undefined;

	/** Plays a batch; one that does not end, or ends its process, is a finding of its own. */
	async play(batch: Batch): Promise<Played> {
		const child = (this.child ??= fork(path.join(__dirname, 'worker.ts'), { execArgv: process.execArgv }));
		const failed = (problem: string): Played => {
			this.child = undefined;
			return { cpuMs: 0, finding: { ...batch, smallest: 'not known', problem } };
		};
		return await new Promise<Played>((resolve) => {
			const done = (played: Played): void => {
				clearTimeout(limit);
				child.removeAllListeners();
				resolve(played);
			};
			const limit = setTimeout(() => {
				child.kill('SIGKILL');
				done(failed(`a case did not end within ${BATCH_MS / 1000} s`));
			}, BATCH_MS);
			child.once('message', (played: Played) => done(played));
			child.once('exit', (code, signal) => done(failed(`the process ended (${signal ?? code})`)));
			child.send(batch);
		});
	}

	stop(): void {
		this.child?.kill();
	}
}
