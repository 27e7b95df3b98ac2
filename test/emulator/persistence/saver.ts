/** Saving takes at most one part in this many of the time, however large the state is. */
const SHARE = 20;

/** Decides when to save: soon after every change, together with the changes that follow at once. */
export class Saver {
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;
	/** Time of the next saving at the earliest, in milliseconds of `performance.now()`. */
	private earliest = 0;

	/** `log` receives why a state could not be saved; the emulator goes on without. */
	constructor(
		private readonly save: () => void,
		private readonly log: (line: string) => void,
	) {}

	/** Saves as soon as it is time. */
	soon(): void {
		if (this.isClosed) return;
		this.timer ??= setTimeout(() => this.saveNow(), Math.max(0, this.earliest - performance.now())).unref();
	}

	/** Saves for the last time. */
	close(): void {
		this.isClosed = true;
		clearTimeout(this.timer);
		this.saveNow();
	}

	private saveNow(): void {
		this.timer = undefined;
		const startedAt = performance.now();
		try {
			this.save();
		} catch (cause) {
			this.log(`the state could not be saved: ${cause instanceof Error ? cause.message : String(cause)}`);
		}
		const endedAt = performance.now();
		this.earliest = endedAt + SHARE * (endedAt - startedAt);
	}
}
