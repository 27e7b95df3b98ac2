import type { IPollFunctions } from 'n8n-workflow';
import type { ActivityState } from '../../client/activity/activityState';
import { fromStored, toStored } from '../../client/activity/storedState';
import { save, savedFor, startsOver } from '../context/staticData';

/**
 * The state that is saved in n8n's static data of the node; undefined when nothing is saved, or something that belongs
 * to another source (see `activitySource`) or is no state any more, which n8n's log says then.
 */
export function loadState(context: IPollFunctions, source: string): ActivityState | undefined {
	const stored = savedFor(context, source);
	return stored && (fromStored(stored) ?? startsOver(context));
}

/** Saves a state. */
export const saveState = (context: IPollFunctions, source: string, state: ActivityState): void =>
	save(context, { source, ...toStored(state) });
