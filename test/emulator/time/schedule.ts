/**
 * Tasks that fall due at a time, in milliseconds. The server runs due tasks when the next request arrives, so no
 * timer is involved and a manual clock decides.
 */
export class Schedule {
	private readonly tasks: Array<{ readonly atMs: number; readonly run: () => void }> = [];

	/** Tasks of the same time run in the order they were added. */
	add(atMs: number, run: () => void): void {
		const at = this.tasks.findIndex((task) => task.atMs > atMs);
		this.tasks.splice(at < 0 ? this.tasks.length : at, 0, { atMs, run });
	}

	/** Runs and removes every task that is due at `nowMs`, the earliest first. */
	runDue(nowMs: number): void {
		for (let next = this.tasks[0]; next && next.atMs <= nowMs; next = this.tasks[0]) {
			this.tasks.shift();
			next.run();
		}
	}
}
