/** Tasks due at a time, in ms; run when the next request arrives, so that the clock decides, not a timer. */
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

/** Where the emulator takes its time from, in milliseconds since 1970. */
export interface Clock {
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that only moves when a test moves it, so that everything that depends on time is exact. */
export class ManualClock implements Clock {
	constructor(private time: number = Date.now()) {}

	now(): number {
		return this.time;
	}

	/** Moves forward by `ms`; a negative number moves back. */
	advance(ms: number): void {
		this.time += ms;
	}

	/** Jumps to a point in time, in milliseconds since 1970. */
	set(ms: number): void {
		this.time = ms;
	}
}

/** doc: every `dateline` is in Unix seconds. Converts milliseconds. */
export function seconds(ms: number): number {
	return Math.floor(ms / 1000);
}

/** Adds a line to a log. assumed: about `limit` lines are kept; the document names no limit. */
export function append<T>(lines: T[], line: T, limit = 100_000): void {
	lines.push(line);
	// Trim in bulk: removing one line at a time would move the whole log on every request.
	if (lines.length > limit * 1.1) lines.splice(0, lines.length - limit);
}
