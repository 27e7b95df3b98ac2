import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { ActivityState } from '../../client/activity/activityState';
import { fromStored, toStored } from '../../client/activity/storedState';
import { isJsonObject } from '../../protocol/wire/json';

/**
 * The state that is saved in n8n's static data of the node; undefined when nothing is saved, or something that belongs
 * to another source (see `activitySource`).
 */
export function loadState(context: IPollFunctions, source: string): ActivityState | undefined {
	// n8n hands out an observed object; the poll works with a plain copy of it.
	const stored: unknown = JSON.parse(JSON.stringify(context.getWorkflowStaticData('node')));
	return isJsonObject(stored) && stored.source === source ? fromStored(stored) : undefined;
}

/** Saves a state. Unchanged static data isn't touched, so that n8n doesn't write it to its database. */
export function saveState(context: IPollFunctions, source: string, state: ActivityState): void {
	const stored = { source, ...toStored(state) };
	const data: IDataObject = context.getWorkflowStaticData('node');
	const saved = Object.keys(stored).map((name) => data[name]);
	if (JSON.stringify(saved) !== JSON.stringify(Object.values(stored))) Object.assign(data, stored);
}
