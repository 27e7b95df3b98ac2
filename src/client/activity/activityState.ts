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

/** How far all logs were read, by `WatchedLog.name`. Plain JSON, which is saved between polls as it is. */
export interface ActivityState {
	readonly scope: Scope;
	readonly logs: Readonly<Record<string, LogState>>;
	/** Logs that are to be read from now on, and have not been begun yet. */
	readonly starting: readonly string[];
	readonly failures: Readonly<Record<string, LogFailure>>;
	/** The log to begin with, because the time of the last poll was used up before it. */
	readonly first?: string;
}
