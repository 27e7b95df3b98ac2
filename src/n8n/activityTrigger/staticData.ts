import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { LogState } from '../../client/activity/state';
import { fromStored, type StoredLog, toStored } from '../../client/activity/storedState';
import { defined, isJsonObject } from '../../protocol/wire/json';

/** That a log could not be read at the last polls. */
export interface LogFailure {
	/** How many polls in a row. */
	readonly polls: number;
	/** Whether an item has said so. */
	readonly told: boolean;
}

/** Which libraries were watched: all of the enterprise, those that were chosen, or none. */
export type Scope = 'all' | 'chosen' | 'none';

/** What the trigger remembers between polls. */
export interface ActivityState {
	/** The enterprise and start that the rest belongs to, see `activitySource`. */
	readonly source: string;
	readonly scope: Scope;
	/** By the names of the logs. */
	readonly logs: ReadonlyMap<string, LogState>;
	/** Logs that are to be read from now on, and have not been begun yet. */
	readonly starting: readonly string[];
	readonly failures: ReadonlyMap<string, LogFailure>;
	/** The log to begin with, because the time of the last poll was used up before it. */
	readonly first?: string;
}

/**
 * A state as it is saved in n8n's static data of the node. Its names never change: an upgraded workflow continues from
 * what an older version saved.
 */
interface StoredActivity {
	readonly source: string;
	readonly scope: Scope;
	readonly logs: Readonly<Record<string, StoredLog>>;
	readonly starting: readonly string[];
	readonly failures: Readonly<Record<string, LogFailure>>;
	readonly first?: string;
}

const SCOPES: readonly unknown[] = ['all', 'chosen', 'none'];

/**
 * The saved state; undefined when nothing is saved, or something that belongs to another source. A log whose part of it
 * cannot be read is read from now on.
 */
export function loadState(context: IPollFunctions, source: string): ActivityState | undefined {
	// n8n hands out an observed object; the poll works with a plain copy of it.
	const stored: unknown = JSON.parse(JSON.stringify(context.getWorkflowStaticData('node')));
	if (!isJsonObject(stored) || stored.source !== source || !SCOPES.includes(stored.scope)) return undefined;
	if (!isJsonObject(stored.logs)) return undefined;
	const logs = new Map<string, LogState>();
	const starting = Array.isArray(stored.starting) ? stored.starting.map(String) : [];
	for (const [name, log] of Object.entries(stored.logs)) {
		const state = fromStored(log);
		if (state) logs.set(name, state);
		else starting.push(name);
	}
	const failures = new Map(isJsonObject(stored.failures) ? Object.entries(stored.failures).map(failureIn) : []);
	const first = typeof stored.first === 'string' ? stored.first : undefined;
	return defined({ source, scope: stored.scope as Scope, logs, starting, failures, first });
}

const failureIn = ([name, failure]: [string, unknown]): [string, LogFailure] => {
	const { polls, told } = isJsonObject(failure) ? failure : {};
	return [name, { polls: typeof polls === 'number' ? polls : 1, told: told === true }];
};

/** Saves a state. Unchanged static data isn't touched, so that n8n doesn't write it to its database. */
export function saveState(context: IPollFunctions, { logs, failures, ...state }: ActivityState): void {
	const stored: StoredActivity = {
		...state,
		logs: Object.fromEntries([...logs].map(([name, log]) => [name, toStored(log)])),
		failures: Object.fromEntries(failures),
	};
	const data: IDataObject = context.getWorkflowStaticData('node');
	const fields = ['source', 'scope', 'logs', 'starting', 'failures', 'first'] as const;
	if (JSON.stringify(fields.map((name) => data[name])) === JSON.stringify(fields.map((name) => stored[name]))) return;
	Object.assign(data, stored);
	if (stored.first === undefined) delete data.first;
}
