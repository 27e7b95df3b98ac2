import { readFileSync } from 'node:fs';
import { type Child, killChild } from '../../../../dev/process/childProcess';

/** A worker of queue mode, and what its log says of it. */
export class Worker {
	constructor(private readonly child: Child) {}

	get name(): string {
		return this.child.name;
	}

	get runs(): boolean {
		return !this.child.hasEnded();
	}

	/** The ids of the executions that it has started, in order; of one that waited, once for each time it went on. */
	executions(): string[] {
		const log = readFileSync(this.child.logFile, 'utf8');
		return [...log.matchAll(/Worker started execution (\d+)\b/gi)].map(([, id = '']) => id);
	}

	/** Kills it without warning, with everything that it started. */
	async kill(): Promise<void> {
		await killChild(this.child);
	}

	/** The memory of the process at the moment (RSS) in MB; undefined where the system does not tell. */
	memory(): number | undefined {
		try {
			const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
			return Math.round(Number(kilobytes) / 1000);
		} catch {
			return undefined;
		}
	}
}
