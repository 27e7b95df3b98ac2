/** Work that falls due at a time. It runs when the next request comes after that, so a standing clock works too. */
export class Agenda {
	private readonly jobs: Array<{ readonly atMs: number; readonly run: () => void }> = [];

	add(atMs: number, run: () => void): void {
		const at = this.jobs.findIndex((job) => job.atMs > atMs);
		this.jobs.splice(at < 0 ? this.jobs.length : at, 0, { atMs, run });
	}

	runDue(nowMs: number): void {
		for (let next = this.jobs[0]; next && next.atMs <= nowMs; next = this.jobs[0]) {
			this.jobs.shift();
			next.run();
		}
	}
}
