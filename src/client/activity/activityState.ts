import type { LogState } from './state';

/** That a log could not be read at the last polls. */
export interface LogFailure {
	/** How many polls in a row. */
	readonly polls: number;
	/** Whether it was reported. */
	readonly told: boolean;
}

/** Which libraries are watched: all of the enterprise, those that were chosen, or none. */
export type Scope = 'all' | 'chosen' | 'none';

/** How far all logs were read. */
export interface ActivityState {
	readonly scope: Scope;
	/** By the names of the logs. */
	readonly logs: ReadonlyMap<string, LogState>;
	/** Logs that are to be read from now on, and have not been begun yet. */
	readonly starting: readonly string[];
	readonly failures: ReadonlyMap<string, LogFailure>;
	/** The log to begin with, because the time of the last poll was used up before it. */
	readonly first?: string;
}
