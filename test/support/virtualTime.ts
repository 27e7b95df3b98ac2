import type { Clock } from '../../src/client/async/clock';

/** Time that passes only when nothing else is left to do: many actors wait by it, and the next one to wake moves it. */
export class VirtualTime implements Pick<Clock, 'now' | 'sleep'> {
	private time: number;
	private readonly sleepers: Array<{ readonly at: number; readonly wake: () => void }> = [];

	/** `start` is in Unix milliseconds. */
	constructor(start = Date.now()) {
		this.time = start;
	}

	now = (): number => this.time;

	sleep = async (ms: number): Promise<void> =>
		await new Promise((wake) => {
			this.sleepers.push({ at: this.time + ms, wake });
		});

	/** Runs until `work` has settled, and returns what it settles as. */
	async until<T>(work: Promise<T>): Promise<T> {
		let settled = false;
		const finish = () => (settled = true);
		work.then(finish, finish);
		while (!settled) {
			for (let turns = 0; turns < 5 && !settled; turns++) await new Promise((resolve) => setImmediate(resolve));
			if (settled) break;
			const next = [...this.sleepers].sort((a, b) => a.at - b.at)[0];
			if (!next) throw new Error('everything waits, and nobody sleeps');
			this.sleepers.splice(this.sleepers.indexOf(next), 1);
			this.time = Math.max(this.time, next.at);
			next.wake();
		}
		return await work;
	}
}
