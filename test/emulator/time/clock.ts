/** Where the emulator takes its time from; milliseconds since 1970. */
export interface Clock {
	now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until a test moves it, so that states "by time" are exact. */
export class ManualClock implements Clock {
	constructor(private time: number = Date.now()) {}

	now(): number {
		return this.time;
	}

	/** Moves on by `ms` (negative goes back). */
	advance(ms: number): void {
		this.time += ms;
	}

	/** Jumps to a point in time, in milliseconds. */
	set(ms: number): void {
		this.time = ms;
	}
}

/** Unix seconds of a time in milliseconds: the unit of every `dateline` in the document. */
export function seconds(ms: number): number {
	return Math.floor(ms / 1000);
}
