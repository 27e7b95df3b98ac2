/** Where the emulator takes its time from, in milliseconds since 1970. */
export interface Clock {
	now(): number;
}

/** The machine's clock. */
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
