import { setTimeout as sleep } from 'node:timers/promises';

/** Lets all lanes pass, or holds them back until nothing is under way. */
export class Gate {
	private closed: Promise<void> | undefined;
	private release: () => void = () => undefined;
	private passing = 0;

	/** Runs one execution of a lane, after the gate has opened. */
	async pass<T>(execution: () => Promise<T>): Promise<T> {
		while (this.closed) await this.closed;
		this.passing++;
		try {
			return await execution();
		} finally {
			this.passing--;
		}
	}

	/** Closes the gate, waits until all executions have ended, does something, and opens it again. */
	async rest<T>(work: () => Promise<T>): Promise<T> {
		this.closed = new Promise((resolve) => (this.release = resolve));
		while (this.passing > 0) await sleep(20);
		try {
			return await work();
		} finally {
			this.closed = undefined;
			this.release();
		}
	}
}
